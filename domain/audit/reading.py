"""A bundle's data to its contents: exactly its members, each entry in its one form.

Nothing is compared with anything here. What passes is of such a shape that deriving it again
cannot meet anything but what rules refuse; heads, keys and attempts may still be any objects, and
are looked at where they are used.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain import events as e
from domain import ledger
from domain.audit.checks import any_object, any_text, fault, integer
from domain.audit.contents import Contents, Record, Recorded
from domain.audit.forms import GAME, HASH, SALT, event
from domain.audit.report import Rejected
from domain.events.entries import MAX_EVENTS
from domain.text.times import is_time, milliseconds
from domain.views.bundle import FORMAT


def _boolean(value: Any) -> bool:
    return type(value) is bool


def _list(value: Any) -> bool:
    return type(value) is list


def _objects(value: Any) -> bool:
    return type(value) is list and all(map(any_object, value))


def _events(value: Any) -> bool:
    return _objects(value) and 1 <= len(value) <= MAX_EVENTS


def _openings(value: Any) -> bool:
    return type(value) is list and all(map(_opening, value))


def _opening(value: Any) -> bool:
    return type(value) is dict and fault(value, _OPENED, _OPENING) is None


_OPENING = {"revision": integer, "payload": any_object, "salt": SALT}
_OPENED = frozenset(_OPENING)


def _seat_or_null(value: Any) -> bool:
    return value is None or (type(value) is int and value >= 0)


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
    "entries": _list,
    "openings": _openings,
    "heads": _objects,
    "keys": _objects,
    "attempts": _objects,
    "attempts_dropped": integer,
}
_ENTRY = {"revision": integer, "hash": HASH, "entry": any_object}
_PUBLIC = {"at": is_time, "events": _events}
_ALL, _EACH, _FORM = frozenset(_MEMBERS), frozenset(_ENTRY), frozenset(_PUBLIC)


def is_bundle(data: Any) -> bool:
    """Whether this calls itself a bundle of the one format that there is."""
    return type(data) is dict and data.get("format") == FORMAT


def contents(data: Mapping[str, Any]) -> Contents:
    """The contents of a bundle, which must be of the restricted form.

    :raises Rejected: if a member is missing, unknown or of another kind, or an entry is not
        in its one form.
    """
    if wrong := fault(data, _ALL, _MEMBERS):
        raise Rejected(f"the bundle {wrong}")
    if not data["entries"]:
        raise Rejected("there are no entries")
    entries = tuple(_entries(data["entries"]))
    return Contents(
        game=data["game"],
        ruleset=data["ruleset"],
        options=data["options"],
        complete=data["complete"],
        asked_by=data["asked_by"],
        entries=entries,
        records=tuple(_records(entries)),
        openings=tuple(data["openings"]),
        heads=tuple(data["heads"]),
        keys=tuple(data["keys"]),
        attempts=tuple(data["attempts"]),
        attempts_dropped=data["attempts_dropped"],
    )


def _entries(told: list[Any]) -> Iterator[Recorded]:
    chained = ledger.GENESIS
    for place, each in enumerate(told, start=1):
        if type(each) is not dict:
            raise Rejected("an entry is no object", place)
        if wrong := fault(each, _EACH, _ENTRY):
            raise Rejected(f"an entry {wrong}", place)
        entry = each["entry"]
        if wrong := fault(entry, _FORM, _PUBLIC):
            raise Rejected(f"an entry {wrong}", place)
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
