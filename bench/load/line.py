"""Connections to one server, kept alive, each with one request on its way at a time.

By hand: the load shares the machine with what it measures, and a library takes several times as
long for a request as this.
"""

import asyncio
from collections import deque
from typing import NamedTuple


class Answer(NamedTuple):
    """Status 0: there was no answer."""

    status: int
    body: bytes


class _Connection(asyncio.Protocol):
    def __init__(self) -> None:
        self._data, self._wanted = b"", 0
        self.transport: asyncio.Transport | None = None
        self.answer: asyncio.Future[Answer] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._wanted:
            end = self._data.find(b"\r\n\r\n")
            if end < 0:
                return
            head = self._data[:end].lower()
            at = head.find(b"content-length:")
            length = int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
            self._wanted = end + 4 + length
        if len(self._data) >= self._wanted:
            status, body = int(self._data[9:12]), self._data.partition(b"\r\n\r\n")[2]
            self._data, self._wanted = b"", 0
            self._tell(Answer(status, body))

    def connection_lost(self, error: Exception | None) -> None:
        self.transport = None
        self._tell(Answer(0, repr(error).encode()))

    def _tell(self, answer: Answer) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(answer)
        self.answer = None


class Lines:
    """As many connections as are needed at a time. What cannot be answered within `patience`
    seconds counts as not answered."""

    def __init__(self, port: int, patience: float = 10.0) -> None:
        self.port, self._patience = port, patience
        self._free: deque[_Connection] = deque()
        self.made = 0

    async def ask(
        self, method: str, path: str, token: str | None = None, body: bytes = b""
    ) -> Answer:
        """Send one request and wait for its answer."""
        lines = [f"{method} {path} HTTP/1.1", "Host: load"]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        if body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        try:
            connection = await self._connection()
            answer = connection.answer = asyncio.get_running_loop().create_future()
            assert connection.transport is not None
            connection.transport.write("\r\n".join([*lines, "", ""]).encode() + body)
            found = await asyncio.wait_for(answer, self._patience)
        except (OSError, TimeoutError, AssertionError) as error:
            return Answer(0, repr(error).encode())
        if connection.transport is not None:
            self._free.append(connection)
        return found

    async def _connection(self) -> _Connection:
        while self._free:
            if (kept := self._free.pop()).transport is not None:
                return kept
        self.made += 1
        loop = asyncio.get_running_loop()
        _, made = await loop.create_connection(_Connection, "127.0.0.1", self.port)
        return made

    def close(self) -> None:
        for each in self._free:
            if each.transport is not None:
                each.transport.close()
