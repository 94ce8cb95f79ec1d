"""What a bundle holds, once it has been read: its members, and its events in their one form."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from domain import events as e
from domain.audit.report import Rejected
from domain.codec import read

Form = Mapping[str, Any]


@dataclass(frozen=True)
class Record:
    """One recorded event; `form` is in today's version.

    `revision` is its place, `numbered` what is written there; `hash` the hash that is recorded,
    `chained` the one that follows from the events up to here. `round` and `turn` are those it
    belongs to, 0 where none has begun. `at` is in ms.
    """

    revision: int
    numbered: int
    hash: str
    chained: str
    form: Form
    round: int
    turn: int
    type: str
    at: int

    @cached_property
    def event(self) -> e.Event:
        """The event itself, without its secrets. Most need never be made."""
        return read(self.form)


@dataclass(frozen=True)
class Contents:
    """A bundle that has the right shape."""

    game: str
    ruleset: str
    options: Form
    complete: bool
    asked_by: int | None
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
        """The last revision up to which numbers and hashes follow from the events."""
        for record in self.records:
            if record.numbered != record.revision or record.chained != record.hash:
                return record.revision - 1
        return len(self.records)

    def hash_at(self, revision: int) -> str | None:
        """The hash that the record has there; None beyond where the chain holds."""
        return self.records[revision - 1].hash if revision <= self.unbroken else None

    @cached_property
    def created(self) -> e.GameCreated:
        """The first event.

        :raises Rejected: if it is another one.
        """
        first = self.records[0].event
        if not isinstance(first, e.GameCreated):
            raise Rejected(f"a game begins with GameCreated, not {type(first).__name__}", 1)
        return first
