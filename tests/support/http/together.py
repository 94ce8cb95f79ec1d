"""Requests at the same moment: each on a connection of its own, sent when all are ready."""

import socket
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Self

import orjson


@dataclass(frozen=True, slots=True)
class Said:
    """One answer: its status and the JSON of its body."""

    status: int
    json: Any


def request(method: str, path: str, token: str | None, data: Any, **headers: str) -> bytes:
    """The bytes of a request with a JSON body."""
    body = b"" if data is None else orjson.dumps(data)
    lines = [f"{method} {path} HTTP/1.1", "Host: x", f"Content-Length: {len(body)}"]
    lines += ["Content-Type: application/json"] if body else []
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


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

    def ask(self, requests: Sequence[bytes]) -> list[Said]:
        """Send one request on each connection at the same moment; the answers in order."""
        assert len(requests) == len(self._lines)
        pairs = zip(self._lines, requests, strict=True)
        return [job.result() for job in [self._pool.submit(self._one, *pair) for pair in pairs]]

    def _one(self, line: "Connection", data: bytes) -> Said:
        self._start.wait(30)
        return line.ask(data)


class Connection:
    """A bare connection, which reads answers that name their length."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._file = self._socket.makefile("rb")

    def ask(self, data: bytes) -> Said:
        self.send(data)
        return self.read()

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def read(self) -> Said:
        """The next answer."""
        status = int(self._file.readline().split()[1])
        length = 0
        while (line := self._file.readline().strip()) != b"":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        body = self._file.read(length)
        return Said(status, orjson.loads(body) if body else None)

    def close(self) -> None:
        self._file.close()
        self._socket.close()
