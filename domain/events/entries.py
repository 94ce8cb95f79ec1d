"""Entries: what one command has caused, and its stored bytes, the public form and the secret part.

The public form is the entry as a stranger sees it, in canonical JSON: `{"at": …, "events": […]}`.
The secret part is what its events keep to themselves, by names, `{"pick": [37]}`; each belongs to
the only event of its type. Stored bytes are read for ever: old versions pass upcasters.py.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple, Union

import msgspec
from msgspec.structs import fields, replace

from domain.errors import UnreadableEntry
from domain.events import (
    EVENT_TYPES,
    SECRETS,
    Event,
    GameSecret,
    HandsSecret,
    PickSecret,
    RoundDealt,
    SeatSecret,
)
from domain.events.upcasters import UPCASTERS, upcast
from domain.text.times import milliseconds, rfc3339


class Entry(NamedTuple):
    """What one command has caused, and when, in milliseconds since 1970."""

    at: int
    events: tuple[Event, ...]


MAX_EVENTS: Final = 200
"""Events that an entry may have; a turn of ten seats that ends a round has fewer than fifty."""

AnyEvent: Any = Union[tuple(EVENT_TYPES.values())]  # noqa: UP007 - made from the table


class _Public(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: str
    events: Annotated[tuple[AnyEvent, ...], msgspec.Meta(min_length=1, max_length=MAX_EVENTS)]


class _Secrets(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    game: GameSecret | None = None
    seat: SeatSecret | None = None
    hands: HandsSecret | None = None
    pick: PickSecret | None = None


_NONE: Final = _Secrets()
_encoder: Final = msgspec.json.Encoder(order="sorted")
_public: Final = msgspec.json.Decoder(_Public)
_secrets: Final = msgspec.json.Decoder(_Secrets)
_HIDING: Final = frozenset(SECRETS)
_NAMES: Final = {kind.__name__: name for kind, name in SECRETS.items()}
_STRINGS: Final[Mapping[type[Event], Sequence[tuple[str, str]]]] = {
    kind: [(each.name, each.default) for each in fields(kind) if type(each.default) is str]
    for kind in EVENT_TYPES.values()
}
"""Fields whose default is a string, with it."""


def encode(entry: Entry) -> tuple[bytes, bytes | None]:
    """The public form and the secret part; None where there is no secret that is known.

    :raises ValueError: if two events of one type have a secret.
    """
    secrets: dict[str, Any] = {}
    hiding: list[Any] = [event for event in entry.events if type(event) in _HIDING]
    for event in hiding:
        if event.secret is not None:
            if SECRETS[type(event)] in secrets:
                raise ValueError(f"two secrets of {type(event).__name__}")
            secrets[SECRETS[type(event)]] = event.secret
    told = {"at": rfc3339(entry.at), "events": list(map(_written, entry.events))}
    return _encoder.encode(told), _encoder.encode(secrets) if secrets else None


def public(event: Event) -> Event:
    """The event as a stranger sees it."""
    return replace(event, secret=None) if type(event) in _HIDING else event


def form(event: Event) -> dict[str, Any]:
    """The public form of one event as data: the same for a full event and for a redacted one."""
    return dict(json.loads(_encoder.encode(_written(event))))


def _written(event: Event) -> Event:
    """As `public`, ready for the encoder, which leaves out a field that *is* its default: a string
    that came from a client is only equal to it."""
    for name, default in _STRINGS[type(event)]:
        value = getattr(event, name)
        if value == default and value is not default:
            event = replace(event, **{name: default})
    return public(event)


def decode(p: bytes, s: bytes | None = None) -> Entry:
    """The entry in these bytes, without its secrets if `s` is None.

    :raises UnreadableEntry: for no event at all, an unknown type, a version from the future, a
        field that is missing, unknown or not of its kind, a secret that belongs to no event.
    """
    try:
        return _entry(_public.decode(p), _NONE if s is None else _secrets.decode(s))
    except (ValueError, RecursionError) as error:
        if UPCASTERS:
            return _of_older(p, s)
        raise _unreadable(error) from error


def event_of(data: Mapping[str, Any]) -> Event:
    """The event of a public form as data.

    :raises UnreadableEntry: as `decode`.
    """
    try:
        told, _ = upcast(dict(data), None)
        return _with_secrets((msgspec.convert(told, AnyEvent),), _NONE)[0]
    except (LookupError, TypeError, ValueError) as error:
        raise _unreadable(error) from error


def _of_older(p: bytes, s: bytes | None) -> Entry:
    """As `decode`, where an event may be of an older version than today's."""
    try:
        stored, kept = json.loads(p), {} if s is None else json.loads(s)
        events = []
        for event in stored["events"]:
            name = _NAMES.get(str(event["type"]).partition("/")[0], "")
            told, secret = upcast(event, kept.get(name))
            if secret is not None:
                kept[name] = secret
            events.append(told)
        read = msgspec.convert({**stored, "events": events}, _Public)
        return _entry(read, msgspec.convert(kept, _Secrets))
    except (LookupError, TypeError, ValueError, RecursionError, AttributeError) as error:
        raise _unreadable(error) from error


def _entry(told: _Public, secrets: _Secrets) -> Entry:
    return Entry(milliseconds(told.at), _with_secrets(told.events, secrets))


def _with_secrets(events: tuple[Any, ...], secrets: _Secrets) -> tuple[Event, ...]:
    """The events of a public form, with their secrets.

    :raises ValueError: if the form has a secret in it, or one of `secrets` fits no event.
    """
    for event in events:
        if type(event) in _HIDING and event.secret is not None:
            raise ValueError("a secret is in the public form")
    if secrets is _NONE:
        return events
    filled, types = list(events), [type(event) for event in events]
    for kind, name in SECRETS.items():
        secret = getattr(secrets, name)
        if secret is None:
            continue
        if types.count(kind) != 1:
            raise ValueError(f"a secret of {kind.__name__}, of which there is not one")
        place = types.index(kind)
        if kind is RoundDealt and len(secret.hands) != len(events[place].hands):
            raise ValueError("the secret of RoundDealt has another number of hands")
        filled[place] = replace(events[place], secret=secret)
    return tuple(filled)


def _unreadable(error: Exception) -> UnreadableEntry:
    why = f"{error} is missing" if isinstance(error, KeyError) else error
    return UnreadableEntry(f"it cannot be read: {why}")
