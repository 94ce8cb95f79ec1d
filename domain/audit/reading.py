"""Bundle text to data, strictly: what JSON leaves open is refused here.

Names that come twice, numbers that are not whole or beyond 2^53 - 1, and lone surrogates
would let two programs read two games from one file (docs/ledger.md, "Canonical form").
"""

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn, TypeVar

from domain.audit.report import Rejected

T = TypeVar("T")

LARGEST = (1 << 53) - 1
"""The largest integer, of either sign, that every JSON reader keeps exactly."""
DEEPEST = 16
"""Levels of nesting that a bundle may have; it needs seven."""


class BadText(Rejected):
    """The text is not JSON of the restricted form."""


def parse(text: str) -> Any:
    """The data in `text`.

    :raises BadText: if it is not JSON, or not of the restricted form.
    """
    data = _read(lambda: json.loads(text, **_STRICT))
    check_plain(data)
    return data


def parse_all(text: str) -> list[Any]:
    """The data in `text`, which may hold several JSON texts, one after the other.

    :raises BadText: as `parse`.
    """
    decoder = json.JSONDecoder(**_STRICT)
    values: list[Any] = []
    at = 0
    while found := _NO_SPACE.search(text, at):
        data, at = _read(partial(decoder.raw_decode, text, found.start()))
        check_plain(data)
        values.append(data)
    return values


def _read(read: Callable[[], T]) -> T:
    try:
        return read()
    except RecursionError as error:
        raise BadText("nested too deeply") from error
    except BadText:
        raise
    except ValueError as error:
        raise BadText(f"not JSON: {error}") from error


def check_plain(data: Any, level: int = 0) -> None:
    """Refuse data that the canonical form has no place for, wherever it came from.

    :raises BadText: naming the first such value.
    """
    if level > DEEPEST:
        raise BadText("nested too deeply")
    if type(data) is dict:
        for name, member in data.items():
            if type(name) is not str or not name.isascii():
                raise BadText(f"the name {_short(name)} is not ASCII")
            check_plain(member, level + 1)
    elif type(data) is list:
        for member in data:
            check_plain(member, level + 1)
    else:
        _check_scalar(data)


def _check_scalar(data: Any) -> None:
    kind = type(data)
    if kind is str:
        if not data.isascii() and _SURROGATE.search(data):
            raise BadText(f"the string {_short(data)} has half a character in it")
    elif kind is int:
        if not -LARGEST <= data <= LARGEST:
            raise BadText("an integer beyond 2^53 - 1")
    elif data is not None and kind is not bool:
        raise BadText(f"{_short(data)} is a {kind.__name__}; only whole numbers are allowed")


_NO_SPACE = re.compile(r"[^ \t\r\n]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadText(f"the name {_short(twice)} comes twice in one object")
    return members


def _integer(digits: str) -> int:
    if digits == "-0" or len(digits) > 17:
        raise BadText(f"{digits[:20]} is not an integer that every reader keeps")
    return int(digits)


def _not_whole(digits: str) -> NoReturn:
    raise BadText(f"{digits[:20]} is not written as an integer")


def _short(value: Any) -> str:
    return ascii(value)[:40]


_STRICT: dict[str, Any] = {
    "object_pairs_hook": _object,
    "parse_float": _not_whole,
    "parse_int": _integer,
    "parse_constant": _not_whole,
}
