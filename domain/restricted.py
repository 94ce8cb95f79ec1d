"""JSON of the restricted form, read strictly: what JSON leaves open is refused here.

Names that come twice, numbers that are not whole or beyond 2^53 - 1, and lone surrogates would
let two programs read two things in one text (docs/ledger.md, "Canonical form"). A text is gone
through once by a pattern before it is parsed, so that a hostile one costs about as much as a true
one of its size.
"""

import json
from collections import Counter
from typing import Any, Final

from domain.shown import shown
from domain.tokens import (
    BLANKS,
    DEEPEST,
    FLAT,
    LARGEST,
    SURROGATE,
    VALUE,
    VALUES,
    bad_token,
    broken_off,
)

NAMES: Final = 1_000
"""Different names of members that a text may have; millions would keep any reader busy."""


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
        raise _refusal(text, start)
    if past_blanks(text, value.end()) != len(text):
        raise BadText("not JSON: something follows its end")
    return _data(value[0])


def parse_several(text: str, start: int) -> tuple[list[Any], int]:
    """The data of the JSON texts that stand one after the other from `start` on, one at least, and
    where they end: what follows is not the beginning of another one. Equal texts count once.

    :raises BadText: if there is none, or one is not of the restricted form.
    """
    first = VALUE.match(text, start)
    if first is None:
        raise _refusal(text, start)
    texts, end = {first[0]: None}, past_blanks(text, first.end())
    if more := VALUES.match(text, end):
        texts |= dict.fromkeys(VALUE.findall(more[0]))
        end = more.end()
    # As one array: millions of small texts are read in the time of one large one.
    found: list[Any] = _data(f"[{','.join(texts)}]")
    return found, end


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
            if type(name) is not str or not name.isascii():
                raise BadText("a name that is not ASCII")
            names.add(name)
            _check(member, level + 1, names)
    elif type(data) is list:
        for member in data:
            _check(member, level + 1, names)
    else:
        _check_scalar(data)


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


def _refusal(text: str, start: int) -> BadText:
    """Why there is no value at `start`."""
    flat = FLAT.match(text, start)
    good = start if flat is None else flat.end()
    last = broken_off(text, good)
    if last is None:
        return BadText(bad_token(text, good))
    try:
        _loads(text[start:])
    except json.JSONDecodeError as error:
        if start + error.pos >= last:
            return Unfinished("not JSON: it breaks off before its end")
        return BadText("not JSON")
    except BadText as error:
        return error
    except RecursionError:
        return BadText("nested too deeply")
    return BadText("nested too deeply")  # it is JSON, and each of its tokens is good


def _data(text: str) -> Any:
    try:
        return _loads(text)
    except json.JSONDecodeError as error:
        raise BadText("not JSON") from error


def _loads(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_Names().members)


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
                if not name.isascii():
                    raise BadText(f"the name {shown(name)} is not ASCII")
            self.seen.update(members)
            if len(self.seen) > NAMES:
                raise BadText(f"more than {NAMES} different names of members")
        return members
