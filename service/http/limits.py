"""How often one client may ask: per token, or per address without one; reads and writes apart.

Counted in each web process by itself, so that a limit costs no round trip: with p processes a
client may get up to p times as far. An answer to a decision counts only when it was refused or
a repeat. So the first answer to an open decision is never refused by a limit, however busy its
token has been. Headers: RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers).
"""

import math
import time
from typing import Final

from flask import Flask, Response, request
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from service.access.tokens import hash_token
from service.http.bearer import bearer_token
from service.http.problems import document, respond
from service.problems import Problem
from service.settings.config import ConfigError

READS: Final = "reads"
WRITES: Final = "writes"
UNLIMITED: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""For whoever runs the server: a limit there would hide the trouble it comes from."""

_HEADERS: Final = "toma6.limit"
_ANSWERING: Final = "decisions.answer_decision"


class Limiter:
    """Counts requests against the configured limits, in this process."""

    def __init__(self, reads: str, writes: str) -> None:
        self._window = FixedWindowRateLimiter(MemoryStorage())
        given = {READS: reads, WRITES: writes}
        try:
            self._items = {kind: parse(limit) for kind, limit in given.items() if limit}
        except ValueError as error:
            raise ConfigError(f"TOMA6_LIMIT_…: {error}; write it as 300/minute") from None

    def count(self, kind: str, client: str) -> tuple[dict[str, str], Response | None]:
        """Count one request. Returns the header fields (RFC 9651) that say how many are left, for
        how many seconds, and a 429 if it was one too many; neither if there is no such limit."""
        item = self._items.get(kind)
        if item is None:
            return {}, None
        allowed = self._window.hit(item, kind, client)
        stats = self._window.get_window_stats(item, kind, client)
        seconds = max(1, math.ceil(stats.reset_time - time.time()))
        headers = {
            "RateLimit-Policy": f'"{kind}";q={item.amount};w={item.get_expiry()}',
            "RateLimit": f'"{kind}";r={stats.remaining};t={seconds}',
        }
        if allowed:
            return headers, None
        detail = f"The limit for {kind} is {item.amount} in {item.get_expiry()} seconds."
        refused = document("too_many_requests", detail)
        return {}, respond(refused, {**headers, "Retry-After": str(seconds)})


def install(app: Flask, limiter: Limiter) -> None:
    """Have every request of `app` counted, and answered with where its client stands."""

    def count() -> Response | None:
        if request.path in UNLIMITED or request.method == "OPTIONS":
            return None
        if request.endpoint == _ANSWERING:
            return None
        return counted(READS if request.method in ("GET", "HEAD") else WRITES)

    def counted(kind: str) -> Response | None:
        request.environ[_HEADERS], refusal = limiter.count(kind, _client())
        return refusal

    def tell(response: Response) -> Response:
        if _answered_in_vain(response) and (refusal := counted(WRITES)):
            return refusal
        response.headers.update(request.environ.get(_HEADERS, {}))
        return response

    app.before_request(count)
    app.after_request(tell)


def _answered_in_vain(response: Response) -> bool:
    """Whether this was an answer that changed nothing: refused by the rules, or a repeat."""
    in_vain = response.status_code == 200 or 400 <= response.status_code < 500
    return request.endpoint == _ANSWERING and request.method == "PUT" and in_vain


def _client() -> str:
    """Who is counted: the token, by its hash, else the address.

    A header that cannot be used is the route's to refuse; until then its sender is an address.
    """
    try:
        token = bearer_token(request)
    except Problem:
        token = None
    return hash_token(token) if token is not None else str(request.remote_addr)
