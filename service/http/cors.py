"""Which other sites' pages may call the API: an exact list of origins, empty by default.

Tokens travel in a header that a page must set itself, so no answer ever allows credentials, and
`*` is never sent. A foreign origin gets no CORS header at all; the browser does the rest.
"""

from collections.abc import Mapping
from typing import Final

from werkzeug.datastructures import Headers

REQUEST_HEADERS: Final = (
    "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, "
    "X-Request-Id"
)
EXPOSED_HEADERS: Final = (
    "ETag, Link, Location, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, "
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id"
)
MAX_AGE_SECONDS: Final = 600


def add_headers(
    headers: Headers,
    environ: Mapping[str, str],
    origins: frozenset[str],
    preflight_methods: str | None,
) -> None:
    """Add what the asking origin is due to `headers`; nothing while no origin is allowed.

    `preflight_methods`: the route's `Allow` if this answers an OPTIONS request it has, else None.
    """
    if not origins:
        return
    # Said to everybody, or a shared cache would give one origin's answer to another.
    headers["Vary"] = f"{headers['Vary']}, Origin" if "Vary" in headers else "Origin"
    origin = environ.get("HTTP_ORIGIN")
    if origin is None or origin not in origins:
        return
    headers["Access-Control-Allow-Origin"] = origin
    if preflight_methods is not None and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
        headers["Access-Control-Allow-Methods"] = preflight_methods
        headers["Access-Control-Allow-Headers"] = REQUEST_HEADERS
        headers["Access-Control-Max-Age"] = str(MAX_AGE_SECONDS)
    else:
        headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
