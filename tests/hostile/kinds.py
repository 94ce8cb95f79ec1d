"""What a client can be slow at: one entry for each way to hold a connection and give nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

POST: Final = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
GET: Final = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
CHUNKED: Final = POST + b"Transfer-Encoding: chunked\r\n\r\n"
LONG: Final = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n"
MADE: Final = b"GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
"""More than the kernel holds for somebody who does not read: a file, and what has no file."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What is sent at first, what once a second from then on, and whether answers are read."""

    first: bytes
    drip: bytes = b""
    reads: bool = True


MAIN: Final[Mapping[str, Kind]] = {
    "half a head": Kind(GET + b"X-More: "),
    "half a body": Kind(POST + b'Content-Length: 24\r\n\r\n{"rule'),
    "a byte a second": Kind(GET + b"X-More: ", b"x"),
    "reads nothing": Kind(LONG, reads=False),
}
OTHERS: Final[Mapping[str, Kind]] = {
    "says nothing": Kind(b""),
    "a header a second": Kind(GET, b"X-More: x\r\n"),
    "a body byte a second": Kind(POST + b"Content-Length: 60000\r\n\r\n", b" "),
    "a chunk a second": Kind(CHUNKED, b"1\r\n \r\n"),
    "a digit of a chunk's size a second": Kind(CHUNKED, b"0"),
    "a trailer a second": Kind(CHUNKED + b"2\r\n{}\r\n0\r\n", b"X-More: x\r\n"),
    "is told to go on, and does not": Kind(
        POST + b"Expect: 100-continue\r\nContent-Length: 24\r\n\r\n"
    ),
    "half a head behind a whole request": Kind(GET + b"\r\n" + GET),
    "the hello of TLS": Kind(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x7f" * 200),
    "a PROXY line": Kind(b"PROXY TCP4 192.0.2.1 192.0.2.2 1024 443\r\n"),
    "an empty line a second": Kind(b"\r\n", b"\r\n"),
    "asks for much, reads nothing": Kind(LONG * 50, reads=False),
    "asks for what is made, reads nothing": Kind(MADE * 50, reads=False),
}
