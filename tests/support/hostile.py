"""Hostile requests, as bytes: several hundred over all routes, the same ones each time.

Every one is wrong, and must be told so: 4xx. What else must hold is in test_hostile.py.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from tests.support import bodies
from tests.support.client import Table
from tests.support.hostile_heads import heads
from tests.support.smuggling import requests
from tests.support.wire import Hostile, sent

TOKEN = "t6s_" + "A" * 43


def corpus(table: Table) -> Iterator[Hostile]:
    """All of them, against a started game of two seats where nobody has picked."""
    for route in _routes(table):
        yield from _bodies(route)
        yield from _wrappings(route)
    yield from _names_and_options(table)
    yield from heads(table)
    yield from _not_http(table)


@dataclass(frozen=True, slots=True)
class Route:
    """A route that takes a body: a right member of it, and one around a whole number."""

    name: str
    method: str
    path: str
    token: str
    member: str
    number: str

    def sent(self, body: bytes, *headers: str) -> bytes:
        return sent(self.method, self.path, self.token, body, *headers)


def _routes(table: Table) -> list[Route]:
    pick, seats, game = table.path("/decisions/r1t1-pick-s0"), table.path("/seats"), '"classic"'
    games = f'{{"ruleset":{game},"seats":%s}}'
    return [
        Route("pick", "PUT", pick, table.seats[0], '"card":7', '{"card":%s}'),
        Route("seats", "POST", seats, table.host, '"name":"A"', '{"name":"A","seat":%s}'),
        Route("games", "POST", "/v1/games", "", f'"ruleset":{game}', games),
        Route("tokens", "POST", "/v1/tokens", TOKEN, '"name":"A"', '{"name":"A","scopes":%s}'),
    ]


def _bodies(route: Route) -> Iterator[Hostile]:
    made = [*bodies.no_json(route.member), *(text.encode() for text in bodies.NESTED)]
    for text in bodies.NO_NUMBERS:
        if text != "null":  # it means "any seat", "as many as there are"
            spelt = text.replace("{{", "{").replace("}}", "}").replace("{}", "7")
            made.append((route.number % spelt).encode())
    made.append(f"{{{route.member}}}".encode().ljust(70_000))
    for count, body in enumerate(made):
        yield Hostile(f"{route.name} body {count}", route.sent(body))


def _wrappings(route: Route) -> Iterator[Hostile]:
    wrong = [f"Content-Type: {declared}" for declared in bodies.WRONG_TYPES]
    wrong += [f"Content-Encoding: {encoding}" for encoding in bodies.WRONG_ENCODINGS]
    if route.method == "POST" and route.name != "tokens":
        keys = ("", "a b", "a\tb", "\xe9", "x" * 256, "\x7f")
        wrong += [f"Idempotency-Key: {key}" for key in keys]
    for header in wrong:
        body = f"{{{route.member}}}".encode()
        yield Hostile(f"{route.name} with {header!r:.40}", route.sent(body, header))


def _names_and_options(table: Table) -> Iterator[Hostile]:
    for text in ("", "\u202ex", "x" * 41, "\u200b", " x", "\ud800", "a\x00b", 7, None, ["A"]):
        body = json.dumps({"name": text}).encode()
        named = sent("POST", table.path("/seats"), table.host, body)
        yield Hostile(f"name {text!r:.20}", named)
    for options in ({"end_score": 0}, {"x": 1}, {"\u0000": 1}, {"end_score": [1]}, [], 7, "x"):
        body = json.dumps({"ruleset": "classic", "options": options}).encode()
        yield Hostile(f"options {options!r:.30}", sent("POST", "/v1/games", "", body))


def _not_http(table: Table) -> Iterator[Hostile]:
    for count, data in enumerate(requests(table)):
        yield Hostile(f"not HTTP {count}", data, framed=False)
