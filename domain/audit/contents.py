"""The bundle's data as typed contents: its members, its events in their one form, its openings.

Nothing is compared with anything here except with its own canonical form.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domain import events as e
from domain.audit.report import Rejected
from domain.bundle import FORMAT
from domain.codec import public, read
from domain.errors import UnreadableEvent
from domain.ledger import canonical

Form = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Record:
    """One recorded event: `p` as it is chained, `form` in today's version.

    `round` and `turn` are those it belongs to, 0 where none has begun.
    """

    revision: int
    hash: str
    form: Form
    p: bytes
    event: e.Event
    round: int
    turn: int


@dataclass(frozen=True, slots=True)
class Opening:
    """What opens the seal of a seat in the event `revision`."""

    revision: int
    payload: Form
    salt: str


@dataclass(frozen=True, slots=True)
class Contents:
    """A bundle that has the right shape. `seed` is the server seed, once it is published.

    `heads`, `keys` and `attempts` are objects of any kind; signatures.py and attempts.py look.
    """

    game: str
    ruleset: str
    options: Form
    complete: bool
    asked_by: int | None
    records: tuple[Record, ...]
    openings: tuple[Opening, ...]
    heads: tuple[Form, ...]
    keys: tuple[Form, ...]
    attempts: tuple[Form, ...]
    attempts_dropped: int
    seed: str | None

    @property
    def created(self) -> e.GameCreated:
        """The first event.

        :raises Rejected: if it is another one.
        """
        first = self.records[0].event
        if not isinstance(first, e.GameCreated):
            raise Rejected(f"a game begins with GameCreated, not {type(first).__name__}", 1)
        return first


_MEMBERS: Mapping[str, tuple[type, ...]] = {
    "format": (str,),
    "game": (str,),
    "ruleset": (str,),
    "options": (dict,),
    "engine": (dict,),
    "complete": (bool,),
    "asked_by": (int, type(None)),
    "events": (list,),
    "openings": (list,),
    "heads": (list,),
    "keys": (list,),
    "attempts": (list,),
    "attempts_dropped": (int,),
}
_ENGINE = {"name": (str,), "version": (str,)}
_EVENT = {"revision": (int,), "hash": (str,), "event": (dict,)}
_OPENING = {"revision": (int,), "payload": (dict,), "salt": (str,)}

_HEX = re.compile("[0-9a-f]{64}")
_HEX_NAMES = frozenset({"commitment", "seal", "salt", "server_seed", "hash"})


def contents(data: Any) -> Contents:
    """The contents of a bundle.

    :raises Rejected: if a member is missing, unknown or of another kind, or an event is not
        in the one form of its type.
    """
    members(data, _MEMBERS, "the bundle")
    if data["format"] != FORMAT:
        raise Rejected(f"the format is {ascii(data['format'])[:40]}, not {FORMAT}")
    members(data["engine"], _ENGINE, "engine")
    for name in ("heads", "keys", "attempts"):
        if not all(type(entry) is dict for entry in data[name]):
            raise Rejected(f"{name} has something else than objects in it")
    if not data["events"]:
        raise Rejected("there are no events")
    records = tuple(_records(data["events"]))
    last = records[-1].event
    return Contents(
        game=data["game"],
        ruleset=data["ruleset"],
        options=data["options"],
        complete=data["complete"],
        asked_by=data["asked_by"],
        records=records,
        openings=tuple(map(_opening, data["openings"])),
        heads=tuple(data["heads"]),
        keys=tuple(data["keys"]),
        attempts=tuple(data["attempts"]),
        attempts_dropped=data["attempts_dropped"],
        seed=last.server_seed if isinstance(last, e.GameFinished | e.GameAbandoned) else None,
    )


def _records(entries: list[Any]) -> Iterator[Record]:
    round = turn = 0
    for place, entry in enumerate(entries, start=1):
        members(entry, _EVENT, f"event {place}")
        revision, form = entry["revision"], entry["event"]
        if revision != place:
            raise Rejected(f"revision {revision} stands where {place} must stand", place)
        try:
            event = read(form)
        except UnreadableEvent as error:
            raise Rejected(f"unreadable: {str(error)[:200]}", revision) from error
        p, today = canonical(form), public(event)
        # An older version was written in a form of its own, which only upcasters.py knows.
        if form["version"] == event.version and canonical(today) != p:
            kind = type(event).__name__
            reason = f"not the one form of {kind}: a field too many, or written at its default"
            raise Rejected(reason, revision)
        _hexadecimal(entry, revision)
        if isinstance(event, e.RoundDealt):
            round, turn = event.round, 0
        elif isinstance(event, e.TurnStarted):
            turn = event.turn
        yield Record(revision, entry["hash"], today, p, event, round, turn)


def _opening(entry: Any) -> Opening:
    members(entry, _OPENING, "an opening")
    _hexadecimal(entry, entry["revision"])
    return Opening(entry["revision"], entry["payload"], entry["salt"])


def members(data: Any, kinds: Mapping[str, tuple[type, ...]], where: str) -> None:
    """Refuse anything but an object with exactly these members: Rejected."""
    if type(data) is not dict:
        raise Rejected(f"{where} is not an object")
    for name in kinds:
        if name not in data:
            raise Rejected(f"{where} has no {name}")
        if type(data[name]) not in kinds[name]:
            raise Rejected(f"{name} of {where} is of the wrong kind")
    for name in data:
        if name not in kinds:
            raise Rejected(f"{where} has an unknown member {ascii(name)[:40]}")


def is_hash(value: Any) -> bool:
    """Whether this is a hash in its one spelling."""
    return type(value) is str and _HEX.fullmatch(value) is not None


def _hexadecimal(data: Any, revision: int) -> None:
    """Hashes have one spelling, so that two texts never mean the same bytes."""
    if type(data) is dict:
        for name, member in data.items():
            if name in _HEX_NAMES and not is_hash(member):
                raise Rejected(f"{name} is not 64 hexadecimal digits in lower case", revision)
            _hexadecimal(member, revision)
    elif type(data) is list:
        for member in data:
            _hexadecimal(member, revision)
