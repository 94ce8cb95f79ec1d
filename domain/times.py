"""Times as the public form writes them: RFC 3339, UTC, milliseconds, years 1970 to 9999."""

import re
from datetime import date
from functools import lru_cache
from typing import Any, Final

LAST: Final = 253_402_300_799_999
"""The last moment that has a spelling: 9999-12-31T23:59:59.999Z."""

_FORM = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})T([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])\.([0-9]{3})Z"
)
_EPOCH = date(1970, 1, 1).toordinal()
_DAY = 86_400_000


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


@lru_cache(maxsize=4096)
def milliseconds(text: str) -> int:
    """The inverse of `rfc3339`; refuses any other spelling of the same moment.

    :raises ValueError: if `text` is not exactly what `rfc3339` writes.
    """
    form = _FORM.fullmatch(text)
    if form is None:
        raise ValueError("not an RFC 3339 time in UTC with milliseconds, in 1970 to 9999")
    day, hour, minute, second, fraction = form.groups()
    seconds = (int(hour) * 60 + int(minute)) * 60 + int(second)
    return _read(day) * _DAY + seconds * 1000 + int(fraction)


def is_time(value: Any) -> bool:
    """Whether this is a time in its one spelling."""
    try:
        return type(value) is str and milliseconds(value) >= 0
    except ValueError:
        return False


# The events of one decision share a moment, and those of a game a day or two.


@lru_cache(maxsize=64)
def _written(days: int) -> str:
    return date.fromordinal(_EPOCH + days).isoformat()


@lru_cache(maxsize=64)
def _read(day: str) -> int:
    days = date.fromisoformat(day).toordinal() - _EPOCH
    if days < 0:
        raise ValueError(f"{day} is before 1970")
    return days
