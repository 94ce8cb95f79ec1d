"""A bundle's data to its contents: exactly its members, each event in the one form of its type.

Nothing is compared with anything here. What passes is of such a shape that deriving it again
cannot meet anything but what rules refuse; heads, keys and attempts may still be any objects, and
are looked at where they are used.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from domain import ledger
from domain.audit.checks import any_object, any_text, fault, integer
from domain.audit.contents import Contents, Record
from domain.audit.forms import GAME, HASH, today
from domain.audit.report import Rejected
from domain.bundle import FORMAT
from domain.times import milliseconds


def _boolean(value: Any) -> bool:
    return type(value) is bool


def _list(value: Any) -> bool:
    return type(value) is list


def _objects(value: Any) -> bool:
    return type(value) is list and all(map(any_object, value))


def _openings(value: Any) -> bool:
    return type(value) is list and all(map(_opening, value))


def _opening(value: Any) -> bool:
    return type(value) is dict and fault(value, _OPENED, _OPENING) is None


_OPENING = {"revision": integer, "payload": any_object, "salt": HASH}
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
    "events": _list,
    "openings": _openings,
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
