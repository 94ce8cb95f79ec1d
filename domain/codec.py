"""Events to stored bytes and back: the public form `p` and the secret part `s`.

The two are built from the same event classes: `p` has every public field that differs from
its default, with the type, the version and the time; `s` has what `secret()` marks. Stored
bytes are read for ever, so old versions pass through upcasters.py first. This lives in the
domain because the offline verifier reads the public form with the standard library alone.
"""

import json
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import partial
from typing import Any

from domain.errors import UnreadableEvent
from domain.events import EVENT_TYPES, Event
from domain.ledger import canonical
from domain.times import milliseconds, rfc3339
from domain.upcasters import upcast

Convert = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class _Plan:
    """How one class is written and read, worked out once from its fields."""

    kind: type[Any]
    public: tuple[tuple[str, Convert, Any], ...]
    secret: tuple[tuple[str, Convert], ...]
    readers: Mapping[str, Convert]
    hides: tuple[tuple[str, Convert], ...]
    """Fields whose parts have secrets of their own: the name, and what collects them."""


def encode(event: Event) -> tuple[bytes, bytes | None]:
    """The public form and the secret part; None where the event has no secret it knows."""
    return canonical(public(event)), _secret_bytes(event)


def public(event: Event) -> dict[str, Any]:
    """The public form as data: the same for a full event and for a redacted one."""
    form = _write(event, _plan(type(event)))
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
    try:
        payload, secrets = upcast(dict(form), secrets)
        kind = EVENT_TYPES.get(payload.pop("type"))
        if kind is None:
            raise UnreadableEvent(f"unknown event type {form['type']!r}")
        if (version := payload.pop("version")) != kind.version:
            raise UnreadableEvent(f"{kind.__name__} has no version {version!r} here")
        at = milliseconds(payload.pop("at"))
        plan = _plan(kind)
        arguments = _arguments(payload, secrets, plan)
        return typing.cast("Event", plan.kind(at=at, **arguments))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableEvent(f"malformed {form.get('type')!r}: {error!r}") from error


def _secret_bytes(event: Event) -> bytes | None:
    secrets = _collect(event, _plan(type(event)))
    return canonical(secrets) if secrets else None


def _write(value: Any, plan: _Plan) -> dict[str, Any]:
    form = {}
    for name, convert, default in plan.public:
        member = getattr(value, name)
        if member != default or default is MISSING:
            form[name] = convert(member)
    return form


def _collect(value: Any, plan: _Plan) -> dict[str, Any]:
    """The secrets of a value, by field; those of its parts as one list per field."""
    secrets = {
        name: convert(member)
        for name, convert in plan.secret
        if (member := getattr(value, name)) is not None
    }
    for name, collect in plan.hides:
        parts = [collect(part) for part in getattr(value, name)]
        if any(parts):
            secrets[name] = parts
    return secrets


def _arguments(
    payload: Mapping[str, Any], secrets: Mapping[str, Any] | None, plan: _Plan
) -> dict[str, Any]:
    if secrets and plan.hides:
        payload = dict(payload)
        for name, _ in plan.hides:
            if name in secrets:
                pairs = zip(payload[name], secrets[name], strict=True)
                payload[name] = [{**part, **hidden} for part, hidden in pairs]
    readers = plan.readers
    arguments = {name: readers[name](member) for name, member in payload.items()}
    if secrets:
        for name, _ in plan.secret:
            if name in secrets:
                arguments[name] = readers[name](secrets[name])
    return arguments


# -- plans ----------------------------------------------------------------------------------

_plans: dict[type[Any], _Plan] = {}


def _plan(kind: type[Any]) -> _Plan:
    if kind not in _plans:
        _plans[kind] = _make_plan(kind)
    return _plans[kind]


def _make_plan(kind: type[Any]) -> _Plan:
    hints = typing.get_type_hints(kind)
    own = [f for f in fields(kind) if f.name != "at"]
    shown = [f for f in own if not f.metadata.get("secret")]
    hidden = [f for f in own if f.metadata.get("secret")]
    return _Plan(
        kind=kind,
        public=tuple((f.name, _writer(hints[f.name]), f.default) for f in shown),
        secret=tuple((f.name, _writer(hints[f.name])) for f in hidden),
        readers={f.name: _reader(hints[f.name]) for f in own},
        hides=tuple(
            (f.name, partial(_collect, plan=plan))
            for f in shown
            if (plan := _record_with_secrets(hints[f.name]))
        ),
    )


def _record_with_secrets(hint: Any) -> _Plan | None:
    item = _item(hint)
    if item is None or not is_dataclass(item):
        return None
    plan = _plan(typing.cast("type[Any]", item))
    return plan if plan.secret else None


def _item(hint: Any) -> Any:
    """X of `tuple[X, ...]`, else None."""
    return typing.get_args(hint)[0] if typing.get_origin(hint) is tuple else None


def _without_none(hint: Any) -> Any:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        (hint,) = (arg for arg in typing.get_args(hint) if arg is not type(None))
    return hint


def _writer(hint: Any) -> Convert:
    hint = _without_none(hint)
    item = _item(hint)
    if item is None:
        return lambda value: value
    if is_dataclass(item):
        plan = _plan(typing.cast("type[Any]", item))
        return lambda values: [_write(value, plan) for value in values]
    return list


def _reader(hint: Any) -> Convert:
    bare = _without_none(hint)
    item = _item(bare)
    if item is None:
        return _checked(hint)
    if is_dataclass(item):
        plan = _plan(typing.cast("type[Any]", item))
        return lambda values: tuple(plan.kind(**_arguments(value, None, plan)) for value in values)
    return lambda values: tuple(map(_checked(item), values))


def _checked(hint: Any) -> Convert:
    """A reader that lets a value pass if it is of the hinted kind (a bool is no int)."""
    bare = _without_none(hint)
    origin = typing.get_origin(bare)
    if origin is typing.Literal:
        expected: tuple[type, ...] = (str,)
    elif origin is not None:
        expected = (dict,)
    else:
        expected = (bare,)
    if bare is not hint:
        expected = (*expected, types.NoneType)

    def check(value: Any) -> Any:
        if type(value) not in expected:
            raise TypeError(f"{value!r} is not {hint}")
        return value

    return check
