"""Redis in memory, as far as the service uses it, and a client to it for the service's commander.

Store, directory and commander are the true ones; only what they would send over the wire ends
here. The Lua scripts are written again in scripts.py. That both do as Redis does is held by
test_memory.py, which runs the store's own tests on this and compares it with the real scripts.
Faults are in line.py.
"""

from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace
from typing import Any, cast

import hiredis
from redis.exceptions import ResponseError

from service.storage.stored import Reply
from tests.simulation.scripts import SCRIPTS, Server, Stream

Gate = Callable[[str, Callable[[], Reply]], Reply]
"""What lies between a client and the server: called with a command's name and what does it."""

START = 1_790_000_000_000
"""Where the clock of every simulated server begins, in ms since 1970."""


class Memory(Server):
    """One server's data and its clock, which only `pass_time` moves."""

    def __init__(self) -> None:
        super().__init__()
        self.now = START
        self._scripts: set[str] = set()
        self.after_script: Callable[[], None] = lambda: None

    def pass_time(self, ms: int) -> None:
        self.now += ms

    def call(self, *command: bytes) -> Reply:
        """The reply to one command, at once. Raises ResponseError."""
        name, *args = command
        if name == b"HSET":  # the one command whose values are no text
            return self.hset(args[0].decode(), args[1:])
        if name in _SCRIPTED:
            return _SCRIPTED[name](self, args[0].decode(), int(args[1]), args[2:])
        return _COMMANDS[name](self, *(each.decode() for each in args))

    def revision(self, stream: str) -> int:
        """The last revision of a stream, 0 if there is none."""
        return self.streams[stream].last if stream in self.streams else 0

    @property
    def is_settled(self) -> bool:
        """Whether nothing is due, now or later, and no listing is stale."""
        return not any(held for key, held in self.sorted.items() if ":index" not in key)

    @property
    def next_look(self) -> int:
        """When the first game is due, or a listing is stale (now)."""
        due = [at for key, held in self.sorted.items() if ":due" in key for at in held.values()]
        stale = any(held for key, held in self.sorted.items() if ":changed" in key)
        return self.now if stale or not due else min(due)

    def script_flush(self) -> None:
        self._scripts.clear()

    def evalsha(self, digest: str, keys: int, rest: list[bytes]) -> Reply:
        if digest not in self._scripts:
            raise ResponseError("NOSCRIPT No matching script.")
        script = SCRIPTS[digest]
        reply = script(self, *(key.decode() for key in rest[:keys]), *rest[keys:])
        if script.writes:
            self.after_script()
        return reply

    def eval(self, text: str, keys: int, rest: list[bytes]) -> Reply:
        digest = next(d for d, script in SCRIPTS.items() if script.text == text)
        self._scripts.add(digest)
        return self.evalsha(digest, keys, rest)

    @property
    def microseconds(self) -> int:
        return self.now * 1000

    def time(self) -> Reply:
        return [b"%d" % (self.now // 1000), b"%d" % (self.now % 1000 * 1000)]

    def xinfo(self, _: str, key: str) -> Reply:
        if key not in self.streams:
            raise ResponseError("ERR no such key")
        return [b"last-generated-id", b"%d-0" % self.streams[key].last]

    def xrange(self, key: str, low: str, _: str, __: str = "", count: str | None = None) -> Reply:
        first = 1 if low == "-" else int(low.partition("-")[0])
        return self.streams.get(key, Stream()).range(first, None if count is None else int(count))

    def xrevrange(self, key: str, _: str, __: str, ___: str, count: str) -> Reply:
        first = max(1, self.revision(key) - int(count) + 1)
        return cast("list[Reply]", self.xrange(key, f"{first}-0", "+"))[::-1]

    def xlen(self, key: str) -> Reply:
        return self.revision(key)

    def zrangebyscore(self, key: str, _: str, most: str, *rest: str) -> Reply:
        limit = int(rest[-1])
        scores = sorted((score, name) for name, score in self.sorted.get(key, {}).items())
        found = [(name, score) for score, name in scores if score <= float(most)][:limit]
        return [part for name, score in found for part in (name.encode(), b"%d" % score)]

    def zrevrangebylex(self, key: str, top: str, bottom: str, *limit: str) -> Reply:
        assert top[0] == "("
        assert bottom[0] == "["
        names = sorted(self.sorted.get(key, {}), reverse=True)
        found = [name.encode() for name in names if bottom[1:] <= name < top[1:]]
        return cast(Reply, found[: int(limit[-1])])

    def hexists(self, key: str, name: str) -> Reply:
        return int(name in self.hashes.get(key, {}))

    def hmget(self, key: str, *names: str) -> Reply:
        return [self.hashes.get(key, {}).get(name) for name in names]

    def hgetall(self, key: str) -> Reply:
        row = self.hashes.get(key, {})
        return [part for name, value in row.items() for part in (name.encode(), value)]

    def hset(self, key: str, pairs: list[bytes]) -> Reply:
        row = self.hashes.setdefault(key, {})
        names = [name.decode() for name in pairs[::2]]
        new = len({*names} - row.keys())
        row.update(zip(names, pairs[1::2], strict=True))
        return new

    def exists(self, key: str) -> Reply:
        return int(any(key in kind for kind in (self.streams, self.sorted, self.hashes)))

    def delete(self, *keys: str) -> Reply:
        kinds: tuple[dict[str, object], ...] = (self.streams, self.sorted, self.hashes)  # type: ignore[assignment]
        return sum(kind.pop(key, None) is not None for kind in kinds for key in keys)


_SCRIPTED = {b"EVALSHA": Memory.evalsha, b"EVAL": Memory.eval}
_COMMANDS: dict[bytes, Callable[..., Reply]] = {
    b"TIME": Memory.time,
    b"XINFO": Memory.xinfo,
    b"XLEN": Memory.xlen,
    b"XRANGE": Memory.xrange,
    b"XREVRANGE": Memory.xrevrange,
    b"ZRANGEBYSCORE": Memory.zrangebyscore,
    b"ZREVRANGEBYLEX": Memory.zrevrangebylex,
    b"HEXISTS": Memory.hexists,
    b"HGETALL": Memory.hgetall,
    b"HMGET": Memory.hmget,
    b"EXISTS": Memory.exists,
    b"DEL": Memory.delete,
}


class Client:
    """As much of redis-py's client as the service's commander asks for.

    `gate` may let a command pass, keep it, or break the connection.
    """

    def __init__(self, server: Memory, gate: Gate | None = None) -> None:
        self.server = server
        self.connection_pool = SimpleNamespace(
            connection_kwargs={},
            connection_class=lambda **_: Connection(server, gate or (lambda _, deed: deed())),
        )

    def scan_iter(self, match: str, count: int) -> Iterator[bytes]:
        assert (match, count > 0) == ("{b*}:game:*", True)
        yield from (key.encode() for key in sorted(self.server.streams))

    def script_flush(self) -> None:
        self.server.script_flush()


class Connection:
    """One connection, which speaks bytes: what is sent is done when its reply is read."""

    def __init__(self, server: Memory, gate: Gate) -> None:
        self._server, self._gate = server, gate
        self._sent: list[list[bytes]] = []

    def pack_command(self, *command: Any) -> list[bytes]:
        return [hiredis.pack_command(command)]

    def pack_commands(self, commands: Iterable[Any]) -> list[bytes]:
        return [hiredis.pack_command(command) for command in commands]

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
