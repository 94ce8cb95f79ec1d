"""Raw speech over a socket: requests as bytes, as no client library would send them, and whatever
comes back; many at the same moment; and what a watcher gets, as it comes."""

import json
import re
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from tests.support.client import Answer, Table

PATIENCE = 30
"""Seconds until a test gives up; nothing waits so long when all is well."""
JSON = "Content-Type: application/json"
CLOSE = "Connection: close"


def raw(line: str, *headers: str, body: bytes = b"", host: str = "Host: x") -> bytes:
    """The bytes of a request; latin-1, so that any byte can be sent."""
    lines = [line, *([host] if host else []), *headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def request(
    method: str, path: str, token: str | None = None, data: Any = None, *more: str
) -> bytes:
    """The bytes of a request; `data` as JSON, or bytes as they are."""
    body = b"" if data is None else data if isinstance(data, bytes) else json.dumps(data).encode()
    headers = [f"Authorization: Bearer {token}"] if token else []
    if data is not None:
        headers.append(f"Content-Length: {len(body)}")
        headers += [] if any(each.startswith("Content-Type") for each in more) else [JSON]
    return raw(f"{method} {path} HTTP/1.1", *headers, *more, body=body)


class Connection:
    """One bare connection. `receive`: the size of its buffer, in bytes."""

    def __init__(self, port: int, *, receive: int | None = None, patience: float = PATIENCE):
        self.socket = socket.socket()
        if receive is not None:  # before connecting: the window is agreed then
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        self.socket.settimeout(patience)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._file = self.socket.makefile("rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()
        self.socket.close()

    def ask(self, data: bytes) -> Answer:
        self.socket.sendall(data)
        return self.read()

    def head(self) -> Answer:
        """The next answer, without its body."""
        line = self._file.readline()
        assert re.match(rb"HTTP/1\.1 \d{3} ", line), line
        headers = []
        while (each := self._file.readline().rstrip(b"\r\n")) != b"":
            name, _, value = each.decode("latin-1").partition(":")
            headers.append((name, value.strip()))
        return Answer("?", "?", int(line.split()[1]), headers, b"")

    def read(self) -> Answer:
        """The next answer, which names its length or ends the connection."""
        head = self.head()
        length = 0 if head.status == 204 else head.header("Content-Length")
        body = self._file.read(-1 if length is None else int(length))
        return Answer("?", "?", head.status, head.headers, body)

    def chunks(self) -> Iterator[bytes]:
        while size := int(self._file.readline() or b"0", 16):
            yield self._file.read(size)
            self._file.readline()

    def answers(self) -> list[Answer]:
        """All answers until the server closes, which it must do by itself."""
        found = []
        with suppress(ConnectionResetError):
            while self._file.peek(1):
                found.append(self.read())
        return found


def talk(port: int, data: bytes, patience: float = 10, *, half: bool = False) -> list[Answer]:
    """All that the server answers to these bytes. `half`: and it is told that no more come."""
    with Connection(port, patience=patience) as line:
        with suppress(OSError):
            line.socket.sendall(data)  # or it is refused before all of it was sent
            if half:
                line.socket.shutdown(socket.SHUT_WR)
        return line.answers()


class Crowd:
    """So many open connections to one server, kept for many rounds."""

    def __init__(self, port: int, size: int) -> None:
        self._lines = [Connection(port) for _ in range(size)]
        self._start = threading.Barrier(size)
        self._pool = ThreadPoolExecutor(size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()
        for line in self._lines:
            line.close()

    def ask(self, requests: Sequence[bytes]) -> list[Answer]:
        """Send one request on each connection at the same moment; the answers in order."""

        def one(line: Connection, data: bytes) -> Answer:
            self._start.wait(PATIENCE)
            return line.ask(data)

        assert len(requests) == len(self._lines)
        return list(self._pool.map(one, self._lines, requests))


@dataclass(frozen=True, slots=True)
class Sent:
    kind: str
    id: int | None
    """The revision in its cursor."""
    data: Any
    cursor: str = ""


class Watcher(Connection):
    """One request on one connection, its answer read as it arrives, and bounded in time."""

    def __init__(
        self, port: int, path: str, token: str | None = None, *, accept: str = "text/event-stream",
        receive: int | None = None, **headers: str,
    ) -> None:  # fmt: skip
        super().__init__(port, receive=receive)
        named = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        more = [each.encode().decode("latin-1") for each in named]
        self.socket.sendall(request("GET", path, token, None, f"Accept: {accept}", *more))
        told = self.head()
        self.status, self.header = told.status, told.header
        self.events = self._events()
        """The server-sent events still to come, until the server ends the stream."""

    def body(self) -> bytes:
        """The whole body of an answer that ends."""
        if (length := self.header("Content-Length")) is not None:
            return self._file.read(int(length))
        return b"".join(self.chunks())

    @property
    def json(self) -> Any:
        """The body of an answer that ends."""
        return json.loads(self.body())

    def _events(self) -> Iterator[Sent]:
        pending = b""
        for chunk in self.chunks():
            pending += chunk
            while b"\n\n" in pending:
                block, _, pending = pending.partition(b"\n\n")
                fields = dict(line.split(b": ", 1) for line in block.split(b"\n"))
                cursor = fields.get(b"id", b"").decode()
                id_ = int(cursor.partition(".")[0]) if cursor else None
                kind = fields.get(b"event", b"message").decode()
                yield Sent(kind, id_, json.loads(fields[b"data"]), cursor)

    def until(self, so: Callable[[Sent], bool]) -> list[Sent]:
        """What comes up to the first that is so, which must come."""
        found = []
        for sent in self.events:
            found.append(sent)
            if so(sent):
                return found
        raise AssertionError(f"the stream ended after {found[-3:]}")


def watch(
    server: Any, table: Table, token: str | None = None, query: str = "", **more: Any
) -> Watcher:
    return Watcher(server.port, table.path(f"/events{query}"), token, **more)


def poll(server: Any, table: Table, token: str, after: int, prefer: str = "wait=25") -> Watcher:
    more = {"accept": "application/json", "Prefer": prefer}
    return watch(server, table, token, f"?after={after}", **more)


def ids(sent: list[Sent]) -> list[int]:
    """The revisions of the entries among them, in the order of their coming."""
    return [each.id for each in sent if each.id is not None]
