"""Parsing one JSON object strictly: what every schema may rely on before it looks.

UTF-8, unique names, finite numbers, bounded depth, strings that can be stored anywhere.

Not the verifier's reader (domain/text/strict_json.py): that one refuses the whole text for what a
schema refuses with a pointer (7.0, 1e2, names that are not ASCII), lets NUL pass, which the record
may hold, and does not say at which line and column a text is broken.
"""

import json
import math
import re
from typing import Any, Final, Never

from service.problems import Problem

MAX_DEPTH: Final = 32
MAX_DIGITS: Final = 4000
"""Of one number: below Python's own limit (4300), so that its conversion never fails."""

# A string (an unfinished one too, hence the optional end) or a bracket. The possessive loop
# keeps it linear on hostile input.
_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)

_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")


class _RefusedError(ValueError):
    """A value that JSON's grammar allows, or Python's reader, but this server does not."""


def parse_object(body: bytes) -> dict[str, Any]:
    """The object that `body` is. Raises Problem (400)."""
    if not body or body.isspace():
        raise Problem("empty_body")
    if _deeper_than(body, MAX_DEPTH):
        raise Problem("invalid_json", f"Nested more than {MAX_DEPTH} deep.")
    try:
        value = _DECODER.decode(body.decode("utf-8"))
        if b"\\u" in body:  # only an escape can smuggle these past the decoder
            _check_strings(value)
    except UnicodeDecodeError:
        raise Problem("invalid_json", "Not UTF-8.") from None
    except json.JSONDecodeError as error:
        detail = f"Broken at line {error.lineno}, column {error.colno}."
        raise Problem("invalid_json", detail) from None
    except _RefusedError as error:
        raise Problem("invalid_json", str(error)) from None
    if type(value) is not dict:
        raise Problem("invalid_json", "The body must be an object.")
    return value


def _deeper_than(body: bytes, limit: int) -> bool:
    # Counted before parsing: the parser is recursive, and its depth is not ours to set.
    if body.count(b"[") + body.count(b"{") <= limit:
        return False
    depth = 0
    for match in _TOKEN.finditer(body):
        first = body[match.start()]
        if first in b"[{":
            depth += 1
            if depth > limit:
                return True
        elif first in b"]}":
            depth -= 1
    return False


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _RefusedError("A name appears twice in one object.")
    return members


def _number(digits: str) -> int | float:
    if len(digits) > MAX_DIGITS:
        raise _RefusedError(f"A number has more than {MAX_DIGITS} digits.")
    # -0 is a float apart from 0 elsewhere (RFC 8785 has no way to write it): no whole number.
    if digits != "-0" and digits.removeprefix("-").isdecimal():
        return int(digits)
    value = float(digits)
    if math.isinf(value):
        raise _RefusedError("A number is too large.")
    return value


def _constant(name: str) -> Never:
    raise _RefusedError(f"{name} is not JSON.")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=_number, parse_float=_number, parse_constant=_constant
)


def _check_strings(value: Any) -> None:
    """Refuse NUL and lone surrogates, in names too: neither survives every store and client."""
    if type(value) is str:
        if _UNSTORABLE.search(value):
            raise _RefusedError("A string contains NUL or half of a surrogate pair.")
    elif type(value) in (list, dict):
        for item in value if type(value) is list else [*value, *value.values()]:
            _check_strings(item)
