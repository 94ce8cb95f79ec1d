"""Which other sites' pages may call the API: an exact list of origins, empty by default.

Tokens travel in a header that a page must set itself, so no answer ever allows credentials, and
`*` is never sent. A foreign origin gets no CORS header at all; the browser does the rest.
"""

from collections.abc import Mapping
from typing import Final

REQUEST_HEADERS: Final = (
    "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, "
    "X-Request-Id"
)
EXPOSED_HEADERS: Final = (
    "ETag, Link, Location, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, "
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id"
)
MAX_AGE_SECONDS: Final = 600


def add(
    headers: list[tuple[str, str]], environ: Mapping[str, str], origins: frozenset[str]
) -> None:
    """Add to `headers` what the asking origin is due."""
    given = dict(headers)
    # Said to everybody, or a shared cache would give one origin's answer to another.
    vary = f"{given['Vary']}, Origin" if "Vary" in given else "Origin"
    headers[:] = [*(each for each in headers if each[0] != "Vary"), ("Vary", vary)]
    origin = environ.get("HTTP_ORIGIN")
    if origin is None or origin not in origins:
        return
    headers.append(("Access-Control-Allow-Origin", origin))
    preflight = "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
    if preflight and environ["REQUEST_METHOD"] == "OPTIONS" and "Allow" in given:
        headers.append(("Access-Control-Allow-Methods", given["Allow"]))
        headers.append(("Access-Control-Allow-Headers", REQUEST_HEADERS))
        headers.append(("Access-Control-Max-Age", str(MAX_AGE_SECONDS)))
    else:
        headers.append(("Access-Control-Expose-Headers", EXPOSED_HEADERS))
