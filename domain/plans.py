"""How each class of event is written and read, worked out once from its fields.

A plan knows which fields are public, which are secret, and of what kind each must be. What the
forms mean, their versions and their bytes: codec.py.
"""

import typing
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any

from domain.hints import Convert, checked, item_of, kinds_of, listed, without_none


@dataclass(frozen=True, slots=True)
class Plan:
    """How one class is written and read, worked out once from its fields."""

    kind: type[Any]
    public: tuple[tuple[str, Convert, Any], ...]
    secret: tuple[tuple[str, Convert], ...]
    readers: Mapping[str, Convert]
    parts: Mapping[str, "Plan"]
    """Public fields whose records have secrets of their own."""
    kinds: Mapping[str, tuple[type, ...]]
    """Public fields that are stored as they are: of which types they may be."""
    hidden: frozenset[str]
    """What may be in the secret part: secret fields, and `parts`."""


def write(value: Any, plan: Plan) -> dict[str, Any]:
    """The public fields of a value, without those that have their default."""
    form = {}
    for name, convert, default in plan.public:
        member = getattr(value, name)
        if member != default or default is MISSING:
            form[name] = convert(member)
    return form


def collect(value: Any, plan: Plan) -> dict[str, Any]:
    """The secrets of a value, by field; those of its parts as one list per field."""
    if not plan.hidden:
        return {}
    secrets = {
        name: convert(member)
        for name, convert in plan.secret
        if (member := getattr(value, name)) is not None
    }
    for name, inner in plan.parts.items():
        parts = [collect(part, inner) for part in getattr(value, name)]
        if any(parts):
            secrets[name] = parts
    return secrets


def arguments(
    payload: Mapping[str, Any], secrets: Mapping[str, Any] | None, plan: Plan
) -> dict[str, Any]:
    """What the class of `plan` is made from, out of a stored form and its secret part.

    :raises TypeError, ValueError, KeyError: if they do not fit the plan.
    """
    values = {}
    kinds, parts = plan.kinds, plan.parts
    for name, member in payload.items():
        expected = kinds.get(name)
        if expected is not None:  # most are of this sort: a check, and nothing to convert
            if type(member) not in expected:
                raise TypeError(f"{name} cannot be {member!r}")
            values[name] = member
        elif inner := parts.get(name):
            own = (secrets or {}).get(name) or [None] * len(member)
            pairs = zip(listed(member), own, strict=True)
            values[name] = tuple(inner.kind(**arguments(*pair, inner)) for pair in pairs)
        else:
            values[name] = plan.readers[name](member)
    if secrets or plan.secret:
        _add_secrets(values, payload, secrets or {}, plan)
    return values


def _add_secrets(
    values: dict[str, Any], payload: Mapping[str, Any], secrets: Mapping[str, Any], plan: Plan
) -> None:
    if not secrets.keys() <= plan.hidden:
        raise ValueError(f"no secret part has {sorted(secrets.keys() - plan.hidden)}")
    for name, _ in plan.secret:
        if name in payload:
            raise ValueError(f"{name!r} is secret, and lies in the public form")
        if name in secrets:
            values[name] = plan.readers[name](secrets[name])


# -- plans ----------------------------------------------------------------------------------

_plans: dict[type[Any], Plan] = {}


def plan_of(kind: type[Any]) -> Plan:
    """How this class of event, or of records in one, is written and read."""
    if kind not in _plans:
        _plans[kind] = _make_plan(kind)
    return _plans[kind]


def _make_plan(kind: type[Any]) -> Plan:
    hints = typing.get_type_hints(kind)
    own = [f for f in fields(kind) if f.name != "at"]
    shown = [f for f in own if not f.metadata.get("secret")]
    hidden = [f for f in own if f.metadata.get("secret")]
    parts = {f.name: p for f in shown if (p := _record_with_secrets(hints[f.name]))}
    return Plan(
        kind=kind,
        public=tuple((f.name, _writer(hints[f.name]), f.default) for f in shown),
        secret=tuple((f.name, _writer(hints[f.name])) for f in hidden),
        readers={f.name: _reader(hints[f.name]) for f in own},
        parts=parts,
        kinds={f.name: kinds for f in shown if (kinds := kinds_of(hints[f.name]))},
        hidden=frozenset({f.name for f in hidden} | parts.keys()),
    )


def _record_with_secrets(hint: Any) -> Plan | None:
    item = item_of(hint)
    if item is None or not is_dataclass(item):
        return None
    plan = plan_of(typing.cast("type[Any]", item))
    return plan if plan.secret else None


def _writer(hint: Any) -> Convert:
    hint = without_none(hint)
    item = item_of(hint)
    if item is None:
        return lambda value: value
    if is_dataclass(item):
        plan = plan_of(typing.cast("type[Any]", item))
        return lambda values: [write(value, plan) for value in values]
    return list


def _reader(hint: Any) -> Convert:
    bare = without_none(hint)
    item = item_of(bare)
    if item is None:
        return checked(hint)
    if is_dataclass(item):
        plan = plan_of(typing.cast("type[Any]", item))
        return lambda values: tuple(
            plan.kind(**arguments(value, None, plan)) for value in listed(values)
        )
    check = checked(item)
    return lambda values: tuple(map(check, listed(values)))
