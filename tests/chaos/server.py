"""A whole server that parts of can be killed: `toma6 serve`, or the same with fuses in it."""

import contextlib
import http.client
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import redis

from service.processes import engine
from service.settings.sockets import socket_path
from tests.chaos import points
from tests.support.engine import free_port
from tests.support.service.processes import children_of, eventually

PARTS = {
    "engine.sock": "engine",
    "gunicorn": "master",
    "faulty worker": "worker",
    "faulty sweep": "sweeper",
    "faulty courier": "courier",
}
"""Which child is which, by a piece of its command line."""


class Server:
    """The server in `folder`, killed by `seed`; at an engine elsewhere if `redis_url` is given."""

    def __init__(self, folder: Path, seed: str, redis_url: str = "", queue_url: str = "") -> None:
        self.folder, self.port = folder, free_port()
        self.data = folder / "d"
        self.log = folder / "log"
        environment = {k: v for k, v in os.environ.items() if not k.startswith("TOMA6_")}
        environment |= {
            "TOMA6_DATA_DIR": str(self.data),
            "TOMA6_PORT": str(self.port),
            points.DIRECTORY: str(folder),
            points.SEED: seed,
        }
        if redis_url:
            environment |= {"TOMA6_REDIS_URL": redis_url, "TOMA6_QUEUE_URL": queue_url}
        self.calm()
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.chaos.faulty", "serve"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=environment,
                cwd=Path(__file__).parents[2],
            )

    def __enter__(self) -> Self:
        if not eventually(self.ready, 60):
            self.__exit__()
            raise RuntimeError("no server:\n" + self.log.read_text()[-2000:])
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(60)
        finally:
            self._process.kill()

    def calm(self) -> None:
        """From now on no fuse burns through."""
        (self.folder / points.CALM).touch()

    def storm(self) -> None:
        """From now on they do."""
        (self.folder / points.CALM).unlink()

    def own_kills(self) -> list[str]:
        """What killed itself where, in order."""
        path = self.folder / points.KILLS
        return path.read_text().splitlines() if path.exists() else []

    @property
    def socket(self) -> Path:
        return socket_path(self.data)

    @property
    def engine(self) -> "redis.Redis":
        """A client of the embedded engine, for whoever does not mind an error."""
        return redis.Redis(unix_socket_path=str(self.socket), socket_timeout=10)

    def pids(self, part: str) -> list[int]:
        """The living processes of a part: engine, master, web, worker or sweeper."""
        if part == "web":
            return [pid for master in self.pids("master") for pid in children_of(master)]
        found = children_of(self._process.pid)
        return [pid for pid, line in found.items() if _part(line) == part]

    def kill(self, *pids: int) -> int:
        """kill -9. Returns how many of them were there."""
        done = 0
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                done += 1
        return done

    def ready(self) -> bool:
        """Does everything answer? Fails if the supervisor has given up."""
        if self._process.poll() is not None:
            raise RuntimeError("the supervisor has ended:\n" + self.log.read_text()[-2000:])
        return self.status("/readyz") == 200

    def status(self, path: str) -> int:
        """The status of one request on a connection of its own; 0 if there is no answer."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            line.request("GET", path)
            return line.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            line.close()

    def restart_engine(self, path: str) -> float:
        """kill -9 the engine; seconds from its being ready again to the first success of `path`.

        The supervisor starts it, nobody else does. Waits for a web process first, so that only
        the engine's own absence is measured.
        """
        if not eventually(lambda: self.status("/healthz") == 200, 60):
            raise RuntimeError("no web process comes up")
        before = self.pids("engine")
        self.kill(*before)
        if not eventually(lambda: set(self.pids("engine")) - set(before), 30):
            raise RuntimeError("nobody has started the engine again")
        if not eventually(lambda: engine.is_ready(self.socket), 60):
            raise RuntimeError("the engine does not get ready")
        ready = time.monotonic()
        if not eventually(lambda: self.status(path) == 200, 30):
            raise RuntimeError("no success within 30 s of the engine's being ready")
        return time.monotonic() - ready


def _part(line: str) -> str | None:
    return next((part for mark, part in PARTS.items() if mark in line), None)
