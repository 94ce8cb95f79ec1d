"""Times as the public form writes them: RFC 3339, UTC, milliseconds."""

from datetime import UTC, datetime
from functools import lru_cache


@lru_cache(maxsize=1024)
def rfc3339(at: int) -> str:
    """Milliseconds since 1970 as `2026-11-30T01:47:42.123Z` (RFC 3339, section 5.6)."""
    seconds, milliseconds = divmod(at, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{milliseconds:03d}Z"


@lru_cache(maxsize=1024)
def milliseconds(text: str) -> int:
    """The inverse of `rfc3339`; refuses any other spelling of the same moment.

    :raises ValueError: if `text` is not exactly what `rfc3339` writes.
    """
    moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    at = int(moment.timestamp()) * 1000 + moment.microsecond // 1000
    if rfc3339(at) != text:
        raise ValueError(f"not an RFC 3339 time in UTC with milliseconds: {text!r}")
    return at
