"""What a bundle holds, once it has been read: its members, its entries, and the events in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from domain import events as e
from domain.audit.report import Rejected

Form = Mapping[str, Any]


class Recorded(NamedTuple):
    """One recorded entry, with its events in today's version.

    `revision` is its place, `numbered` what is written there; `hash` the hash that is recorded,
    `chained` the one that follows from the entries up to here. `at` is in ms.
    """

    revision: int
    numbered: int
    hash: str
    chained: str
    at: int
    events: tuple[e.Event, ...]


class Record(NamedTuple):
    """One recorded event, without its secrets, and whether it begins the entry `revision`.

    `round` and `turn` are those it belongs to, 0 where none has begun.
    """

    revision: int
    begins: bool
    round: int
    turn: int
    event: e.Event


@dataclass(frozen=True)
class Contents:
    """A bundle that has the right shape. `records` are all events of its entries, in order."""

    game: str
    ruleset: str
    options: Form
    complete: bool
    asked_by: int | None
    entries: tuple[Recorded, ...]
    records: tuple[Record, ...]
    openings: tuple[Form, ...]
    heads: tuple[Form, ...]
    keys: tuple[Form, ...]
    attempts: tuple[Form, ...]
    attempts_dropped: int

    @property
    def seed(self) -> str | None:
        """The server seed, once it is published."""
        last = self.records[-1].event
        return last.server_seed if isinstance(last, e.GameFinished | e.GameAbandoned) else None

    @cached_property
    def unbroken(self) -> int:
        """The last revision up to which numbers and hashes follow from the entries."""
        for entry in self.entries:
            if entry.numbered != entry.revision or entry.chained != entry.hash:
                return entry.revision - 1
        return len(self.entries)

    def hash_at(self, revision: int) -> str | None:
        """The hash that the record has there; None beyond where the chain holds."""
        return self.entries[revision - 1].hash if revision <= self.unbroken else None

    def place_of(self, opening: Form) -> int | None:
        """The revision that an opening says; None if there is no such entry."""
        revision: int = opening["revision"]
        return revision if 1 <= revision <= len(self.entries) else None

    @cached_property
    def created(self) -> e.GameCreated:
        """The first event.

        :raises Rejected: if it is another one.
        """
        first = self.records[0].event
        if not isinstance(first, e.GameCreated):
            raise Rejected(f"a game begins with GameCreated, not {type(first).__name__}", 1)
        return first
