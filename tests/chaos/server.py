"""A whole server that parts of can be killed: `toma6 serve` with fuses in it."""

import contextlib
import os
import signal
import time
from pathlib import Path
from typing import Any

import redis

from service.processes import engine
from service.settings.sockets import socket_path
from tests.chaos import points
from tests.support import server
from tests.support.processes import children_of, eventually

FILL = """\
local body = string.rep('x', 400)
for n = 1, 2000 do
  redis.call('XADD', KEYS[1], '*', 'p', body, 'h', 'ballast')
end
"""
PARTS = {
    "engine.sock": "engine",
    "gunicorn": "master",
    "faulty worker": "worker",
    "faulty sweep": "sweeper",
    "faulty courier": "courier",
}
"""Which child is which, by a piece of its command line."""


class Server(server.Server):
    """The server in `folder`, killed by `seed`; at an engine elsewhere if `redis_url` is given."""

    module = "tests.chaos.faulty"

    def __init__(self, folder: Path, seed: str, **settings: Any) -> None:
        self.more = {points.DIRECTORY: str(folder), points.SEED: seed}
        super().__init__(folder, **settings)
        self.calm()

    def load(self, megabytes: int) -> None:
        """Store so many MB, near enough, in streams of no game: something to load at a start."""
        for number in range(megabytes):
            self.engine.eval(FILL, 1, f"ballast:{number % 50}")

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
            return list(self.web())
        found = children_of(self.process.pid)
        return [pid for pid, line in found.items() if _part(line) == part]

    def kill(self, *pids: int) -> int:
        """kill -9. Returns how many of them were there."""
        done = 0
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                done += 1
        return done

    def restart_engine(self, path: str) -> float:
        """kill -9 the engine; seconds from its being ready again to the first success of `path`.

        The supervisor starts it, nobody else does. Waits for a web process first, so that only
        the engine's own absence is measured.
        """
        if not eventually(lambda: self.status("/healthz") == 200, 60):
            raise RuntimeError("no web process comes up")
        before = self.pids("engine")
        self.kill(*before)
        if not eventually(lambda: set(self.pids("engine")) - set(before)):
            raise RuntimeError("nobody has started the engine again")
        if not eventually(lambda: engine.is_ready(self.socket), 60):
            raise RuntimeError("the engine does not get ready")
        ready = time.monotonic()
        if not eventually(lambda: self.status(path) == 200):
            raise RuntimeError("no success within 30 s of the engine's being ready")
        return time.monotonic() - ready


def _part(line: str) -> str | None:
    return next((part for mark, part in PARTS.items() if mark in line), None)
