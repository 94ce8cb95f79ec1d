"""Events to stored bytes and back: the public form `p` and the secret part `s`.

The two are built from the same event classes: `p` has every public field that differs from
its default, with the type, the version and the time; `s` has what `secret()` marks. Stored
bytes are read for ever, so old versions pass through upcasters.py first. This lives in the
domain because the offline verifier reads the public form with the standard library alone.
"""

import json
import typing
from collections.abc import Mapping
from typing import Any

from domain.errors import UnreadableEvent
from domain.events import EVENT_TYPES, Event
from domain.ledger import encoded
from domain.plans import arguments, collect, plan_of, write
from domain.times import milliseconds, rfc3339
from domain.upcasters import upcast


def encode(event: Event) -> tuple[bytes, bytes | None]:
    """The public form and the secret part; None where the event has no secret it knows."""
    secrets = secret(event)
    return encoded(public(event)), encoded(secrets) if secrets else None


def public(event: Event) -> dict[str, Any]:
    """The public form as data: the same for a full event and for a redacted one."""
    form = write(event, plan_of(type(event)))
    form["at"] = rfc3339(event.at)
    form["type"] = type(event).__name__
    form["version"] = event.version
    return form


def decode(p: bytes, s: bytes | None = None) -> Event:
    """The event in these bytes, without its secrets if `s` is None.

    :raises UnreadableEvent: for an unknown type, a version from the future, or a field that
        is missing, unknown or not of its kind.
    """
    try:
        return read(json.loads(p), None if s is None else json.loads(s))
    except ValueError as error:
        raise UnreadableEvent(f"not JSON: {error}") from error


def read(form: Mapping[str, Any], secrets: Mapping[str, Any] | None = None) -> Event:
    """As `decode`, for data that is parsed already."""
    if not isinstance(form, dict):
        raise UnreadableEvent(f"no event, but {type(form).__name__}")
    try:
        payload, secrets = upcast(dict(form), secrets)
        kind = EVENT_TYPES.get(payload.pop("type"))
        if kind is None:
            raise UnreadableEvent(f"unknown event type {form['type']!r}")
        version = payload.pop("version")
        if type(version) is not int or version != kind.version:
            raise UnreadableEvent(f"{kind.__name__} has no version {version!r} here")
        at = milliseconds(payload.pop("at"))
        plan = plan_of(kind)
        told = plan.kind(at=at, **arguments(payload, secrets, plan))
        return typing.cast("Event", told)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableEvent(f"malformed {form.get('type')!r}: {error!r}") from error


def secret(event: Event) -> dict[str, Any]:
    """The secret part as data; empty where the event has no secret that is known."""
    return collect(event, plan_of(type(event)))
