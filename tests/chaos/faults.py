"""What is done to a running server, and in which order: a schedule that follows from the seed.

The moments cannot follow from a seed, since the machine's speed does not.
"""

import contextlib
import os
import random
import signal
import time
from collections import Counter
from dataclasses import dataclass, field

import redis

from tests.chaos.server import Server

WEIGHTS = {
    "web": 4,
    "all web": 2,
    "master": 1,
    "worker": 3,
    "sweeper": 4,
    "courier": 1,
    "worker and web": 2,
    "worker and sweeper": 2,
    "script flush": 2,
    "silence": 1,
}
SILENCE = 1.5
"""Seconds for which the engine is there and says nothing: longer than a reply is waited for."""


@dataclass(slots=True)
class Done:
    """What was done. `restarts` are seconds from a ready engine to the first success."""

    kills: Counter[str] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)
    restarts: list[float] = field(default_factory=list)


def schedule(rng: random.Random, engines: int, others: int) -> list[tuple[float, str]]:
    """Pauses and what follows each: that many restarts of the engine among other faults."""
    picked = ["engine"] * engines
    picked += rng.choices(list(WEIGHTS), weights=list(WEIGHTS.values()), k=others)
    rng.shuffle(picked)
    return [(rng.uniform(0.05, 0.6), what) for what in picked]


class Faults:
    """Does it to one server."""

    def __init__(self, server: Server, rng: random.Random, path: str) -> None:
        self._server, self._rng, self._path = server, rng, path
        self.done = Done()

    def run(self, plan: list[tuple[float, str]]) -> None:
        """One fault after the other. Raises RuntimeError if the server stays down."""
        for pause, what in plan:
            time.sleep(pause)
            self._do(what)

    def _do(self, what: str) -> None:
        match what:
            case "engine":
                self.done.restarts.append(self._server.restart_engine(self._path))
                self.done.kills["engine"] += 1
            case "script flush":
                with contextlib.suppress(redis.RedisError):
                    self._server.engine.script_flush()
                    self.done.others[what] += 1
            case "silence":
                self._silence()
            case _:
                for part in what.split(" and "):
                    self._kill(part)

    def _kill(self, part: str) -> None:
        pids = self._server.pids(part.removeprefix("all "))
        if part == "web" and pids:
            pids = [self._rng.choice(pids)]
        name = part.removeprefix("all ")
        self.done.kills[f"{name}, at random"] += self._server.kill(*pids)

    def _silence(self) -> None:
        for pid in self._server.pids("engine"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
                time.sleep(SILENCE)
                os.kill(pid, signal.SIGCONT)
                self.done.others["silence"] += 1
