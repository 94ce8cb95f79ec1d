"""Type hints of event fields, and readers that let a value pass only if it fits its hint."""

import types
import typing
from collections.abc import Callable
from typing import Any

Convert = Callable[[Any], Any]


def item_of(hint: Any) -> Any:
    """X of `tuple[X, ...]`, else None."""
    return typing.get_args(hint)[0] if typing.get_origin(hint) is tuple else None


def without_none(hint: Any) -> Any:
    """X of `X | None`, else the hint itself."""
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        (hint,) = (arg for arg in typing.get_args(hint) if arg is not type(None))
    return hint


def checked(hint: Any) -> Convert:
    """A reader that lets a value pass if it is of the hinted kind (a bool is no int)."""
    bare = without_none(hint)
    if typing.get_origin(bare) is typing.Literal:
        return _one_of((*typing.get_args(bare), *([None] if bare is not hint else [])))
    expected = kinds_of(hint)

    def check(value: Any) -> Any:
        if type(value) not in expected:
            raise TypeError(f"{value!r} is not {hint}")
        return value

    return check


def kinds_of(hint: Any) -> tuple[type, ...]:
    """The types of a field that is stored as it is; empty for any other."""
    bare = without_none(hint)
    origin = typing.get_origin(bare)
    if origin in (tuple, typing.Literal):
        return ()
    expected: tuple[type, ...] = (bare if origin is None else dict,)
    return expected if bare is hint else (*expected, types.NoneType)


def _one_of(allowed: tuple[Any, ...]) -> Convert:
    def check(value: Any) -> Any:
        if value not in allowed:
            raise TypeError(f"{value!r} is none of {allowed}")
        return value

    return check


def listed(values: Any) -> list[Any]:
    """The values, if JSON wrote them as an array (a string would pass for a list of strings)."""
    if type(values) is not list:
        raise TypeError(f"{values!r} is no array")
    return values
