"""How often one client may ask: per token, or per address; reads and writes apart.

Counted in each web process by itself, so that a limit costs no round trip: with p processes a
client may get up to p times as far. How an allowance comes back is in `allowances.py`.

A token has a budget of its own once it has opened something in this process; until then, and when
it stops doing so, it counts on the address that it comes from, as do headers that cannot be used
and requests without one. What routes find out about the asker is in `CLIENT` afterwards; then what
was counted is settled. An account speaks for all players of an app and may `accounts` times as
much as one of them.

Two things outlast a spent budget, so that nobody loses by it what the clock takes: an answer to a
decision counts only when it was refused or a repeat, and what a token owes can still be read once
a second. Whoever has not opened anything yet has both as long as its address has not sent too many
tokens that open nothing. Headers: RateLimit and RateLimit-Policy
(draft-ietf-httpapi-ratelimit-headers).
"""

import math
from typing import Final, NamedTuple

from flask import Response, request

from service.http.allowances import MOST_KEPT, Buckets, Rate
from service.http.problems import document, respond
from service.http.proxies import network_of

CLIENT: Final = "toma6.client"
"""In the environ: who a route has found to ask, as its token, or ACCOUNT and an account's id."""
ACCOUNT: Final = "account "

READS: Final = "reads"
WRITES: Final = "writes"
OWED: Final = "owed"
"""What can be read of what is owed, when no reads are left."""
GUESSES: Final = "guesses"
"""Tokens that open nothing, of one address."""
UNLIMITED: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""For whoever runs the server: a limit there would hide the trouble it comes from."""
LONGEST_HEADER: Final = 64

_HEADERS: Final = "toma6.limit"
_ANSWERING: Final = "decisions.answer_decision"
_OWED: Final = frozenset(
    {"games.get_game", "decisions.list_decisions", "decisions.get_decision", "me.list_owed"}
)


class Client(NamedTuple):
    """Whose requests count together, and how many times the limit it may."""

    key: str
    times: int = 1


class Limiter:
    """Counts requests against the configured limits, in this process: before they are served, and
    once more when they are."""

    def __init__(self, reads: str, writes: str, accounts: int = 1) -> None:
        given = {READS: reads, WRITES: writes, GUESSES: writes or reads, OWED: "60/minute"}
        self._rates = {kind: Rate.of(written) for kind, written in given.items() if written}
        self._accounts = accounts
        self._buckets = Buckets()
        self._known: dict[str, Client] = {}

    def known(self, header: str | None) -> Client | None:
        """Who sends this Authorization header; None if it has opened nothing yet."""
        return None if header is None else self._known.get(header)

    def learn(self, header: str | None, found: str) -> Client:
        """This header has opened something: its holder has budgets of its own from now on."""
        client = Client(found, self._accounts if found.startswith(ACCOUNT) else 1)
        if header is not None and len(header) <= LONGEST_HEADER:
            self._known[header] = client
            if len(self._known) > MOST_KEPT:
                del self._known[next(iter(self._known))]
        return client

    def forget(self, header: str) -> Client | None:
        """This header opens nothing, or nothing any more. Returns who had sent it before."""
        return self._known.pop(header, None)

    def count(
        self, kind: str, client: Client, count: int = 1
    ) -> tuple[dict[str, str], Response | None]:
        """Count one request. Returns the header fields (RFC 9651) that say how many are left and
        in how many seconds there is one more, and a 429 if it was one too many; neither if there
        is no such limit."""
        rate = self._rates.get(kind)
        if rate is None:
            return {}, None
        rate = Rate(rate.amount * client.times, rate.seconds)
        allowed, left, wait = self._buckets.take(rate, kind, client.key, count)
        seconds = max(1, math.ceil(wait))
        headers = {
            "RateLimit-Policy": f'"{kind}";q={rate.amount};w={rate.seconds}',
            "RateLimit": f'"{kind}";r={left};t={seconds}',
        }
        if allowed or count < 0:
            return headers, None
        detail = f"The limit for {kind} is {rate.amount} in {rate.seconds} seconds."
        refused = document("too_many_requests", detail)
        return {}, respond(refused, {**headers, "Retry-After": str(seconds)})

    def before(self) -> Response | None:
        """Refuse what is one too many."""
        if request.path in UNLIMITED or request.method == "OPTIONS":
            return None
        header = request.environ.get("HTTP_AUTHORIZATION")
        known = self.known(header)
        if request.endpoint == _ANSWERING:
            # Before anything is looked up: a flood of tokens that were made up ends here.
            stranger = header is not None and known is None
            return self.count(GUESSES, _address(), 0)[1] if stranger else None
        refusal = self._counted(_kind(), known or _address())
        if refusal is None or header is None or request.endpoint not in _OWED:
            return refusal
        if known is None:
            return self.count(GUESSES, _address(), 0)[1]
        more = self._counted(OWED, known)
        return more and min(refusal, more, key=lambda each: int(each.headers["Retry-After"]))

    def after(self, response: Response) -> Response:
        """Settle what could not be known before, and tell the client where it stands."""
        if request.path in UNLIMITED or response.status_code == 429:
            return response
        header = request.environ.get("HTTP_AUTHORIZATION")
        client = self._settled(header)
        in_vain = response.status_code in (401, 403, 404)
        if header is not None and in_vain and CLIENT not in request.environ:
            was, client = self.forget(header), _address()
            self.count(GUESSES, client)
            if was is not None and _HEADERS in request.environ:
                self._counted(_kind(), client)
        if _answered_in_vain(response) and (refusal := self._counted(WRITES, client)):
            return refusal
        response.headers.update(request.environ.get(_HEADERS, {}))
        return response

    def _counted(self, kind: str, client: Client) -> Response | None:
        request.environ[_HEADERS], refusal = self.count(kind, client)
        return refusal

    def _settled(self, header: str | None) -> Client:
        """Whose request this was, now that the routes have looked."""
        found, known = request.environ.get(CLIENT), self.known(header)
        if found is None or (known is not None and known.key == found):
            return known or _address()
        client = self.learn(header, found)
        if request.environ.get(_HEADERS):  # counted on the address, to be on the safe side
            self.count(_kind(), known or _address(), -1)
            self._counted(_kind(), client)
        return client


def _address() -> Client:
    return Client(network_of(request.environ.get("REMOTE_ADDR", "")))


def _kind() -> str:
    return READS if request.method in ("GET", "HEAD") else WRITES


def _answered_in_vain(response: Response) -> bool:
    """Whether this was an answer that changed nothing: refused by the rules, or a repeat."""
    in_vain = response.status_code == 200 or 400 <= response.status_code < 500
    return request.endpoint == _ANSWERING and request.method == "PUT" and in_vain
