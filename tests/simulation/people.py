"""People at a simulated table: how they ask, and what they remember. A person repeats a request
until somebody answers it. What was sent and what was answered is kept for each seat, for checks.py.
What they ask for is in devices.py, and for the host in machines.py."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from domain.errors import RuleViolation
from service.games.games import Game
from service.handling import Busy
from service.problems import Problem
from service.storage.stored import StoreDown
from tests.simulation import walks
from tests.simulation.line import Crash
from tests.simulation.walks import Acknowledged, Body
from tests.simulation.world import World

T = TypeVar("T")


class NoAnswer(Exception):  # noqa: N818 - a fact
    """The request may have been done or not."""


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody was answered: stored, or the code of a refusal; None: no answer at all."""

    decision: str
    body: Body
    answer: Acknowledged | str | None
    sent: int
    """How many answers to this decision the seat had sent by then, this one included."""


@dataclass
class Seat:
    """What the person of a seat knows, shared by all devices."""

    name: str
    token: str = ""
    seat: int | None = None
    said: list[Said] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    gone: bool = False
    """Turned away, or resigned, as far as is known."""
    silent: bool = False


@dataclass
class Table:
    """The one game of a world, and what was seen of it from outside."""

    world: World
    seats: list[Seat] = field(default_factory=list)
    heads: dict[int, str] = field(default_factory=dict)
    """Every head that anybody was shown: revision and hash."""
    known: int = 0
    """The last revision that anybody was shown or had acknowledged."""
    created: bool = False

    @property
    def revision(self) -> int:
        return self.world.watch.revision

    def show(self, revision: int, digest: str) -> None:
        assert self.heads.setdefault(revision, digest) == digest, "two histories were shown"
        self.known = max(self.known, revision)


class Person:
    """Asks any process of the site, as a load balancer would have it."""

    def __init__(self, table: Table, name: str, rng: Random) -> None:
        self.table, self.world, self.name, self.rng = table, table.world, name, rng
        self.seen = -1

    def ask(self, request: Callable[..., T], *args: object) -> T:
        """One request. Raises NoAnswer, RuleViolation, Problem."""
        process = self.rng.choice(self.world.web)
        try:
            return request(process.services, *args)
        except (StoreDown, Busy, Crash) as error:
            raise NoAnswer from error

    def insist(self, request: Callable[..., T], *args: object) -> T:
        """The same request until it is answered. Raises RuleViolation, Problem."""
        while True:
            try:
                return self.ask(request, *args)
            except NoAnswer:
                self.rest()

    def succeeds(
        self, request: Callable[..., object], *args: object, or_else: tuple[str, ...]
    ) -> bool:
        """Insist on it. False if it is refused, which may only be for one of these reasons."""
        try:
            self.insist(request, *args)
        except (RuleViolation, Problem) as refused:
            if refused.code not in or_else:
                raise
            return False
        return True

    def look(self, token: str | None) -> Game:
        """The game as it is shown; never older than what anybody has been told of it."""
        while True:
            known = self.table.known
            try:
                game = self.ask(walks.look, token)
            except NoAnswer:
                self.rest()
                continue
            assert game.revision >= known, f"revision {known} was known, {game.revision} is shown"
            self.table.show(game.revision, game.hash)
            self.seen = game.revision
            return game

    def rest(self) -> None:
        self.world.baton.sleep(until=self.world.memory.now + self.rng.randrange(1, 500))

    def await_news(self) -> None:
        """Sleep until the game has moved on since it was last looked at."""
        self.world.baton.sleep(ready=lambda: self.table.revision != self.seen)
