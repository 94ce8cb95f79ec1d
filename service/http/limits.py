"""How often one client may ask: per token, or per address without one; reads and writes apart.

Counted in each web process by itself, so that a limit costs no round trip: with p processes a
client may get up to p times as far. An answer to a decision counts only when it was refused or
a repeat. So the first answer to an open decision is never refused by a limit, however busy its
token has been. Headers: RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers).
"""

import math
import time
from dataclasses import dataclass
from typing import Final

from flask import Flask, Response, request
from limits import RateLimitItem, parse
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

_NOTE: Final = "toma6.limit"
_ANSWERS: Final = "answer_decision"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a client stands with one limit: how many requests are left, for how many seconds, and
    whether the last one was `allowed`, or one too many."""

    kind: str
    item: RateLimitItem
    remaining: int
    seconds: int
    allowed: bool

    def headers(self) -> dict[str, str]:
        """The two header fields, as structured fields (RFC 9651)."""
        return {
            "RateLimit-Policy": f'"{self.kind}";q={self.item.amount};w={self.item.get_expiry()}',
            "RateLimit": f'"{self.kind}";r={self.remaining};t={self.seconds}',
        }

    def refusal(self) -> Response:
        """The 429 for a request that was one too many."""
        detail = (
            f"The limit for {self.kind} is {self.item.amount} in {self.item.get_expiry()} seconds."
        )
        headers = {**self.headers(), "Retry-After": str(self.seconds)}
        return respond(document("too_many_requests", detail), headers)


class Limiter:
    """Counts requests against the configured limits, in this process."""

    def __init__(self, reads: str, writes: str) -> None:
        self._window = FixedWindowRateLimiter(MemoryStorage())
        given = {READS: reads, WRITES: writes}
        try:
            self._items = {kind: parse(limit) for kind, limit in given.items() if limit}
        except ValueError as error:
            raise ConfigError(f"TOMA6_LIMIT_…: {error}; write it as 300/minute") from None

    def count(self, kind: str, who: str) -> Standing | None:
        """Count one request; None if there is no limit of this kind."""
        item = self._items.get(kind)
        if item is None:
            return None
        allowed = self._window.hit(item, kind, who)
        stats = self._window.get_window_stats(item, kind, who)
        seconds = max(1, math.ceil(stats.reset_time - time.time()))
        return Standing(kind, item, stats.remaining, seconds, allowed)


def install(app: Flask, limiter: Limiter) -> None:
    """Have every request of `app` counted, and answered with where its client stands."""

    def count() -> Response | None:
        if request.path in UNLIMITED or request.method == "OPTIONS" or _is_answer():
            return None
        return counted(READS if request.method in ("GET", "HEAD") else WRITES)

    def counted(kind: str) -> Response | None:
        standing = limiter.count(kind, _who())
        if standing is not None and not standing.allowed:
            return standing.refusal()
        request.environ[_NOTE] = standing
        return None

    def tell(response: Response) -> Response:
        if _answered_in_vain(response) and (refusal := counted(WRITES)):
            return refusal
        standing: Standing | None = request.environ.get(_NOTE)
        if standing is not None:
            response.headers.update(standing.headers())
        return response

    app.before_request(count)
    app.after_request(tell)


def _answered_in_vain(response: Response) -> bool:
    """Whether this was an answer that changed nothing: refused by the rules, or a repeat."""
    in_vain = response.status_code == 200 or 400 <= response.status_code < 500
    return _is_answer() and request.method == "PUT" and in_vain


def _is_answer() -> bool:
    return request.endpoint is not None and request.endpoint.endswith(_ANSWERS)


def _who() -> str:
    """Who is counted: the token, by its hash, else the address.

    A header that cannot be used is the route's to refuse; until then its sender is an address.
    """
    try:
        token = bearer_token(request)
    except Problem:
        token = None
    return hash_token(token) if token is not None else str(request.remote_addr)
