"""Times as the public form writes them: RFC 3339, UTC, milliseconds."""

from datetime import UTC, datetime
from functools import lru_cache


@lru_cache(maxsize=4096)
def rfc3339(at: int) -> str:
    """Milliseconds since 1970 as `2026-11-30T01:47:42.123Z` (RFC 3339, section 5.6)."""
    seconds, milliseconds = divmod(at, 1000)
    return f"{_written(seconds)}.{milliseconds:03d}Z"


@lru_cache(maxsize=4096)
def milliseconds(text: str) -> int:
    """The inverse of `rfc3339`; refuses any other spelling of the same moment.

    :raises ValueError: if `text` is not exactly what `rfc3339` writes.
    """
    fraction = text[20:23]
    if len(text) != 24 or text[19] != "." or text[23] != "Z" or not fraction.isdecimal():
        raise ValueError(f"not an RFC 3339 time in UTC with milliseconds: {text!r}")
    at = 1000 * _read(text[:19]) + int(fraction)
    if not text.isascii():
        raise ValueError(f"not an RFC 3339 time in UTC with milliseconds: {text!r}")
    return at


# The events of one decision share a moment, and those of a game a few seconds.


@lru_cache(maxsize=4096)
def _written(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"


@lru_cache(maxsize=4096)
def _read(text: str) -> int:
    seconds = int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())
    if _written(seconds) != text:
        raise ValueError(f"not an RFC 3339 time in UTC: {text!r}")
    return seconds
