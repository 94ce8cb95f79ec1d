"""Hostile addresses, queries, headers and methods, with bodies as they should be."""

from collections.abc import Iterator

from tests.support.client import Table
from tests.support.wire import JSON, Hostile, get, raw, sent

TOKEN = "t6s_" + "A" * 43


def heads(table: Table) -> Iterator[Hostile]:
    """All of them, against a started game of two seats where nobody has picked."""
    yield from _addresses(table)
    yield from _queries(table)
    yield from _headers(table)
    yield from _methods(table)


ODD = [
    *("..", ".", "%2e%2e", "%00", "%ff", "%c3%28", "~", "A" * 26, "a" * 25, "a" * 27, "a" * 1500),
    *("{game}", "<game>", "*", "%0d%0aX:y", "0", "-1", "1e9", "null", "%252f", ";a=b", "a%20b"),
    *("\u0661".encode().decode("latin-1"), "%D9%A1", "constructor", "__proto__", "%7Bb1%7D:game"),
]


def _addresses(table: Table) -> Iterator[Hostile]:
    game = f"/v1/games/{table.game}"
    below = ["", "/events", "/audit", "/decisions", "/decisions/r1t1-pick-s0", "/seats/0"]
    for odd in ODD:
        for path in (f"/v1/games/{odd}", f"{game}/decisions/{odd}", f"/{odd}", f"/docs/{odd}"):
            yield Hostile(f"GET {path[-60:]}", get(path, table.seats[0]))
        seat = "99" if odd == "0" else odd
        asked = sent("DELETE", f"{game}/seats/{seat}", table.host, b"")
        yield Hostile(f"DELETE seats/{seat[:20]}", asked)
        yield Hostile(
            f"PUT {odd[:20]}", sent("PUT", f"{game}/decisions/{odd}", table.seats[0], b'{"card":7}')
        )
    for rest in below:
        for path in (
            f"/{game}{rest}",
            f"{game}{rest}//",
            f"/v1//games/{table.game}{rest}",
            f"/v1/games%2F{table.game}{rest}",
            f"{game}{rest}/x/y",
            f"{game}{rest}%00",
            f"/v2/games/{table.game}{rest}",
            f"{game.upper()}{rest}",
        ):
            yield Hostile(f"GET {path[-50:]}", get(path, table.seats[0]))


def _queries(table: Table) -> Iterator[Hostile]:
    numbers = (
        *("-1", "1.0", "1e2", "%31%30x", "0x1", "abc", "", "NaN", "9" * 17, "9" * 1500, "+1"),
        *("%D9%A1", "1_0", "%00", "true", "[1]"),
    )
    places = [
        *((table.path(), "revision"), (table.path("/events"), "after"), (table.path(), "seat")),
        *((table.path("/events"), "limit"), ("/v1/games", "limit")),
    ]
    for path, name in places:
        for number in numbers:
            yield Hostile(f"?{name}={number[:12]}", get(f"{path}?{name}={number}"))
        yield Hostile(f"?{name} twice", get(f"{path}?{name}=1&{name}=2"))
        yield Hostile(f"?{name} and more", get(f"{path}?{name}=1&x=1"))
    for token in ("token", "access_token", "TOKEN", "%74oken"):
        yield Hostile(f"?{token}", get(f"{table.path()}?{token}={table.seats[0]}"))
    zeros = "0" * 13 + ":"
    for cursor in ("x", "%00", "1:2", zeros + "A" * 26, "9" * 500, zeros + "a" * 27):
        yield Hostile(f"?cursor={cursor[:20]}", get(f"/v1/games?cursor={cursor}"))
    rulesets = "ruleset=", "ruleset=" + "x" * 41
    for query in ("status=x", "status=", *rulesets, "x=1", "status[]=lobby"):
        yield Hostile(f"?{query[:20]}", get(f"/v1/games?{query}"))


def _headers(table: Table) -> Iterator[Hostile]:
    good = f"Authorization: Bearer {table.seats[0]}"
    for value in (
        *("", "Bearer", "Bearer ", "Bearer x", "Basic eDp5", f"Token {TOKEN}", "Bearer t6s_"),
        *(f"Bearer {TOKEN}x", f"Bearer {TOKEN} ", f"Bearer\t{TOKEN}", f"Bearer {TOKEN},{TOKEN}"),
        *("Bearer \xff", f"Bearer t6S_{'A' * 43}", f"Bearer {TOKEN[:-1]}=", TOKEN, "null"),
        f"Bearer t6a_{'A' * 43}",
    ):
        if value != f"Bearer {TOKEN} ":  # blanks at the end of a header are not part of it
            path = table.path() if value.startswith("Bearer t6a_") else table.path("/decisions")
            asked = raw(f"GET {path} HTTP/1.1", f"Authorization: {value}", "Connection: close")
            yield Hostile(f"Authorization: {value[:20]!r}", asked)
    yield Hostile("two tokens", get(table.path(), "", good, good))
    yield Hostile("two kinds", get(table.path(), "", good, "Authorization: Basic eDp5"))
    body = b'{"ruleset":"classic"}'
    yield Hostile("two media types", sent("POST", "/v1/games", "", body, JSON, JSON))
    path = table.path()
    yield Hostile("101 headers", get(path, "", *(f"X-{n}: y" for n in range(101))), framed=False)
    yield Hostile("9 KB header", get(path, "", "X: " + "y" * 9000), framed=False)
    many = (f"X-{n}: {'y' * 600}" for n in range(110))
    yield Hostile("60 KB of headers", get(path, "", *many), framed=False)
    yield Hostile("5 KB URL", get(path + "?x=" + "y" * 5000), framed=False)
    yield Hostile("3 KB URL", get(path + "?x=" + "y" * 3000))


def _methods(table: Table) -> Iterator[Hostile]:
    below = ["", "/start", "/abandon", "/seats", "/seats/0", "/seats/0/return", "/events", "/audit"]
    below += ["/decisions", "/decisions/r1t1-pick-s0"]
    paths = ["/v1/games", "/v1/rulesets", "/v1/rulesets/classic", "/v1/tokens", "/healthz", "/docs"]
    paths += [table.path(rest) for rest in below]
    for path in paths:
        for method in ("TRACE", "PATCH", "BREW", "PROPFIND", "CONNECTX"):
            by = f"Authorization: Bearer {table.host}"
            asked = raw(f"{method} {path} HTTP/1.1", by, "Content-Length: 0", "Connection: close")
            yield Hostile(f"{method} {path[-30:]}", asked)
    yield Hostile("no Host", raw(f"GET {table.path()} HTTP/1.1", "Connection: close", host=""))
