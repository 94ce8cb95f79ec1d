"""Which other sites' pages may call the API: an exact list of origins, empty by default.

Tokens travel in a header that a page must set itself, so no answer ever allows credentials, and
`*` is never sent. A foreign origin gets no CORS header at all; the browser does the rest.
"""

from collections.abc import Mapping, Sequence
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


def added(
    headers: Sequence[tuple[str, str]],
    environ: Mapping[str, str],
    origins: frozenset[str],
    *,
    preflight: bool,
) -> list[tuple[str, str]]:
    """The headers with what the asking origin is due.

    `preflight`: this answers an OPTIONS request, with an Allow if there is anything to call.
    """
    found = dict(headers)
    # Said to everybody, or a shared cache would give one origin's answer to another.
    vary = f"{found['Vary']}, Origin" if "Vary" in found else "Origin"
    more = [*(each for each in headers if each[0] != "Vary"), ("Vary", vary)]
    origin = environ.get("HTTP_ORIGIN")
    if origin is None or origin not in origins:
        return more
    more.append(("Access-Control-Allow-Origin", origin))
    asked = preflight and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
    if asked and "Allow" in found:
        more.append(("Access-Control-Allow-Methods", found["Allow"]))
        more.append(("Access-Control-Allow-Headers", REQUEST_HEADERS))
        more.append(("Access-Control-Max-Age", str(MAX_AGE_SECONDS)))
    else:
        more.append(("Access-Control-Expose-Headers", EXPOSED_HEADERS))
    return more
