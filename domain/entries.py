"""Entries: what one command has caused, and its stored bytes, the public form and the secret part.

The public form is the entry as a stranger sees it, in canonical JSON: `{"at": …, "events": […]}`.
The secret part is the list of what its events keep to themselves, each belonging to the only event
of its type. Stored bytes are read for ever, so old versions of events pass through upcasters.py.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple, Union

import msgspec
from msgspec.structs import replace

from domain.errors import UnreadableEntry
from domain.events import EVENT_TYPES, SECRETS, Event, HandsSecret, Secret
from domain.times import milliseconds, rfc3339
from domain.upcasters import UPCASTERS, upcast


class Entry(NamedTuple):
    """What one command has caused, and when, in milliseconds since 1970."""

    at: int
    events: tuple[Event, ...]


MOST: Final = 200
"""Events that an entry may have; a turn of ten seats that ends a round has fewer than fifty."""

AnyEvent: Any = Union[tuple(EVENT_TYPES.values())]  # noqa: UP007 - made from the table
AnySecret: Any = Union[tuple(SECRETS)]  # noqa: UP007 - likewise


class _Public(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: str
    events: Annotated[tuple[AnyEvent, ...], msgspec.Meta(min_length=1, max_length=MOST)]


_Secrets: Any = tuple[AnySecret, ...]
_encoder: Final = msgspec.json.Encoder(order="sorted")
_public: Final = msgspec.json.Decoder(_Public)
_secrets: Final = msgspec.json.Decoder(_Secrets)
_HIDING: Final = frozenset(SECRETS.values())


def encode(entry: Entry) -> tuple[bytes, bytes | None]:
    """The public form and the secret part; None where there is no secret that is known."""
    secrets = []
    events: list[Any] = list(entry.events)
    for place, event in enumerate(events):
        if type(event) in _HIDING and event.secret is not None:
            secrets.append(event.secret)
            events[place] = public(event)
    told = {"at": rfc3339(entry.at), "events": events}
    return _encoder.encode(told), _encoder.encode(secrets) if secrets else None


def public(event: Event) -> Event:
    """The event as a stranger sees it."""
    return replace(event, secret=None) if type(event) in _HIDING else event


def form(event: Event) -> dict[str, Any]:
    """The public form of one event as data: the same for a full event and for a redacted one."""
    return dict(json.loads(_encoder.encode(public(event))))


def decode(p: bytes, s: bytes | None = None) -> Entry:
    """The entry in these bytes, without its secrets if `s` is None.

    :raises UnreadableEntry: for no event at all, an unknown type, a version from the future, a
        field that is missing, unknown or not of its kind, a secret that belongs to no event.
    """
    try:
        return _entry(_public.decode(p), () if s is None else _secrets.decode(s))
    except (ValueError, RecursionError) as error:
        if UPCASTERS:
            return _of_older(p, s)
        raise UnreadableEntry(f"it cannot be read: {error}") from error


def event_of(data: Mapping[str, Any]) -> Event:
    """The event of a public form as data.

    :raises UnreadableEntry: as `decode`.
    """
    try:
        told, _ = upcast(dict(data), None)
        return _with_secrets((msgspec.convert(told, AnyEvent),), ())[0]
    except (LookupError, TypeError, ValueError) as error:
        raise UnreadableEntry(f"it cannot be read: {error}") from error


def _of_older(p: bytes, s: bytes | None) -> Entry:
    """As `decode`, where an event may be of an older version than today's."""
    try:
        stored, secrets = json.loads(p), [] if s is None else json.loads(s)
        kept = {secret["type"]: secret for secret in secrets}
        if len(kept) != len(secrets):
            raise ValueError("two secrets of one type")
        events = []
        for event in stored["events"]:
            name = str(event["type"]).partition("/")[0]
            told, kept[name] = upcast(event, kept.get(name))
            events.append(told)
        hidden = [secret for secret in kept.values() if secret is not None]
        read = msgspec.convert({**stored, "events": events}, _Public)
        return _entry(read, msgspec.convert(hidden, _Secrets))
    except (LookupError, TypeError, ValueError, RecursionError) as error:
        raise UnreadableEntry(f"it cannot be read: {error}") from error


def _entry(told: _Public, secrets: Sequence[Secret]) -> Entry:
    return Entry(milliseconds(told.at), _with_secrets(told.events, secrets))


def _with_secrets(events: tuple[Any, ...], secrets: Sequence[Secret]) -> tuple[Event, ...]:
    """The events of a public form, with their secrets.

    :raises ValueError: if the form has a secret in it, or one of `secrets` fits no event.
    """
    for event in events:
        if type(event) in _HIDING and event.secret is not None:
            raise ValueError("a secret is in the public form")
    if not secrets:
        return events
    filled, types = list(events), [type(event) for event in events]
    for secret in secrets:
        owner = SECRETS[type(secret)]
        if types.count(owner) != 1:
            raise ValueError(f"a secret of {owner.__name__}, of which there is not one")
        place = types.index(owner)
        if type(secret) is HandsSecret and len(secret.hands) != len(filled[place].hands):
            raise ValueError("the secret of RoundDealt has another number of hands")
        filled[place] = replace(filled[place], secret=secret)
    return tuple(filled)
