"""Entries: what one command has caused, and its stored bytes, the public form and the secret part.

The public form is the entry as a stranger sees it, in canonical JSON: `{"at": …, "events": […]}`.
The secret part is the list of what its events keep to themselves. Stored bytes are read for ever,
so old versions of events pass through upcasters.py first.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, Union

import msgspec
from msgspec.structs import replace

from domain.errors import UnreadableEntry
from domain.events import EVENT_TYPES, Event, Secret
from domain.events.lobby import GameSecret, SeatSecret
from domain.events.table import HandsSecret, PickSecret
from domain.times import milliseconds, rfc3339
from domain.upcasters import UPCASTERS, upcast


class Entry(NamedTuple):
    """What one command has caused, and when, in milliseconds since 1970."""

    at: int
    events: tuple[Event, ...]


AnyEvent: Any = Union[tuple(EVENT_TYPES.values())]  # noqa: UP007 - made from the table
AnySecret = GameSecret | SeatSecret | HandsSecret | PickSecret


class _Public(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: str
    events: tuple[AnyEvent, ...]


_encoder: Final = msgspec.json.Encoder(order="sorted")
_public: Final = msgspec.json.Decoder(_Public)
_secret: Final = msgspec.json.Decoder(tuple[AnySecret, ...])
_HIDING: Final = frozenset(kind for kind in EVENT_TYPES.values() if hasattr(kind, "secret"))


def encode(entry: Entry) -> tuple[bytes, bytes | None]:
    """The public form and the secret part; None where there is no secret that is known."""
    secrets = []
    events = list(entry.events)
    for place, event in enumerate(events):
        if type(event) in _HIDING and event.secret is not None:  # type: ignore[attr-defined]
            secrets.append(event.secret)  # type: ignore[attr-defined]
            events[place] = replace(event, secret=None)
    public = {"at": rfc3339(entry.at), "events": events}
    return _encoder.encode(public), _encoder.encode(secrets) if secrets else None


def form(event: Event) -> dict[str, Any]:
    """The public form of one event as data: the same for a full event and for a redacted one."""
    if type(event) in _HIDING:
        event = replace(event, secret=None)
    return dict(json.loads(_encoder.encode(event)))


def decode(p: bytes, s: bytes | None = None) -> Entry:
    """The entry in these bytes, without its secrets if `s` is None.

    :raises UnreadableEntry: for an unknown type, a version from the future, or a field that
        is missing, unknown or not of its kind.
    """
    try:
        if UPCASTERS:
            return _upcast(json.loads(p), None if s is None else json.loads(s))
        public = _public.decode(p)
        events: tuple[Event, ...] = public.events
        if s is not None:
            events = _filled(events, _secret.decode(s))
        return Entry(milliseconds(public.at), events)
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableEntry(f"it cannot be read: {error}") from error


def event_of(data: Mapping[str, Any]) -> Event:
    """The event of a public form as data.

    :raises UnreadableEntry: as `decode`.
    """
    try:
        told: Event = msgspec.convert(upcast(dict(data), None)[0], AnyEvent)
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableEntry(f"it cannot be read: {error}") from error
    return told


def _filled(events: tuple[Event, ...], secrets: Iterable[Secret]) -> tuple[Event, ...]:
    """The events with their secrets, each of which is of the only event of its type."""
    filled = list(events)
    types = [type(event).__name__ for event in events]
    for secret in secrets:
        place = types.index(secret.__struct_config__.tag)  # type: ignore[arg-type]
        filled[place] = replace(filled[place], secret=secret)
    return tuple(filled)


def _upcast(public: Any, secrets: Any) -> Entry:
    """As `decode`, where there are versions older than today's."""
    apart = {each["type"]: each for each in secrets or ()}
    events, hidden = [], []
    for each in public["events"]:
        told, secret = upcast(each, apart.get(each["type"].partition("/")[0]))
        events.append(told)
        if secret is not None:
            hidden.append(secret)
    read = msgspec.convert({**public, "events": events}, _Public)
    kept = msgspec.convert(hidden, tuple[AnySecret, ...])
    return Entry(milliseconds(read.at), _filled(read.events, kept))
