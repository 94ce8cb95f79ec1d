"""The bundle's data as typed contents: its members, and its events in their one form.

Nothing is compared with anything here. What passes is of such a shape that deriving it again
cannot meet anything but what rules refuse; openings, heads, keys and attempts may still be any
objects, and are looked at where they are used.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from domain import events as e
from domain import ledger
from domain.audit.checks import any_object, any_text, fault, integer
from domain.audit.forms import GAME, HASH, today
from domain.audit.report import Rejected
from domain.bundle import FORMAT
from domain.codec import read
from domain.times import milliseconds

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
        """The last revision up to which the recorded hashes follow from the events."""
        for record in self.records:
            if record.chained != record.hash:
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


def _boolean(value: Any) -> bool:
    return type(value) is bool


def _list(value: Any) -> bool:
    return type(value) is list


def _objects(value: Any) -> bool:
    return type(value) is list and all(map(any_object, value))


def _seat_or_null(value: Any) -> bool:
    return value is None or type(value) is int


def _engine(value: Any) -> bool:
    known = {"name": any_text, "version": any_text}
    return type(value) is dict and fault(value, frozenset(known), known) is None


_MEMBERS = {
    "format": any_text,
    "game": GAME,
    "ruleset": any_text,
    "options": any_object,
    "engine": _engine,
    "complete": _boolean,
    "asked_by": _seat_or_null,
    "events": _list,
    "openings": _objects,
    "heads": _objects,
    "keys": _objects,
    "attempts": _objects,
    "attempts_dropped": integer,
}
_EVENT = {"revision": integer, "hash": HASH, "event": any_object}
_ALL, _EACH = frozenset(_MEMBERS), frozenset(_EVENT)


def is_bundle(data: Any) -> bool:
    """Whether this calls itself a bundle of the one format that there is."""
    return type(data) is dict and data.get("format") == FORMAT


def contents(data: Mapping[str, Any]) -> Contents:
    """The contents of a bundle, which must be of the restricted form.

    :raises Rejected: if a member is missing, unknown or of another kind, or an event is not
        in the one form of its type.
    """
    if wrong := fault(data, _ALL, _MEMBERS):
        raise Rejected(f"the bundle {wrong}")
    if not data["events"]:
        raise Rejected("there are no events")
    return Contents(
        game=data["game"],
        ruleset=data["ruleset"],
        options=data["options"],
        complete=data["complete"],
        asked_by=data["asked_by"],
        records=tuple(_records(data["events"])),
        openings=tuple(data["openings"]),
        heads=tuple(data["heads"]),
        keys=tuple(data["keys"]),
        attempts=tuple(data["attempts"]),
        attempts_dropped=data["attempts_dropped"],
    )


def _records(entries: list[Any]) -> Iterator[Record]:
    round = turn = 0
    chained = ledger.GENESIS
    for place, entry in enumerate(entries, start=1):
        if type(entry) is not dict:
            raise Rejected("an event is no object", place)
        if wrong := fault(entry, _EACH, _EVENT):
            raise Rejected(f"an event {wrong}", place)
        try:
            form = today(entry["event"])
        except Rejected as error:
            raise Rejected(error.reason, place) from error
        # Nothing in it is a fraction, and no name twice: all of the text was of that form.
        chained = ledger.chain(chained, ledger.encoded(entry["event"]))
        if form["type"] == "RoundDealt":
            round, turn = form["round"], 0
        elif form["type"] == "TurnStarted":
            turn = form["turn"]
        yield Record(
            revision=place,
            numbered=entry["revision"],
            hash=entry["hash"],
            chained=chained,
            form=form,
            round=round,
            turn=turn,
            type=form["type"],
            at=milliseconds(form["at"]),
        )
