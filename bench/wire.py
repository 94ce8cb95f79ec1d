"""A lean HTTP client: prebuilt requests over kept-alive sockets, as little of its own as can be.

The load shares the machine with what it measures, so every microsecond spent here is one taken
from there.
"""

import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answers:
    """What came back, in the order of the requests, and the seconds it took altogether."""

    seconds: float
    bodies: list[bytes]
    statuses: list[int]


def build(method: str, path: str, token: str | None = None, body: bytes | None = None) -> bytes:
    """The bytes of one request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: bench"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")


class Clients:
    """A number of connections to one server, each with one request on its way at a time."""

    def __init__(self, port: int, count: int) -> None:
        self._port, self._count = port, count
        self._lines: list[socket.socket] = []
        self.connect()

    def connect(self) -> None:
        """Hang up and connect anew: which process gets a connection is a matter of chance."""
        self.close()
        address = ("127.0.0.1", self._port)
        self._lines = [socket.create_connection(address, 10) for _ in range(self._count)]
        for line in self._lines:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self) -> None:
        """Hang up."""
        for line in self._lines:
            line.close()

    def send(self, requests: Sequence[bytes]) -> Answers:
        """Send all requests; whichever connection is free takes the next one."""
        if len(self._lines) == 1:
            return self._one_by_one(requests)
        return self._together(requests)

    def _one_by_one(self, requests: Sequence[bytes]) -> Answers:
        (line,) = self._lines
        raw = []
        started = time.perf_counter()
        for request in requests:
            line.sendall(request)
            raw.append(_receive(line))
        return _answers(time.perf_counter() - started, raw)

    def _together(self, requests: Sequence[bytes]) -> Answers:
        waiting = iter(enumerate(requests))
        raw = [b""] * len(requests)
        busy = 0
        asked: dict[int, int] = {}
        with selectors.DefaultSelector() as poll:
            for line in self._lines:
                poll.register(line, selectors.EVENT_READ, line)
            started = time.perf_counter()
            for line in self._lines:
                busy += _send_next(line, waiting, asked)
            while busy:
                for key, _ in poll.select():
                    line = key.data
                    raw[asked[line.fileno()]] = _receive(line)
                    busy += _send_next(line, waiting, asked) - 1
            seconds = time.perf_counter() - started
        return _answers(seconds, raw)


def _send_next(
    line: socket.socket, waiting: Iterator[tuple[int, bytes]], asked: dict[int, int]
) -> int:
    """Send the next request if there is one. Returns how many were sent."""
    for index, request in waiting:
        asked[line.fileno()] = index
        line.sendall(request)
        return 1
    return 0


def _receive(line: socket.socket) -> bytes:
    """One whole response."""
    data = line.recv(65536)
    while (end := data.find(b"\r\n\r\n")) < 0:
        data += _more(line)
    head = data[:end].lower()
    at = head.find(b"content-length:")
    length = int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
    while len(data) < end + 4 + length:
        data += _more(line)
    return data


def _more(line: socket.socket) -> bytes:
    data = line.recv(65536)
    if not data:
        raise ConnectionError("the server hung up in the middle of a response")
    return data


def _answers(seconds: float, raw: Sequence[bytes]) -> Answers:
    bodies = [each.partition(b"\r\n\r\n")[2] for each in raw]
    return Answers(seconds, bodies, [int(each[9:12]) for each in raw])
