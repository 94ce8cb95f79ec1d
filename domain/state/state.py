"""The state of a game: everything that follows from its events so far.

A State is a value. Only evolve.py and apply/ write to one, and only to a copy of their own,
which is what makes folding thousands of events cheap; everybody else reads
(tests/test_architecture.py holds that).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec

from domain.events import ChoiceRequested, Event, Place, RevealedPick, Score
from domain.table.hands import Hand, Pile
from domain.table.rows import Row

Status = Literal["new", "lobby", "playing", "finished", "abandoned"]


class Player(msgspec.Struct, frozen=True):
    """Who sits on a seat: a person, or the bot `policy`.

    A bot may have taken over from somebody who `resigned`, or is `away` and can return. A bot
    that was seated as one belongs to nobody: it has neither token nor owner. What a player is
    called lies beside the record, under the seal of the name.
    """

    name_seal: str
    policy: str | None = None
    client_seed: str = ""
    token_hash: str | None = None
    request: str | None = None
    owner: str | None = None
    resigned: bool = False
    away: bool = False

    @property
    def is_bot(self) -> bool:
        """Whether a bot plays the seat now."""
        return self.policy is not None

    @property
    def seated_as_bot(self) -> bool:
        """Whether a bot has sat here from the start, in nobody's place."""
        return self.is_bot and not (self.resigned or self.away)


class Left(msgspec.Struct, frozen=True):
    """Who got up from a seat before the start: known again, if what was asked then is repeated."""

    seat: int
    token_hash: str | None
    request: str | None
    owner: str | None


class Queued(msgspec.Struct, frozen=True):
    """A card on the table that has not found its place yet."""

    seat: int
    card: int


class Opened(msgspec.Struct, frozen=True):
    """The moment when what is owed now was asked: by whom, when, and who sat where then.

    Others may answer since, and seats change hands; from this the moment can be told again.
    """

    revision: int = 0
    at: int = 0
    seats: tuple[int, ...] = ()
    players: Mapping[int, Player] = msgspec.field(default_factory=dict)


_NOT_YET: Final = Opened()


@dataclass
class State:
    """A whole game at one revision. Fields are grouped: game, table, turn, result."""

    revision: int = 0
    status: Status = "new"
    created_at: int = 0
    changed_at: int = 0
    over_at: int | None = None

    game: str = ""
    ruleset: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: int = 0
    visibility: str = "public"
    commitment: str = ""
    server_seed: str | None = None
    host_hash: str | None = None
    invite_hash: str | None = None
    request: str | None = None
    owner: str | None = None

    players: dict[int, Player] = field(default_factory=dict)
    left: tuple[Left, ...] = ()
    round: int = 0
    turn: int = 0
    hands: dict[int, Hand] = field(default_factory=dict)
    piles: dict[int, Pile] = field(default_factory=dict)
    rows: tuple[Row, ...] = ()
    pool: tuple[int, ...] = ()
    drafted: dict[int, tuple[int, ...]] = field(default_factory=dict)

    kind: str = ""
    turn_seats: tuple[int, ...] = ()
    owing: tuple[int, ...] = ()
    opened: Opened = _NOT_YET
    picks: dict[int, int | None] = field(default_factory=dict)
    shown: tuple[RevealedPick, ...] = ()
    queue: tuple[Queued, ...] = ()
    choice: ChoiceRequested | None = None

    rounds: tuple[tuple[Score, ...], ...] = ()
    totals: dict[int, int] = field(default_factory=dict)
    places: tuple[Place, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.status in ("finished", "abandoned")

    @property
    def asked_kind(self) -> str:
        """The kind of decision that is owed, where any is."""
        return self.choice.kind if self.choice else self.kind

    @property
    def opened_at(self) -> int:
        """When what is owed now was asked, in ms since 1970."""
        return self.opened.at

    @property
    def seed(self) -> str:
        """The server seed, in a fold that knows it (a redacted one does not)."""
        assert self.server_seed is not None, "a redacted state cannot decide"
        return self.server_seed

    def copy(self) -> "State":
        """A State that shares no container with this one."""
        other = object.__new__(State)
        other.__dict__.update(self.__dict__)
        for name in _CONTAINERS:
            other.__dict__[name] = self.__dict__[name].copy()
        return other


_CONTAINERS = ("players", "hands", "piles", "drafted", "picks", "totals")

INITIAL = State()
Apply = Mapping[type[Event], Callable[[State, Any], None]]
"""What changes a state by an event of each type."""
