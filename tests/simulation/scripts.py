"""The service's Lua scripts, line for line in Python, and the data they work on.

Here lives what must happen in one piece on the server. test_memory.py holds these against the
scripts themselves; SCRIPTS finds each by the digest that the service sends.
"""

from collections.abc import Callable, Mapping
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

    @property
    def microseconds(self) -> int:
        """The server's clock."""
        raise NotImplementedError

    def score(self, key: str, name: str) -> int | None:
        return self.sorted.get(key, {}).get(name)

    def zadd(self, key: str, score: Arg, name: str) -> None:
        self.sorted.setdefault(key, {})[name] = int(score)

    def label(self, key: str, names: Mapping[bytes, bytes], least: int = 0) -> None:
        """Set what players are called; what is empty is erased. `least`: of the new version."""
        row = self.hashes.setdefault(key, {})
        for seal, name in names.items():
            row[seal.decode()] = name
            if not name:
                del row[seal.decode()]
        row["version"] = b"%d" % max(least, int(row.get("version", 0)) + 1)

    def zrem(self, key: str, name: str) -> int:
        return int(self.sorted.get(key, {}).pop(name, None) is not None)


def append(
    server: Server, stream_key: str, due_set: str, changed_set: str, labels: str, *argv: bytes
) -> Reply:
    """append.lua"""
    expected, previous, name, due, touched, _, most, p, h, s, *names = argv
    revision, game = int(expected), name.decode()
    stream = server.streams.get(stream_key, Stream())
    fields = [b"p", p, b"h", h, *([b"s", s] if s else [])]
    if stream.last < revision:
        reason = f"lost: revision {revision} was known to be there"
        return [4, stream.last + 1, reason.encode()]
    if stream.last > revision:
        if _is_ours(stream.entries[revision], fields):
            return 2
        first, more = (revision, 1) if revision else (1, 0)
        return [3, stream.range(first, int(most) + more)]
    if revision and stream.hash(revision) != previous:
        return [4, revision, b"another hash than expected"]
    server.streams[stream_key] = stream
    stream.entries.append(fields)
    if names:
        server.label(labels, dict(zip(names[::2], names[1::2], strict=True)))
    if due:
        server.zadd(due_set, due, game)
    else:
        server.zrem(due_set, game)
    if touched == b"1":
        server.zadd(changed_set, revision + 1, game)
    return 1


def _is_ours(there: list[bytes], fields: list[bytes]) -> bool:
    """The hash covers all public parts; the secret is compared."""
    return there[3:] == fields[3:]


def relabel(server: Server, _: str, __: str, ___: str, labels: str, *names: str) -> Reply:
    """Resuming's _RELABEL"""
    texts = [name.encode() for name in names]
    server.label(labels, dict(zip(texts[::2], texts[1::2], strict=True)), server.microseconds)
    return None


def resume(
    server: Server,
    stream_key: str,
    snapshot: str,
    labels: str,
    known: str,
    schema: str,
    version: str,
) -> Reply:
    """resume.lua"""
    stream, first, body = server.streams.get(stream_key, Stream()), int(known or 0), b""
    kept = server.hashes.get(snapshot, {})
    if not known and schema and kept.get("schema") == schema.encode():
        first, body = int(kept["revision"]), kept["body"]
    last = b"%d-0" % stream.last if stream.last and not first else b""
    row = server.hashes.get(labels, {})
    called: Reply = b""
    if version == "-" or row.get("version", b"").decode() != version:
        called = [part for name, value in row.items() for part in (name.encode(), value)]
    return [stream.last, last, first, body, stream.range(first or 1, None), called]


def postpone(
    server: Server, _: str, due: str, __: str, ___: str, game: str, seen: str, later: str
) -> Reply:
    """Agenda's _POSTPONE"""
    if server.score(due, game) != int(seen):
        return 0
    if later:
        server.zadd(due, later, game)
    else:
        server.zrem(due, game)
    return 1


def settle(server: Server, _: str, __: str, changed: str, ___: str, game: str, seen: str) -> Reply:
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
        (resuming._RELABEL, relabel),
        (agenda._POSTPONE, postpone),
        (agenda._SETTLE, settle),
        (directory._PUT, put),
        (directory._REMOVE, remove),
    )
}
