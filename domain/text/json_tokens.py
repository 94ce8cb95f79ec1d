"""What JSON text of the restricted form is made of, as patterns (docs/ledger.md, "Canonical form").

A text that VALUE lets pass has no number, string or nesting that must be refused. Names, and
whether commas and colons stand where they must, are left to the parser: strict_json.py.
"""

import re
from typing import Final

LARGEST: Final = (1 << 53) - 1
"""The largest integer, of either sign, that every JSON reader keeps exactly."""
DEEPEST: Final = 16
"""Brackets that a value may stand inside."""


def _up_to(limit: str) -> str:
    """A pattern for the numbers with as many digits as `limit` that are no greater."""
    least = ["1", *"0" * (len(limit) - 1)]
    less = [
        f"{limit[:at]}[{least[at]}-{int(digit) - 1}][0-9]{{{len(limit) - at - 1}}}"
        for at, digit in enumerate(limit)
        if digit > least[at]
    ]
    return "|".join([*less, limit])


_HEX = "[0-9a-fA-F]"
_HIGH = rf"\\u[dD][89abAB]{_HEX}{{2}}"
_LOW = rf"\\u[dD][c-fC-F]{_HEX}{{2}}"
_ESCAPED = rf'\\["\\/bfnrt]|\\u(?![dD][89a-fA-F]){_HEX}{{4}}|{_HIGH}{_LOW}'
_INSIDE = rf'(?:[^"\\\x00-\x1f\ud800-\udfff]++|{_ESCAPED})*+'
_STRING = f'"{_INSIDE}"'
_WHOLE = rf"[1-9][0-9]{{0,14}}(?![0-9])|{_up_to(str(LARGEST))}"
_NUMBER = rf"(?:0|-?(?:{_WHOLE}))(?![0-9.eE+-])"
_TOKENS = rf"[ \t\r\n,:a-z]++|{_STRING}|\{{\}}|\[\]|{_NUMBER}"


def _nested(levels: int) -> str:
    """A pattern for what may stand inside of brackets, itself with so many levels of them."""
    pattern = rf"(?:{_TOKENS}|[\[{{][ \t\r\n]*+[\]}}])*+"
    for _ in range(levels):
        pattern = rf"(?:{_TOKENS}|[\[{{]{pattern}[\]}}])*+"
    return pattern


BLANKS: Final = re.compile(r"[ \t\r\n]*+")
_WORDS = r"(?:true|false|null)(?![A-Za-z0-9_.-])"
_VALUE = rf"(?:{_STRING}|{_NUMBER}|{_WORDS}|[\[{{]{_nested(DEEPEST - 1)}[\]}}])"
VALUE: Final = re.compile(_VALUE)
"""One value, as far as tokens and nesting go."""
FLAT: Final = re.compile(rf"(?:{_TOKENS}|[\[\]{{}}])*+")
"""As many good tokens as there are, whatever their nesting."""
SURROGATE: Final = re.compile("[\ud800-\udfff]")

_LOOSE = rf'(?:[^"\\\x00-\x1f]++|\\["\\/bfnrt]|\\u{_HEX}{{4}})*+'
_BROKEN = re.compile(rf'(?:"{_LOOSE}(?:\\(?:u{_HEX}{{0,3}})?)?|-)\Z')
_WORD = re.compile(r"(?<![a-z])(?:tr?u?|fa?l?s?|nu?l?)\Z")
_DIGITS = re.compile(r"-?([0-9][0-9.eE+-]{0,20})")
_HALF = re.compile(f'"{_LOOSE}"')
_OUTSIDE = re.compile(rf'(?:"{_LOOSE}"|[^"\[\]{{}}]++)++')
_CLOSING: Final = str.maketrans("[{", "]}")


def broken_off(text: str, at: int) -> int | None:
    """Where the last token of a text that breaks off begins, if that is the only bad one.

    `at` is where FLAT has ended: everything before is good.
    """
    if at < len(text):
        return at if _BROKEN.match(text, at) else None
    word = _WORD.search(text, max(0, len(text) - 5))
    return at if word is None else word.start()


def bad_token(text: str, at: int) -> str:
    """What is wrong with the token at `at`, in ASCII."""
    number = _DIGITS.match(text, at)
    if number is None:
        half = text[at] == '"' and _HALF.match(text, at)
        return "a string has half a character in it" if half else "not JSON"
    if number[1].isdecimal() and not number[1].startswith("0"):
        return "an integer beyond 2^53 - 1"
    return f"{number[0]} is not written as an integer"


def closed(text: str) -> str:
    """A beginning of JSON, with the brackets behind it that are still open. If it is nested too
    deeply, they are others, and it still is."""
    brackets = _OUTSIDE.sub("", text)
    for _ in range(DEEPEST + 1):
        brackets = brackets.replace("[]", "").replace("{}", "")
    return text + brackets[::-1].translate(_CLOSING)
