"""Canonical bytes: the one spelling of a value that is hashed or signed (RFC 8785, restricted)."""

import json
from collections.abc import Mapping
from typing import Any

_encoder = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)


def canonical(value: Any) -> bytes:
    """RFC 8785 for strings, integers, booleans, null, arrays and objects with ASCII names.

    :raises TypeError: for a floating-point number, or a type that JSON does not have.
    """
    _refuse_floats(value)
    return encoded(value)


def encoded(value: Any) -> bytes:
    """As `canonical`, for what is known to hold no floating-point number."""
    return _encoder.encode(value).encode()


def _refuse_floats(value: Any) -> None:
    if isinstance(value, float):
        raise TypeError(f"the canonical form has no floating-point numbers: {value!r}")
    if isinstance(value, Mapping):
        for name, member in value.items():
            if not (isinstance(name, str) and name.isascii()):
                raise TypeError(f"the canonical form has ASCII names only: {name!r}")
            _refuse_floats(member)
    elif isinstance(value, list | tuple):
        for member in value:
            _refuse_floats(member)
