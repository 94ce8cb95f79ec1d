"""Requests that one server might read as one and another as two, or that are no HTTP at all. Each
ends in a whole second request that would change something if anybody executed it."""

from collections.abc import Iterator

from tests.support.client import Table


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
