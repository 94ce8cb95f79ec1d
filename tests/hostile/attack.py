"""`python -m tests.hostile.attack`: many slow clients in one process, on one thread. A connection
that is over is opened anew within a second. Whether one that reads nothing is over cannot be seen
from its end: the kernel's table tells which sockets the server still holds."""

import argparse
import json
import resource
import select
import socket
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
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


TICK = 1.0
KINDS: Mapping[str, Kind] = {**MAIN, **OTHERS}


@dataclass(slots=True)
class Line:
    """One connection, since it was made."""

    name: str
    socket: socket.socket
    kind: Kind
    since: float = 0.0
    said: bytes = b""
    seen: bool = False
    """The server has taken it up."""


@dataclass(slots=True)
class Tally:
    """How those of one kind fared."""

    longest: float = 0.0
    ended: Counter[str] = field(default_factory=Counter)


def held(port: int) -> set[int]:
    """The clients' ports of the connections that a process still holds on this port."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    rows = (line.split() for line in lines)
    return {
        int(row[2].rpartition(":")[2], 16)
        for row in rows
        if int(row[1].rpartition(":")[2], 16) == port and row[9] != "0"
    }


class Crowd:
    """So many clients of each kind, from one address of the loopback network."""

    def __init__(self, port: int, counts: Mapping[str, int], source: str) -> None:
        self._port, self._source = port, source
        self._poll = select.epoll()
        self._lines: dict[int, Line] = {}
        self._due: list[str] = []
        self.tallies: dict[str, Tally] = {name: Tally() for name in counts}
        for name, count in counts.items():
            for _ in range(count):
                self._open(name)

    def attack(self, seconds: float) -> None:
        """Be slow for so long; what is not over then counts with its age."""
        until = ticked = time.monotonic()
        until += seconds
        while (now := time.monotonic()) < until:
            for number, events in self._poll.poll(0.1):
                self._see(self._lines[number], events)
            if now - ticked >= TICK:
                ticked = now
                self._tick()
        for line in [each for each in self._lines.values() if each.since]:
            self._over(line, "still there")

    def _open(self, name: str) -> None:
        made = socket.socket()
        made.setblocking(False)
        kind = KINDS[name]
        if not kind.reads:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.bind((self._source, 0))
        made.connect_ex(("127.0.0.1", self._port))
        self._lines[made.fileno()] = Line(name, made, kind)
        self._poll.register(made, select.EPOLLOUT)

    def _see(self, line: Line, events: int) -> None:
        try:
            if not line.since:
                line.since = time.monotonic()
                line.socket.send(line.kind.first)
                self._poll.modify(line.socket, select.EPOLLIN if line.kind.reads else 0)
            elif line.kind.reads and (found := line.socket.recv(65536)):
                line.said += found
            elif line.kind.reads or events & (select.EPOLLHUP | select.EPOLLERR):
                self._over(line, spoken(line.said))
        except OSError:
            self._over(line, spoken(line.said) if line.said else "reset")

    def _tick(self) -> None:
        due, self._due = self._due, []
        for name in due:
            self._open(name)
        there = held(self._port)
        for line in list(self._lines.values()):
            if not line.since:
                continue
            try:
                if line.kind.drip:
                    line.socket.send(line.kind.drip)
                if not line.kind.reads:
                    held_now = line.socket.getsockname()[1] in there
                    if line.seen and not held_now:
                        self._over(line, "closed")
                    line.seen = held_now
            except BlockingIOError:
                pass
            except OSError:  # it will be seen in a moment, with what was said before
                continue

    def _over(self, line: Line, how: str) -> None:
        tally = self.tallies[line.name]
        tally.longest = max(tally.longest, time.monotonic() - line.since)
        tally.ended[how] += 1
        del self._lines[line.socket.fileno()]
        line.socket.close()
        self._due.append(line.name)


def spoken(said: bytes) -> str:
    """The statuses of the answers, or that there was none."""
    heads = [part.split()[0].decode() for part in said.split(b"HTTP/1.1 ")[1:]]
    return " ".join(each for each in heads if each != "100") or "closed"


def main() -> int:
    """Attack, and tell how it went as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("seconds", type=float)
    parser.add_argument("counts", type=json.loads, help="kind → number of clients")
    parser.add_argument("--source", default="127.0.0.1")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    crowd = Crowd(options.port, options.counts, options.source)
    crowd.attack(options.seconds)
    told = {name: {"longest": t.longest, "ended": t.ended} for name, t in crowd.tallies.items()}
    json.dump(told, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
