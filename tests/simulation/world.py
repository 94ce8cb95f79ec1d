"""A simulated site: one server in memory, some processes, a queue, clocks, and the weather.
Everything random comes from one seed. What the people do is in people.py, what bots' workers and
the sweeper do in machines.py; how calls fail is in line.py."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import cast
from unittest import mock

import redis

import service.services
from service.games.due_index import Due, DueIndex
from service.services import Services
from service.settings.config import Settings
from tests.simulation.baton import Baton
from tests.simulation.line import Crash, Jobs, Line
from tests.simulation.memory import Client, Gate, Memory
from tests.simulation.setting import Setting
from tests.simulation.watch import DRIFT, Watch

BUCKETS = 2
FOR_EVER = 10**15


@dataclass(frozen=True, slots=True)
class Weather:
    """How likely each trouble is, at every point where it can happen."""

    cut: float = 0.0
    """A command or its reply is lost, or comes late; one command in so many."""
    crash: float = 0.0
    job: float = 0.0
    """A job is lost, or doubled."""
    clock: float = 0.0
    """A process's own clock is set, forwards or backwards."""
    sweeper: bool = True
    """Whether there is a sweeper at all before the end."""
    hasty: bool = False
    """Whether the sweeper looks all the time, and gives bots no time to be late."""

    @classmethod
    def drawn(cls, rng: Random) -> "Weather":
        """Fair for one seed in five, and then without a sweeper: nothing may need repair."""
        if rng.random() < 0.2:
            return cls(sweeper=False)
        return cls(
            cut=rng.choice((0, 0.01, 0.05, 0.15)),
            crash=rng.choice((0, 0.003, 0.01)),
            job=rng.choice((0, 0.1, 0.5)),
            clock=rng.choice((0, 0.01, 0.05)),
            hasty=rng.random() < 0.2,
        )


class Process:
    """One process of the service: its cache, its clock, and whether it still lives."""

    def __init__(self, world: "World", name: str) -> None:
        self.name, self.world = name, world
        self.life = 0
        self.drift = 0
        self.services = self._assemble()

    def clock(self) -> int:
        """Its own clock, which may be wrong and may be set back."""
        if self.world.chance(self.world.weather.clock):
            self.drift = self.world.rng.randrange(-DRIFT, DRIFT)
        return self.world.memory.now + self.drift

    def crash(self) -> None:
        """The process dies here and starts anew with nothing in its memory."""
        self.life += 1
        self.services = self._assemble()
        raise Crash(self.name)

    def _assemble(self) -> Services:
        """The services as they are put together in earnest, on simulated connections."""
        world, line = self.world, Line(self.world, self, self.life)
        settings = Settings(
            buckets=BUCKETS,
            cache_games=world.cache,
            bot_grace_ms=world.grace,
            abandon_seconds=world.setting.abandon_seconds,
        )
        with mock.patch.multiple(
            service.services, connect=lambda url: world.client(line.attempt),
            connect_blocking=lambda url, seconds: mock.Mock(),
            queue=lambda connection, *name: Jobs(line, world.jobs), load_signer=lambda folder: None,
            with_secret=lambda given: given, machine_time=self.clock,
        ):  # fmt: skip
            made = service.services.assemble(settings)
        made.handler._pause = lambda seconds: line.pause("jitter")
        return made


class World:
    """The site of one seed."""

    def __init__(self, seed: int, setting: Setting, weather: Weather | None = None) -> None:
        self.setting = setting
        self.rng = Random(f"world {seed}")
        drawn = Weather.drawn(self.rng)
        self.weather = weather or drawn
        self.calm_after = self.rng.choice((100, 400, 1500))
        self.cache = self.rng.choice((0, *[100] * 9))
        habits = ((20, 10), (20, 100), (300, 100), (2000, 1000))
        self.grace, self.pace = (1, 1) if self.weather.hasty else self.rng.choice(habits)
        """After how long a bot's move is the sweeper's, and how often that one looks, in ms."""
        self.memory = Memory()
        self.jobs: list[str] = []
        self.trace: list[str] = []
        self.late: list[tuple[int, Callable[[], object]]] = []
        self.baton = Baton(self.rng, lambda: self.memory.now, self._jump)
        self.web = [Process(self, f"web{n}") for n in range(self.rng.choice((1, 2, 2, 3)))]

        self.watch = Watch(self, BUCKETS)
        self.memory.after_script = self.watch.look
        self._due_index = DueIndex(self.client(), BUCKETS)
        self._looked, self._left = -1, ([], [])

    @property
    def is_settled(self) -> bool:
        """Whether nothing is due, now or later, and no listing is stale."""
        return not any(self._to_do())

    @property
    def next_look(self) -> int:
        """When the first game is due, or a listing is stale (now)."""
        due, changed = self._to_do()
        return due[0].at if due and not changed else self.memory.now

    def _to_do(self) -> tuple[list[Due], list[str]]:
        """The first game that is due, and one whose listing is stale; asked for once a script."""
        if self._looked != self.memory.scripts:
            self._looked = self.memory.scripts
            self._left = self._due_index.due(FOR_EVER, 1), self._due_index.changed(1)
        return self._left

    def client(self, gate: Gate | None = None) -> redis.Redis:
        """A client to the server; without a gate nothing goes wrong, and nobody else acts."""
        return cast(redis.Redis, Client(self.memory, gate))

    def chance(self, likely: float) -> bool:
        """Whether trouble comes; after `calm_after` points it is over."""
        stormy = likely > 0 and self.baton.points <= self.calm_after
        return stormy and self.rng.random() < likely

    def point(self, what: str) -> None:
        """A moment passes, somebody else may act, and what was late may arrive."""
        assert self.baton.holder is not None
        self.trace.append(f"{self.memory.now} {self.baton.holder.name} {what}")
        self.memory.now += self.rng.choice((0, 0, 1, 5, 20))
        self.baton.point()
        self._arrive()

    def note(self, what: str) -> None:
        """Say in the trace what has come of something."""
        assert self.baton.holder is not None
        self.trace.append(f"{self.memory.now} {self.baton.holder.name} … {what}")

    def arrives_late(self, thing: Callable[[], object]) -> None:
        """Let it happen some points later, when nobody waits for it any more."""
        self.late.append((self.baton.points + self.rng.randrange(1, 60), thing))

    def _arrive(self) -> None:
        due = [thing for at, thing in self.late if at <= self.baton.points]
        self.late = [(at, thing) for at, thing in self.late if at > self.baton.points]
        for thing in due:
            self.trace.append(f"{self.memory.now} … a late command arrives")
            thing()

    def _jump(self, moment: int) -> None:
        self.memory.now = max(self.memory.now, moment)
