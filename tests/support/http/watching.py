"""A client that watches a game over a connection of its own, and reads what comes, bounded."""

import json
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Self

PATIENCE = 30
"""Seconds until a test gives up; nothing waits so long when all is well."""
EVENT_STREAM = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Sent:
    """One server-sent event."""

    kind: str
    id: int | None
    data: Any


class Watcher:
    """One request on one socket, its answer read as it arrives."""

    def __init__(
        self, port: int, path: str, token: str | None = None, *, accept: str = EVENT_STREAM,
        receive: int | None = None, **headers: str,
    ) -> None:  # fmt: skip
        self.socket = socket.socket()
        if receive is not None:  # before connecting: the window is agreed then
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        lines = [f"GET {path} HTTP/1.1", "Host: x", f"Accept: {accept}"]
        lines += [f"Authorization: Bearer {token}"] if token else []
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
        self._file = self.socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        self.headers: dict[str, str] = {}
        while (line := self._file.readline().strip()) != b"":
            name, _, value = line.decode().partition(":")
            self.headers[name.lower()] = value.strip()
        self.events = self._events()
        """The server-sent events still to come, until the server ends the stream."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()
        self.socket.close()

    def body(self) -> bytes:
        """The whole body of an answer that ends."""
        if "content-length" in self.headers:
            return self._file.read(int(self.headers["content-length"]))
        return b"".join(self._chunks())

    @property
    def json(self) -> Any:
        """The body of an answer that ends."""
        return json.loads(self.body())

    def _chunks(self) -> Iterator[bytes]:
        while size := int(self._file.readline() or b"0", 16):
            yield self._file.read(size)
            self._file.readline()

    def _events(self) -> Iterator[Sent]:
        pending = b""
        for chunk in self._chunks():
            pending += chunk
            while b"\n\n" in pending:
                block, _, pending = pending.partition(b"\n\n")
                fields = dict(line.split(b": ", 1) for line in block.split(b"\n"))
                number = fields.get(b"id")
                yield Sent(
                    fields.get(b"event", b"message").decode(),
                    None if number is None else int(number),
                    json.loads(fields[b"data"]),
                )

    def until(self, so: Callable[[Sent], bool]) -> list[Sent]:
        """What comes up to the first that is so, which must come."""
        found = []
        for sent in self.events:
            found.append(sent)
            if so(sent):
                return found
        raise AssertionError(f"the stream ended after {found[-3:]}")


def ids(sent: list[Sent]) -> list[int]:
    """The revisions of the entries among them, in the order of their coming."""
    return [each.id for each in sent if each.id is not None]
