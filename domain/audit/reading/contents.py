"""A bundle's data to its contents: exactly its members, each entry in its one form.

Nothing is compared with anything here. What passes is of such a shape that deriving it again
cannot meet anything but what rules refuse; heads, keys and attempts may still be any objects, and
are looked at where they are used.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any, Final, NamedTuple

from domain import events as e
from domain import ledger
from domain.audit.reading.forms import GAME, HASH, SALT, event
from domain.audit.reading.shapes import Shape, any_array, any_object, any_text, boolean, integer
from domain.audit.verdicts import Rejected
from domain.events.entries import MAX_EVENTS
from domain.text.times import is_time, milliseconds
from domain.views.bundle import FORMAT

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

    format: str
    game: str
    ruleset: str
    options: Form
    engine: Form
    complete: bool
    asked_by: int | None
    entries: tuple[Recorded, ...]
    records: tuple[Record, ...]
    openings: Sequence[Form]
    heads: Sequence[Form]
    keys: Sequence[Form]
    attempts: Sequence[Form]
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

    @cached_property
    def names(self) -> Sequence[Form]:
        """The openings that are of names: they stand first."""
        return list(takewhile(lambda each: each["payload"].get("kind") == "name", self.openings))

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


def _objects(value: Any) -> bool:
    return type(value) is list and all(map(any_object, value))


_OPENING: Final = Shape({"revision": integer, "payload": any_object, "salt": SALT})
_BUNDLE: Final = Shape(
    {
        "format": any_text,
        "game": GAME,
        "ruleset": any_text,
        "options": any_object,
        "engine": Shape({"name": any_text, "version": any_text}),
        "complete": boolean,
        "asked_by": lambda value: value is None or (type(value) is int and value >= 0),
        "entries": any_array,
        "openings": lambda value: type(value) is list and all(map(_OPENING, value)),
        "heads": _objects,
        "keys": _objects,
        "attempts": _objects,
        "attempts_dropped": integer,
    }
)
_ENTRY: Final = Shape({"revision": integer, "hash": HASH, "entry": any_object})
_PUBLIC: Final = Shape(
    {"at": is_time, "events": lambda value: _objects(value) and 1 <= len(value) <= MAX_EVENTS}
)


def is_bundle(data: Any) -> bool:
    """Whether this calls itself a bundle of the one format that there is."""
    return type(data) is dict and data.get("format") == FORMAT


def contents(data: Mapping[str, Any]) -> Contents:
    """The contents of a bundle, which must be of the restricted form.

    :raises Rejected: if a member is missing, unknown or of another kind, or an entry is not
        in its one form.
    """
    _BUNDLE.demand("the bundle", data)
    if not data["entries"]:
        raise Rejected("there are no entries")
    entries = tuple(_entries(data["entries"]))
    return Contents(**{**data, "entries": entries}, records=tuple(_records(entries)))


def _entries(told: list[Any]) -> Iterator[Recorded]:
    chained = ledger.GENESIS
    for place, each in enumerate(told, start=1):
        _ENTRY.demand("an entry", each, place)
        entry = each["entry"]
        _PUBLIC.demand("an entry", entry, place)
        try:
            events = tuple(map(event, entry["events"]))
        except Rejected as error:
            raise Rejected(error.reason, place) from error
        # Nothing in it is a fraction, and no name twice: all of the text was of that form.
        chained = ledger.chain(chained, ledger.encoded(entry))
        at = milliseconds(entry["at"])
        yield Recorded(place, each["revision"], each["hash"], chained, at, events)


def _records(entries: Iterable[Recorded]) -> Iterator[Record]:
    round = turn = 0
    for entry in entries:
        begins = True
        for told in entry.events:
            if isinstance(told, e.RoundDealt):
                round, turn = told.round, 0
            elif isinstance(told, e.TurnStarted):
                turn = told.turn
            yield Record(entry.revision, begins, round, turn, told)
            begins = False
