"""The service's Lua scripts, line for line in Python, and the data they work on.

Here lives what must happen in one piece on the server. test_memory.py holds these against the
scripts themselves; SCRIPTS finds each by the digest that the service sends.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from service import directory, resuming, store
from service.storage import agenda
from service.storage.stored import Arg, Reply


@dataclass
class Stream:
    """Entries numbered from 1 without gaps, as nobody deletes any here."""

    entries: list[list[bytes]] = field(default_factory=list)

    @property
    def last(self) -> int:
        return len(self.entries)

    def hash(self, revision: int) -> bytes:
        return self.entries[revision - 1][3]

    def range(self, first: int, count: int | None) -> Reply:
        end = None if count is None else first - 1 + count
        found = self.entries[first - 1 : end]
        return [[b"%d-0" % at, list(fields)] for at, fields in enumerate(found, first)]


class Server:
    """What the keys hold, by type."""

    def __init__(self) -> None:
        self.streams: dict[str, Stream] = {}
        self.sorted: dict[str, dict[str, int]] = {}
        self.hashes: dict[str, dict[str, bytes]] = {}

    def score(self, key: str, name: str) -> int | None:
        return self.sorted.get(key, {}).get(name)

    def zadd(self, key: str, score: Arg, name: str) -> None:
        self.sorted.setdefault(key, {})[name] = int(score)

    def zrem(self, key: str, name: str) -> int:
        return int(self.sorted.get(key, {}).pop(name, None) is not None)


def append(server: Server, stream_key: str, due_set: str, changed_set: str, *argv: bytes) -> Reply:
    """append.lua"""
    expected, previous, name, due, touched, _, most, *batch = argv
    revision, game = int(expected), name.decode()
    stream = server.streams.get(stream_key, Stream())
    count = len(batch) // 3
    if stream.last < revision:
        reason = f"lost: revision {revision} was known to be there"
        return [4, stream.last + 1, reason.encode()]
    if stream.last > revision:
        if _is_ours(stream.entries[revision : revision + count], batch):
            return 2
        first, more = (revision, 1) if revision else (1, 0)
        return [3, stream.range(first, int(most) + more)]
    if revision and stream.hash(revision) != previous:
        return [4, revision, b"another hash than expected"]
    server.streams[stream_key] = stream
    for p, h, s in zip(batch[::3], batch[1::3], batch[2::3], strict=True):
        secret = [] if s == b"" else [b"s", s]
        stream.entries.append([b"p", p, b"h", h, *secret])
    if due:
        server.zadd(due_set, due, game)
    else:
        server.zrem(due_set, game)
    if touched == b"1":
        server.zadd(changed_set, revision + count, game)
    return 1


def resume(server: Server, stream_key: str, snapshot: str, known: str, schema: str) -> Reply:
    """resume.lua"""
    stream, first, body = server.streams.get(stream_key, Stream()), int(known or 0), b""
    kept = server.hashes.get(snapshot, {})
    if not known and kept.get("schema") == schema.encode():
        first, body = int(kept["revision"]), kept["body"]
    last = b"%d-0" % stream.last if stream.last and not first else b""
    return [stream.last, last, first, body, stream.range(first or 1, None)]


def _is_ours(entries: list[list[bytes]], batch: list[bytes]) -> bool:
    """The hash covers all public parts; the secrets are compared one by one."""
    secrets = [entry[5] if len(entry) > 4 else b"" for entry in entries]
    return secrets == batch[2::3] and entries[-1][3] == batch[-2]


def postpone(server: Server, _: str, due: str, __: str, game: str, seen: str, later: str) -> Reply:
    """Agenda's _POSTPONE"""
    if server.score(due, game) != int(seen):
        return 0
    if later:
        server.zadd(due, later, game)
    else:
        server.zrem(due, game)
    return 1


def settle(server: Server, _: str, __: str, changed: str, game: str, seen: str) -> Reply:
    """Agenda's _SETTLE"""
    revision = server.score(changed, game)
    if revision is None or revision > int(seen):
        return 0
    return server.zrem(changed, game)


def put(
    server: Server, summaries: str, index: str, game: str, revision: str, text: str, *names: str
) -> Reply:
    """directory.lua"""
    rows = server.hashes.setdefault(summaries, {})
    if game in rows:
        old, *members = rows[game].partition(b"\n")[0].decode().split()
        if int(old) > int(revision):
            return 0
        for member in members:
            server.zrem(index, member)
    for name in names:
        server.zadd(index, 0, name)
    rows[game] = f"{revision} {' '.join(names)}\n{text}".encode()
    return 1


def remove(server: Server, summaries: str, index: str, game: str) -> Reply:
    """Directory's _REMOVE"""
    rows = server.hashes.get(summaries, {})
    row = rows.pop(game, None)
    if row is None:
        return 0
    if not rows:
        del server.hashes[summaries]  # a hash without fields is no key
    for member in row.partition(b"\n")[0].decode().split()[1:]:
        server.zrem(index, member)
    return 1


class Rewritten(NamedTuple):
    """A script, and what does the same here."""

    text: str
    run: Callable[..., Reply]
    text_args: bool
    writes: bool

    def __call__(self, server: Server, *rest: str | bytes) -> Reply:
        """Run it on `rest`: keys, then arguments, which an append gets as the bytes they are."""
        if self.text_args:
            rest = tuple(each if isinstance(each, str) else each.decode() for each in rest)
        return self.run(server, *rest)


SCRIPTS = {
    script.digest: Rewritten(script.text, run, run is not append, run is not resume)
    for script, run in (
        (store._APPEND, append),
        (resuming._RESUME, resume),
        (agenda._POSTPONE, postpone),
        (agenda._SETTLE, settle),
        (directory._PUT, put),
        (directory._REMOVE, remove),
    )
}
