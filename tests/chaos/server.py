"""A whole server that parts of can be harmed: `toma6 serve` with fuses in it."""

import contextlib
import os
import random
import signal
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import redis

from service.processes import engine
from service.settings.sockets import socket_path
from tests.chaos import points
from tests.chaos.history import KILLED, OTHERS, History
from tests.support import server
from tests.support.processes import children_of, eventually

FILL = """\
local body = string.rep('x', 400)
for n = 1, 2000 do
  redis.call('XADD', KEYS[1], '*', 'p', body, 'h', 'ballast')
end
"""
PARTS = {
    "engine": "engine.sock", "queue": "queue.sock", "master": "gunicorn", "worker": "faulty worker",
    "sweeper": "faulty sweep", "courier": "faulty courier",
}  # fmt: skip
"""A piece of the command line of each child."""
WEIGHTS = {
    "web": 4, "all web": 2, "master": 1, "worker": 3, "sweeper": 4, "courier": 1,
    "worker and web": 2, "worker and sweeper": 2, "script flush": 2, "silence": 1,
}  # fmt: skip
SILENCE = 1.5
"""Seconds for which the engine is there and says nothing: longer than a reply is waited for."""


def schedule(
    rng: random.Random, engines: int, others: int, troubles: Iterable[str] = ()
) -> list[tuple[float, str]]:
    """Pauses and what follows each: that many restarts of the engine among other faults. The
    moments cannot follow from a seed, since the machine's speed does not."""
    picked = ["engine"] * engines
    picked += troubles
    picked += rng.choices(list(WEIGHTS), weights=list(WEIGHTS.values()), k=others)
    rng.shuffle(picked)
    return [(rng.uniform(0.05, 0.6), what) for what in picked]


class Server(server.Server):
    """The server in `folder`, killed by `seed`; at an engine elsewhere if `redis_url` is given."""

    module = "tests.chaos.faulty"

    def __init__(self, folder: Path, seed: str, history: History, **settings: Any) -> None:
        self.more = {points.DIRECTORY: str(folder), points.SEED: seed}
        super().__init__(folder, **settings)
        self.data = self.settings["data_dir"]
        self._history, self._calm = history, folder / points.CALM
        self._calm.touch()

    def load(self, megabytes: int) -> None:
        """Store so many MB, near enough, in streams of no game: something to load at a start."""
        for number in range(megabytes):
            self.redis.eval(FILL, 1, f"ballast:{number % 50}")

    @contextlib.contextmanager
    def storm(self) -> Iterator[None]:
        """Meanwhile, and at no other time, fuses burn through."""
        self._calm.unlink()
        try:
            yield
        finally:
            self._calm.touch()

    @contextlib.contextmanager
    def calm(self) -> Iterator[None]:
        """An hour of peace in a storm."""
        self._calm.touch()
        try:
            yield
        finally:
            self._calm.unlink()

    def note_own_kills(self) -> None:
        path = self.folder / points.KILLS
        for line in path.read_text().splitlines() if path.exists() else ():
            self._history.note(KILLED, line)

    def harm(self, what: str, rng: random.Random) -> None:
        """One fault of a schedule. Raises AssertionError if the server stays down."""
        match what:
            case "engine":
                self._history.restarts.append(self._restart_engine())
            case "script flush":
                with contextlib.suppress(redis.RedisError):
                    self.redis.script_flush()
                    self._history.note(OTHERS, what)
            case "silence":
                for pid in self.pids("engine"):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGSTOP)
                        time.sleep(SILENCE)
                        os.kill(pid, signal.SIGCONT)
                        self._history.note(OTHERS, what)
            case _:
                for part in what.split(" and "):
                    name = part.removeprefix("all ")
                    pids = self.pids(name)
                    chosen = rng.sample(pids, min(len(pids), 1)) if part == "web" else pids
                    self._kill(f"{name}, at random", chosen)

    def pids(self, part: str) -> list[int]:
        if part == "web":
            return list(self.web())
        found = children_of(self.process.pid)
        return [pid for pid, line in found.items() if PARTS[part] in line]

    def _kill(self, name: str, pids: list[int]) -> None:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                self._history.note(KILLED, name)

    def _restart_engine(self) -> float:
        """kill -9 the engine; seconds from its being ready again to the first success. The
        supervisor starts it, nobody else does. Waits for a web process first, so that only the
        engine's own absence is measured."""
        assert eventually(lambda: self.status("/healthz") == 200, 60), "no web process comes up"
        before = set(self.pids("engine"))
        self._kill("engine", list(before))
        assert eventually(lambda: set(self.pids("engine")) - before), "nobody starts the engine"
        ready = eventually(lambda: engine.is_ready(socket_path(self.data)), 60)
        assert ready, "the engine does not get ready"
        begun = time.monotonic()
        so = eventually(lambda: self.status("/v1/games") == 200)
        assert so, "no success within 30 s of the engine's being ready"
        return time.monotonic() - begun
