"""Times as the public form writes them: RFC 3339, UTC, milliseconds, years 1970 to 9999."""

import re
from datetime import date
from functools import lru_cache
from typing import Any, Final

LAST: Final = 253_402_300_799_999
"""The last moment that has a spelling: 9999-12-31T23:59:59.999Z."""

_DAY_FORM = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_EPOCH = date(1970, 1, 1).toordinal()
_DAY = 86_400_000

# What follows the day, in parts of which each has one spelling. Replays read many times.
_MINUTES = {f"T{m // 60:02d}:{m % 60:02d}:": m * 60_000 for m in range(24 * 60)}
_SECONDS = {f"{s:02d}.": s * 1000 for s in range(60)}
_THOUSANDTHS = {f"{ms:03d}Z": ms for ms in range(1000)}


@lru_cache(maxsize=4096)
def rfc3339(at: int) -> str:
    """Milliseconds since 1970 as `2026-11-30T01:47:42.123Z` (RFC 3339, section 5.6).

    Later moments than the last, which only a deadline can be, are written as the last.
    """
    days, rest = divmod(min(at, LAST), _DAY)
    seconds, milliseconds = divmod(rest, 1000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{_written(days)}T{hour:02d}:{minute:02d}:{second:02d}.{milliseconds:03d}Z"


def milliseconds(text: str) -> int:
    """The inverse of `rfc3339`; refuses any other spelling of the same moment.

    :raises ValueError: if `text` is not exactly what `rfc3339` writes.
    """
    try:
        seconds = _SECONDS[text[17:20]] + _THOUSANDTHS[text[20:]]
        return _read(text[:10]) + _MINUTES[text[10:17]] + seconds
    except (KeyError, ValueError) as error:
        raise ValueError(
            "not an RFC 3339 time in UTC with milliseconds, in 1970 to 9999"
        ) from error


def is_time(value: Any) -> bool:
    """Whether this is a time in its one spelling."""
    try:
        return type(value) is str and milliseconds(value) >= 0
    except ValueError:
        return False


# The entries of a game share a day or two.


@lru_cache(maxsize=64)
def _written(days: int) -> str:
    return date.fromordinal(_EPOCH + days).isoformat()


@lru_cache(maxsize=64)
def _read(day: str) -> int:
    if _DAY_FORM.fullmatch(day) is None:
        raise ValueError("not a day as ISO 8601 writes it with hyphens")
    days = date.fromisoformat(day).toordinal() - _EPOCH
    if days < 0:
        raise ValueError("before 1970")
    return days * _DAY
