"""Small predicates over JSON values, of which forms.py makes its table.

Each says of any value of the restricted form whether it is one; none ever raises.
"""

import re
from collections.abc import Callable, Mapping
from operator import lt
from typing import Any, Final

from domain.text.shown import shown

Check = Callable[[Any], bool]
Checks = Mapping[str, Check]

OBJECTS: Final = 15
ENTRIES: Final = 104
"""Most entries of an array of objects, and of any other: there are no more rows, or cards."""


def number(low: int, high: int) -> Check:
    """An integer within these bounds."""
    return lambda value: type(value) is int and low <= value <= high


def integer(value: Any) -> bool:
    """Any integer."""
    return type(value) is int


def text(pattern: str) -> Check:
    """A string that is wholly of this pattern."""
    match = re.compile(pattern).fullmatch
    return lambda value: type(value) is str and match(value) is not None


def any_text(value: Any) -> bool:
    """Any string."""
    return type(value) is str


def any_object(value: Any) -> bool:
    """Any object."""
    return type(value) is dict


def true(value: Any) -> bool:
    """Nothing but true."""
    return value is True


def one_of(*allowed: str) -> Check:
    """One of these strings."""
    return lambda value: type(value) is str and value in allowed


def array(of: Check, *, least: int = 0) -> Check:
    """An array of such values; `least`: how many it has at least."""
    return lambda value: (
        type(value) is list and least <= len(value) <= ENTRIES and all(map(of, value))
    )


def ascending(of: Check) -> Check:
    """An array of such integers, each greater than the one before."""
    any_order = array(of)
    return lambda value: any_order(value) and all(map(lt, value, value[1:]))


def objects(needed: Checks, optional: Checks | None = None, *, least: int = 0) -> Check:
    """An array of objects with these members; optional ones are those that have a default."""
    names, known = frozenset(needed), {**needed, **(optional or {})}

    def check(value: Any) -> bool:
        if type(value) is not list or not least <= len(value) <= OBJECTS:
            return False
        for each in value:  # not `all(…)`: a hostile file has millions of them
            if type(each) is not dict or fault(each, names, known) is not None:
                return False
        return True

    return check


def fault(data: Mapping[str, Any], needed: frozenset[str], known: Checks) -> str | None:
    """What is wrong with an object that has all `needed` members, and others only if `known`."""
    for name, member in data.items():
        check = known.get(name)
        if check is None:
            return f"has an unknown member {shown(name)}"
        if not check(member):
            return f"has {name} {shown(member)}, which cannot be"
    if needed <= data.keys():
        return None
    return f"has no {min(needed - data.keys())}"
