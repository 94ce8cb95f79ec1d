"""JSON of the restricted form, read strictly: what JSON leaves open is refused here.

Names that come twice, numbers that are not whole or beyond 2^53 - 1, and lone surrogates would
let two programs read two things in one text (docs/ledger.md, "Canonical form"). A text is gone
through once by a pattern before it is parsed, so that a hostile one costs about as much as a true
one of its size.
"""

import json
from collections import Counter
from typing import Any, Final

from domain.text.json_tokens import (
    BLANKS,
    DEEPEST,
    FLAT,
    LARGEST,
    SURROGATE,
    VALUE,
    bad_token,
    broken_off,
    closed,
)
from domain.text.shown import shown

NAMES: Final = 1_000
"""Different names of members that a text may have; millions would keep any reader busy."""
LONGEST: Final = 1_000
"""Characters of a name; there are readers that take long to tell apart names of many more."""


class BadText(ValueError):
    """It is not JSON of the restricted form. The message says why, in ASCII."""


class Unfinished(BadText):
    """It might have become JSON, but breaks off before its end."""


def parse(text: str) -> Any:
    """The data in `text`.

    :raises BadText: if it is not JSON, or not of the restricted form.
    """
    start = past_blanks(text, 0)
    value = VALUE.match(text, start)
    if value is None:
        raise _refusal(text, start)[0]
    if past_blanks(text, value.end()) != len(text):
        raise BadText("not JSON: something follows its end")
    return _data(value[0])


def parse_first(text: str, start: int) -> tuple[Any, int]:
    """The data of the JSON text that begins at `start`, and where it ends.

    :raises Unfinished: if it breaks off. Its names have not been looked at.
    :raises BadText: if there is none, or it is not of the restricted form.
    """
    value = VALUE.match(text, start)
    if value is None:
        error, whole = _refusal(text, start)
        if type(error) is Unfinished and VALUE.match(closed(whole)) is None:
            raise BadText("nested too deeply")
        raise error
    return _data(value[0]), value.end()


def past_blanks(text: str, start: int) -> int:
    """Where the next character stands that is no white space of JSON."""
    blanks = BLANKS.match(text, start)
    assert blanks is not None, "it matches nothing, too"
    return blanks.end()


def check(data: Any) -> None:
    """Refuse data that the restricted form has no place for, wherever it came from.

    :raises BadText: naming the first such value.
    """
    names: set[str] = set()
    _check(data, 0, names)
    if len(names) > NAMES:
        raise BadText(f"more than {NAMES} different names of members")


def _check(data: Any, level: int, names: set[str]) -> None:
    if level > DEEPEST:
        raise BadText("nested too deeply")
    if type(data) is dict:
        for name, member in data.items():
            _check_name(name)
            names.add(name)
            _check(member, level + 1, names)
    elif type(data) is list:
        for member in data:
            _check(member, level + 1, names)
    else:
        _check_scalar(data)


def _check_name(name: Any) -> None:
    if type(name) is not str or not name.isascii():
        raise BadText(f"the name {shown(name)} is not ASCII")
    if len(name) > LONGEST:
        raise BadText(f"a name of more than {LONGEST} characters")


def _check_scalar(data: Any) -> None:
    kind = type(data)
    if kind is str:
        if not data.isascii() and SURROGATE.search(data):
            raise BadText("a string has half a character in it")
    elif kind is int:
        if not -LARGEST <= data <= LARGEST:
            raise BadText("an integer beyond 2^53 - 1")
    elif data is not None and kind is not bool:
        raise BadText("a value that is no string, integer, boolean, null, array or object")


def _refusal(text: str, start: int) -> tuple[BadText, str]:
    """Why there is no value at `start`; and if it breaks off, what is there, with its last token
    whole. How deeply that is nested has not been looked at."""
    flat = FLAT.match(text, start)
    good = start if flat is None else flat.end()
    last = broken_off(text, good)
    if last is None:
        return BadText(bad_token(text, good)), ""
    # A token in place of the one that breaks off: whether one may stand there is seen now.
    whole = text[start:last].rstrip(" \t\r\n")
    if last < len(text):
        whole += '""' if text[last] == '"' else " 0"
    try:
        json.loads(whole)
    except json.JSONDecodeError as error:
        if error.pos < len(whole):
            return BadText("not JSON"), ""
    except RecursionError:
        return BadText("nested too deeply"), ""
    else:
        if last == len(text) and whole:  # it is JSON, and each of its tokens is good
            return BadText("nested too deeply"), ""
    return Unfinished("not JSON: it breaks off before its end"), whole


def _data(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_Names().members)
    except json.JSONDecodeError as error:
        raise BadText("not JSON") from error


class _Names:
    """The names of members that a text has had so far."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def members(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """What the parser makes of an object."""
        if not pairs:
            return {}
        members = dict(pairs)
        if len(members) != len(pairs):
            twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
            raise BadText(f"the name {shown(twice)} comes twice in one object")
        if not members.keys() <= self.seen:
            for name in members:
                _check_name(name)
            self.seen.update(members)
            if len(self.seen) > NAMES:
                raise BadText(f"more than {NAMES} different names of members")
        return members
