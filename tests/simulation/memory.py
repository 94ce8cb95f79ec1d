"""One server in memory, which runs the service's own scripts, and a client of it for its sender.
The server is fakeredis; that it does as Redis does is held by the store's tests, which run on both.
Only its clock is set by hand. Faults are in line.py."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import fakeredis
import hiredis

from service.games import reading
from service.storage.stored import Reply

Gate = Callable[[str, Callable[[], Reply]], Reply]
"""What lies between a client and the server: called with a command's name and what does it."""

START = 1_790_000_000_000
"""Where the clock of every simulated server begins, in ms since 1970."""


class Memory:
    """One server's data and its clock, which only the world moves."""

    def __init__(self) -> None:
        self.now = START
        self.after_script: Callable[[], None] = lambda: None
        """Called when a script may have written."""
        self.scripts = 0
        """How many may have: what follows from the data is the same while this is."""
        self.redis = fakeredis.FakeRedis(server=fakeredis.FakeServer(), protocol=2)
        self._line = self.redis.connection_pool.get_connection()
        self._reads = {part.encode() for part in (reading._RESUME.text, reading._RESUME.digest)}

    def call(self, *command: bytes) -> Reply:
        """The reply to one command, at once. Raises ResponseError."""
        if command == (b"TIME",):
            return [b"%d" % (self.now // 1000), b"%d" % (self.now % 1000 * 1000)]
        self._line.send_command(*command)
        reply = cast(Reply, self._line.read_response())
        if command[0].startswith(b"EVAL") and command[1] not in self._reads:
            self.scripts += 1
            self.after_script()
        return reply


class Client:
    """As much of redis-py's client as the service's sender asks for. `gate` may let a command pass,
    keep it, or break the connection."""

    def __init__(self, server: Memory, gate: Gate | None = None) -> None:
        self.server = server
        self.connection_pool = SimpleNamespace(
            connection_kwargs={},
            connection_class=lambda **_: Connection(server, gate or (lambda _, deed: deed())),
        )


class Connection:
    """One connection, which speaks bytes: what is sent is done when its reply is read."""

    def __init__(self, server: Memory, gate: Gate) -> None:
        self._server, self._gate = server, gate
        self._sent: list[list[bytes]] = []

    def send_packed_command(self, packed: list[bytes]) -> None:
        reader = hiredis.Reader()
        for each in packed:
            reader.feed(each)
        while (command := reader.gets()) is not False:
            self._sent.append(cast("list[bytes]", command))

    def read_response(self) -> Reply:
        command = self._sent.pop(0)
        return self._gate(command[0].decode(), lambda: self._server.call(*command))

    def disconnect(self) -> None:
        self._sent.clear()
