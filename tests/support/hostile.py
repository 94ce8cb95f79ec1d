"""Hostile requests, as bytes: several hundred over all routes, the same ones each time. Every one
is wrong, and must be told so: 4xx. What else must hold is in test_hostile.py. That every route
refuses every wrong body, key, name and option (tests/http/test_bodies.py) or token
(tests/service/test_http_edge.py), and how, is tested in process: here one route takes all bodies,
as they come over a socket."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.support import bodies
from tests.support.client import Table
from tests.support.wire import CLOSE, JSON, raw, request


def requests(table: Table) -> Iterator[bytes]:
    """All of them. The game is started, seat 0 owes a pick and the host may abandon."""
    put = f"PUT {table.path('/decisions/r1t1-pick-s0')} HTTP/1.1"
    second = (
        f"POST {table.path('/abandon')} HTTP/1.1\r\nHost: x\r\n"
        f"Authorization: Bearer {table.host}\r\nContent-Length: 0\r\n\r\n"
    )
    seat = f"Authorization: Bearer {table.seats[0]}"
    start = f"{put}\r\nHost: x\r\n{seat}\r\nContent-Type: application/json\r\n"
    for framing in FRAMINGS:
        yield f"{start}{framing}\r\n\r\n0\r\n\r\n{second}".encode("latin-1")
    chunked = f"{start}Transfer-Encoding: chunked\r\n\r\n"
    for chunks in CHUNKS:
        yield f"{chunked}{chunks}{second}".encode("latin-1")
    for line in LINES:
        yield f"{line.replace('PATH', table.path())}\r\n\r\n{second}".encode("latin-1")
    for name in HEADERS:
        yield f"GET {table.path()} HTTP/1.1\r\nHost: x\r\n{name}\r\n\r\n{second}".encode("latin-1")
    yield from (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"\x00" * 64 + b"\r\n\r\n")
    yield from (
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"*3\r\n$3\r\nSET\r\n$1\r\nx\r\n$1\r\ny\r\n\r\n",
    )


FRAMINGS = [
    "Content-Length: 5\r\nTransfer-Encoding: chunked",
    *("Transfer-Encoding: chunked\r\nContent-Length: 5", "Content-Length: 5\r\nContent-Length: 6"),
    *("Content-Length: 5, 6", "Content-Length: 5\r\nContent-Length: 0", "Content-Length: +5"),
    *("Content-Length: -5", "Content-Length: 0x5", "Content-Length: 5_0", "Content-Length: five"),
    *("Content-Length: ٥".encode().decode("latin-1"), "Content-Length: 5 5", "Content-Length : 5"),
    *(" Content-Length: 5", "Content-Length: 5\r\n Transfer-Encoding: chunked"),
    *("Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, identity"),
    "Transfer-Encoding: chunked, chunked",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
    *("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "Transfer-Encoding : chunked"),
    *("Transfer-Encoding:\x0bchunked", "Transfer-Encoding: \x00chunked"),
    *("Transfer-Encoding: 'chunked'", 'Transfer-Encoding: "chunked"', "Transfer-Encoding: gzip"),
    *("Transfer-Encoding: chunked;q=1", "Transfer-Encoding\t: chunked"),
    "Transfer_Encoding: chunked\r\nTransfer-Encoding: x",
]

CHUNKS = [
    *("zz\r\n{}\r\n0\r\n\r\n", "-1\r\n{}\r\n0\r\n\r\n", "+2\r\n{}\r\n0\r\n\r\n"),
    *("0x2\r\n{}\r\n0\r\n\r\n", "2 \n{}\r\n0\r\n\r\n", "2\n{}\n0\n\n", "2\r\n{}0\r\n\r\n"),
    *("2\r\n{}X\r\n0\r\n\r\n", "\r\n\r\n", "2_0\r\n{}\r\n0\r\n\r\n", "\xb2\r\n{}\r\n0\r\n\r\n"),
]

LINES = [
    *("GET PATH", "GET PATH HTTP/2.0\r\nHost: x", "GET PATH HTTP/0.9\r\nHost: x"),
    *("GET PATH http/1.1\r\nHost: x", "GET PATH HTTP/1.1x\r\nHost: x"),
    *("GET PATH HTTP/1,1\r\nHost: x", "GET  PATH HTTP/1.1\r\nHost: x"),
    *("GET\tPATH\tHTTP/1.1\r\nHost: x", "get PATH HTTP/1.1\r\nHost: x"),
    *("G\x00ET PATH HTTP/1.1\r\nHost: x", "GET PATH\x00 HTTP/1.1\r\nHost: x"),
    *("GET PATH\x7f HTTP/1.1\r\nHost: x", "GET HTTP/1.1\r\nHost: x"),
    *(":GET PATH HTTP/1.1\r\nHost: x", "(GET) PATH HTTP/1.1\r\nHost: x"),
    "GETGETGETGETGETGETGETGETGETGET PATH HTTP/1.1\r\nHost: x",
    "GET PATH HTTP/1.1 HTTP/1.1\r\nHost: x",
]

HEADERS = [
    *("NoColon", ": no name", "Bad Name: x", "Bad\x00Name: x", "Bad(Name): x", "X: a\x00b"),
    *("X: a\rb", "X: a\nEvil", "X : y", "\xe9: y"),
]


TOKEN = "t6s_" + "A" * 43


@dataclass(frozen=True, slots=True)
class Hostile:
    """One request. `framed`: it is HTTP, so that the application sees it. `status`: where it is
    told which limit was met, or who refuses."""

    name: str
    data: bytes
    framed: bool = True
    status: int | None = None


def corpus(table: Table) -> Iterator[Hostile]:
    """All of them, against a started game of two seats where nobody has picked."""
    yield from _bodies(table)
    yield from _addresses(table)
    yield from _queries()
    yield from _headers(table)
    yield from _methods(table)
    for count, data in enumerate(requests(table)):
        yield Hostile(f"not HTTP {count}", data, framed=False)


def get(path: str, token: str = "", *more: str) -> bytes:
    return request("GET", path, token, None, *more, CLOSE)


def _bodies(table: Table) -> Iterator[Hostile]:
    path, token, right = table.path("/decisions/r1t1-pick-s0"), table.seats[0], b'{"card":7}'
    made = [*bodies.no_json('"card":7'), *(text.encode() for text in bodies.NESTED)]
    for text in bodies.NO_NUMBERS:
        spelt = text.replace("{{", "{").replace("}}", "}").replace("{}", "7")
        made.append(b'{"card":%b}' % spelt.encode())
    made.append(right.ljust(70_000))
    for count, body in enumerate(made):
        yield Hostile(f"body {count}", request("PUT", path, token, body, CLOSE))
    wrong = [f"Content-Type: {declared}" for declared in bodies.WRONG_TYPES]
    wrong += [f"Content-Encoding: {encoding}" for encoding in bodies.WRONG_ENCODINGS]
    for header in wrong:
        yield Hostile(f"with {header!r:.40}", request("PUT", path, token, right, header, CLOSE))
    made_up = request("POST", "/v1/tokens", TOKEN, {"name": "A", "scopes": ["play"]}, CLOSE)
    yield Hostile("tokens by nobody", made_up, status=401)


ODD = [
    *("..", ".", "%2e%2e", "%00", "%ff", "%c3%28", "~", "A" * 26, "a" * 25, "a" * 27, "a" * 1500),
    *("{game}", "<game>", "*", "%0d%0aX:y", "0", "-1", "1e9", "null", "%252f", ";a=b", "a%20b"),
    *("\u0661".encode().decode("latin-1"), "%D9%A1", "constructor", "__proto__", "%7Bb1%7D:game"),
]


def _addresses(table: Table) -> Iterator[Hostile]:
    game = f"/v1/games/{table.game}"
    for odd in ODD:
        for path in (f"/v1/games/{odd}", f"{game}/decisions/{odd}", f"/{odd}", f"/docs/{odd}"):
            yield Hostile(f"GET {path[-60:]}", get(path, table.seats[0]))
        seat = "99" if odd == "0" else odd
        asked = request("DELETE", f"{game}/seats/{seat}", table.host, b"", CLOSE)
        yield Hostile(f"DELETE seats/{seat[:20]}", asked)
        put = request("PUT", f"{game}/decisions/{odd}", table.seats[0], b'{"card":7}', CLOSE)
        yield Hostile(f"PUT {odd[:20]}", put)


def _queries() -> Iterator[Hostile]:
    zeros = "0" * 13 + ":"
    for cursor in ("x", "%00", "1:2", zeros + "A" * 26, "9" * 500, zeros + "a" * 27):
        yield Hostile(f"?cursor={cursor[:20]}", get(f"/v1/games?cursor={cursor}"))
    rulesets = "ruleset=", "ruleset=" + "x" * 41
    for query in ("status=x", "status=", *rulesets, "x=1", "status[]=lobby"):
        yield Hostile(f"?{query[:20]}", get(f"/v1/games?{query}"))


def _headers(table: Table) -> Iterator[Hostile]:
    good = f"Authorization: Bearer {table.seats[0]}"
    path = table.path()
    yield Hostile("an unknown account", get(path, "t6a_" + "A" * 43))
    yield Hostile("two tokens", get(path, "", good, good), status=401)
    yield Hostile("two kinds", get(path, "", good, "Authorization: Basic eDp5"))
    twice = request("POST", "/v1/games", "", b'{"ruleset":"classic"}', JSON, JSON, CLOSE)
    yield Hostile("two media types", twice, status=400)
    for name, headers in (
        ("101 headers", [f"X-{n}: y" for n in range(101)]),
        ("9 KB header", ["X: " + "y" * 9000]),
        ("60 KB of headers", [f"X-{n}: {'y' * 600}" for n in range(110)]),
    ):
        yield Hostile(name, get(path, "", *headers), framed=False, status=431)
    yield Hostile("5 KB URL", get(path + "?x=" + "y" * 5000), framed=False, status=414)
    yield Hostile("3 KB URL", get(path + "?x=" + "y" * 3000), status=414)
    no_host = raw(f"GET {path} HTTP/1.1", CLOSE, host="")
    yield Hostile("no Host", no_host, status=400)


def _methods(table: Table) -> Iterator[Hostile]:
    below = ["", "/start", "/abandon", "/seats", "/seats/0", "/seats/0/return", "/events", "/audit"]
    below += ["/decisions", "/decisions/r1t1-pick-s0"]
    paths = ["/v1/games", "/v1/rulesets", "/v1/rulesets/classic", "/v1/tokens", "/healthz", "/docs"]
    paths += [table.path(rest) for rest in below]
    for path in paths:
        for method in ("TRACE", "PATCH", "BREW", "PROPFIND", "CONNECTX", "Get", "pOST"):
            yield Hostile(f"{method} {path[-30:]}", request(method, path, table.host, b"", CLOSE))
