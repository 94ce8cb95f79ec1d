"""Have decisions fall due at a rate, whatever becomes of them, and note how each was answered.

Moments are planned beforehand, at random as those of independent people are (Poisson); the time an
answer took counts from there, so that one that had to wait for others counts its waiting.
"""

import asyncio
import gc
import os
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

from bench.load.line import Answer, Lines
from bench.load.tables import Table, Turn

WATCHED: Final = 0.2
"""The share of tables that somebody follows as a stream."""
TURNS_READY_SECONDS: Final = 1.5
"""So many seconds' worth of decisions are ready to be made, that none has to be waited for."""


@dataclass(slots=True)
class Second:
    """What one second brought: by kind of request, the seconds that each took."""

    took: dict[str, list[float]] = field(default_factory=dict)
    starved: int = 0
    """Moments at which nobody owed anything: the load's fault, not the server's."""
    late: float = 0.0
    """The longest that the load itself was behind a planned moment."""


@dataclass(slots=True)
class Seen:
    """All that was seen of a run at one rate."""

    rate: float
    seconds: list[Second] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)
    cpu: Mapping[str, float] = field(default_factory=dict)
    """Cores, by process."""
    memory: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """kB by process, at the beginning and at the end."""

    def took(self, kind: str) -> list[float]:
        return sorted(each for second in self.seconds for each in second.took.get(kind, ()))

    def quantile(self, kind: str, share: float) -> float:
        found = self.took(kind)
        return found[min(len(found) - 1, int(share * len(found)))] if found else float("nan")

    @property
    def achieved(self) -> float:
        return len(self.took("decision")) / max(1, len(self.seconds))


class Load:
    """Players at a server. `progress` is told a line each second."""

    def __init__(self, port: int, seed: int, progress: Callable[[str], None]) -> None:
        self.lines, self._rng, self._progress = Lines(port), Random(seed), progress
        self._ready: deque[Turn] = deque()
        self._seen = Seen(0)
        self._now = Second()
        self._tasks: set[asyncio.Task[None]] = set()
        self._tables = 0

    def _saw(self, kind: str, seconds: float, answer: Answer) -> None:
        self._now.took.setdefault(kind, []).append(seconds)
        if not 200 <= answer.status < 300:
            self._seen.wrong[f"{kind}: {answer.status} {answer.body[:80]!r}"] += 1

    async def fill(self, turns: int) -> None:
        """Begin tables until so many decisions are ready to be made."""
        while len(self._ready) < turns:
            before = len(self._ready)
            begun = [self._table() for _ in range(8)]
            await asyncio.gather(*begun)
            self._progress(f"{self._tables} tables, {len(self._ready)} decisions are owed")
            assert len(self._ready) > before

    async def _table(self) -> None:
        self._tables += 1
        table = Table(self.lines, self._rng, self._ready.append, self._saw)
        await table.begin(watched=self._rng.random() < WATCHED)

    async def at(self, rate: float, seconds: float) -> Seen:
        """Have decisions fall due at this rate for so long."""
        await self.fill(int(rate * TURNS_READY_SECONDS))
        self._seen, self._now = Seen(rate), Second()
        clock = asyncio.get_running_loop().time
        begun = due = clock() + 0.2
        second = begun + 1
        while due < begun + seconds:
            due += self._rng.expovariate(rate)
            if (early := due - clock()) > 0:
                await asyncio.sleep(early)
            else:
                await asyncio.sleep(0)
            self._now.late = max(self._now.late, clock() - due)
            while due >= second:
                self._tick()
                second += 1
            if not self._ready:
                self._now.starved += 1
                continue
            # Any of those who owe something, as people do not take turns among tables.
            at = self._rng.randrange(len(self._ready))
            self._ready.rotate(-at)
            self._start(self._ready.popleft(), due)
        await asyncio.gather(*self._tasks)
        return self._seen

    def _start(self, turn: Turn, due: float) -> None:
        task = asyncio.create_task(turn.table.answer(turn, due))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._seen.wrong[f"{type(error).__name__}: {error}"[:100]] += 1

    def _tick(self) -> None:
        self._seen.seconds.append(self._now)
        took = sorted(self._now.took.get("decision", [0.0]))
        wrong = sum(self._seen.wrong.values())
        self._progress(
            f"{len(self._seen.seconds):4} s at {self._seen.rate:.0f}/s: {len(took)} decisions, "
            f"p50 {1000 * took[len(took) // 2]:.0f} ms, "
            f"p99 {1000 * took[int(0.99 * len(took))]:.0f} ms, {wrong} wrong, "
            f"{len(self._tasks)} under way, {self._now.starved} starved"
        )
        self._now = Second()


def settle() -> None:
    """Nothing of the load's own collecting in what is measured."""
    gc.collect()
    gc.freeze()
    gc.disable()


def cpu_of(pids: Mapping[str, list[int]]) -> dict[str, float]:
    """CPU seconds used so far, by part."""
    return {part: sum(_cpu(pid) for pid in found) for part, found in pids.items()}


def _cpu(pid: int) -> float:
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0


def own() -> float:
    """The same of this process."""
    return _cpu(os.getpid())
