"""Small predicates over JSON values, and the shapes of objects that are made of them.

Each says of any value of the restricted form whether it is one; none ever raises.
"""

import re
from collections.abc import Callable, Collection, Mapping
from operator import lt
from typing import Any, Final

from domain.audit.verdicts import Rejected
from domain.text.shown import shown

Check = Callable[[Any], bool]
Checks = Mapping[str, Check]

MAX_OBJECTS: Final = 15
MAX_VALUES: Final = 104
"""Most objects in an array of them, most values in any other: there are no more rows, or cards."""


def number(low: int, high: int) -> Check:
    """An integer within these bounds."""
    return lambda value: type(value) is int and low <= value <= high


def kind(of: type) -> Check:
    """Any value of this very type: true is no integer."""
    return lambda value: type(value) is of


integer, any_text, any_object, any_array, boolean = map(kind, (int, str, dict, list, bool))


def text(pattern: str) -> Check:
    """A string that is wholly of this pattern."""
    match = re.compile(pattern).fullmatch
    return lambda value: type(value) is str and match(value) is not None


def one_of(*allowed: str) -> Check:
    """One of these strings."""
    return lambda value: type(value) is str and value in allowed


def array(of: Check, *, least: int = 0) -> Check:
    """An array of such values; `least`: how many it has at least."""
    return lambda value: (
        type(value) is list and least <= len(value) <= MAX_VALUES and all(map(of, value))
    )


def ascending(of: Check) -> Check:
    """An array of such integers, each greater than the one before."""
    any_order = array(of)
    return lambda value: any_order(value) and all(map(lt, value, value[1:]))


class Shape:
    """An object that has all of these members, but for `optional` ones, and no others."""

    def __init__(self, members: Checks, optional: Collection[str] = ()) -> None:
        self.members = members
        self.needed = members.keys() - set(optional)

    def __call__(self, value: Any) -> bool:
        return self.fault(value) is None

    def fault(self, data: Any) -> str | None:
        """What is wrong with a value; None if it has this shape."""
        if type(data) is not dict:
            return "is no object"
        for name, member in data.items():
            check = self.members.get(name)
            if check is None:
                return f"has an unknown member {shown(name)}"
            if not check(member):
                return f"has {name} {shown(member)}, which cannot be"
        if self.needed <= data.keys():
            return None
        return f"has no {min(self.needed - data.keys())}"

    def demand(self, what: str, data: Any, revision: int | None = None) -> None:
        """
        :raises Rejected: saying what is wrong with `what`, if it has another shape.
        """
        if wrong := self.fault(data):
            raise Rejected(f"{what} {wrong}", revision)


def objects(of: Shape, *, least: int = 0) -> Check:
    """An array of objects of this shape. The first that is not ends it: they may be millions."""
    return lambda value: (
        type(value) is list and least <= len(value) <= MAX_OBJECTS and all(map(of, value))
    )
