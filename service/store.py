"""The event store: one Redis stream per game, appended to at an expected revision.

Here lives what is read and written of one game. The shape of an entry and the errors live in
`stored`, connections in `connections`, the atomic part of an append in `append.lua`, what the
sweeper asks across all games in `agenda`, and the start-up check in `safety`.

A larger `stream-node-max-entries` on the server (400) makes finished games 15 to 40 % smaller.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from service.storage.agenda import Agenda, Due
from service.storage.commander import Command
from service.storage.connections import Client, commander, scan
from service.storage.keys import Keys
from service.storage.safety import check
from service.storage.scripts import Script
from service.storage.stored import (
    Arg,
    Conflict,
    Damaged,
    Entries,
    Entry,
    Refused,
    Reply,
    StoreDown,
    StoreError,
    UnsafeStore,
    entries_of,
    meaning,
)

__all__ = [
    "Conflict", "Damaged", "Due", "Entry", "Store", "StoreDown", "StoreError", "UnsafeStore",
]  # fmt: skip

_APPEND = Script.beside(__file__, "append.lua")
_RESUME = Script.beside(__file__, "resume.lua")
_CONFLICT_LIMIT = 1000


class Resumed(NamedTuple):
    """A snapshot with the entries from its revision on, its own included; revision 0: there is
    none, and these are all entries."""

    revision: int
    snapshot: bytes
    entries: Entries


class Store(Agenda):
    """Reads and appends. Every method raises StoreDown when Redis does not answer.

    Safe to share between threads and to carry over a fork.
    """

    def __init__(self, client: Client, buckets: int = 64) -> None:
        super().__init__(commander(client), Keys(buckets))
        self._client = client

    def read(self, game: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries after a revision, at most `limit`; none if there is no such game.

        Raises Damaged if any is missing, `after` itself included: only ask after a revision that
        was seen.
        """
        if after > 0:
            more = None if limit is None else limit + 1
            stream = self._keys.stream(game)
            found = self._call(game, "XRANGE", stream, f"{after}-0", "+", *_count(more))
            return _continued(game, found, after, None)
        stream = self._keys.stream(game)
        # What Redis says of the stream comes first: an append between the two is then no damage.
        about, found = self._many(
            game,
            ("XINFO", "STREAM", stream),
            ("XRANGE", stream, "-", "+", *_count(limit)),
        )
        entries = entries_of(game, found, 1)
        if about is not None and (limit is None or len(entries) < limit):
            written = _last_given(about)
            if written > len(entries):
                raise Damaged(game, len(entries) + 1, f"lost, {written} had been written")
        return entries

    def read_from(self, game: str, revision: int, hash: str) -> list[Entry]:  # noqa: A002
        """The entries after `revision`, whose own hash must still be `hash`. Else Damaged.

        Also Damaged if entries before `revision` seem to be missing: reading all of them tells.
        """
        if revision == 0:
            return self.read(game)
        length, _, _, _, found = self._resumed(game, revision)
        entries = _continued(game, found, revision, hash)
        if length != revision + len(entries):
            raise Damaged(game, revision, f"entries before revision {revision} are missing")
        return entries

    def resume(self, game: str, schema: str) -> Resumed:
        """What is needed to fold the game as it is now: its snapshot if it has one of this
        schema, and the entries from there on, or all of them. Of one moment.

        Raises Damaged if any is missing. Whether the snapshot is to be believed, and the stream
        reaches so far, is for the caller to see.
        """
        length, last, revision, snapshot, found = self._resumed(game, "", schema)
        first = cast(int, revision)
        entries = entries_of(game, found, first or 1)
        if cast(int, length) != max(first - 1, 0) + len(entries) and entries:
            raise Damaged(game, first, f"entries before revision {first} are missing")
        written = int(cast(bytes, last).split(b"-")[0] or 0)
        if not first and written > len(entries):
            raise Damaged(game, len(entries) + 1, f"lost, {written} had been written")
        return Resumed(first, cast(bytes, snapshot), entries)

    def keep_snapshot(self, game: str, revision: int, schema: str, body: bytes) -> None:
        """Lay a snapshot beside the stream, in place of any other."""
        key = self._keys.snapshot(game)
        self._call(game, "HSET", key, "revision", revision, "schema", schema, "body", body)

    def drop_snapshot(self, game: str) -> None:
        """Have the game folded from its start."""
        self._call(game, "DEL", self._keys.snapshot(game))

    def _resumed(self, game: str, revision: Arg, schema: str = "") -> list[Reply]:
        keys = self._keys.stream(game), self._keys.snapshot(game)
        try:
            return cast("list[Reply]", _RESUME.run(self._to, keys, [revision, schema]))
        except Refused as refused:
            raise meaning(refused, game) from refused

    def append(
        self,
        game: str,
        expected: int,
        entries: Sequence[Entry],
        *,
        previous: str,
        due: int | None,
        touched: bool = False,
    ) -> None:
        """Write a batch after revision `expected` (0: a new game), whose hash is `previous`.

        `due` is when somebody must look at the game again, in ms since the epoch; `touched` asks
        for its listing to be renewed. A batch that is there already counts as written, so a
        repeat is always safe. Raises Conflict, Damaged, StoreDown; ValueError for a batch that is
        empty or not numbered from `expected` + 1.
        """
        args: list[Arg] = [
            expected, previous, game, "" if due is None else due, int(touched),
            self._keys.wake(game), _CONFLICT_LIMIT,
        ]  # fmt: skip
        for revision, entry in enumerate(entries, expected + 1):
            if entry.revision != revision:
                raise ValueError(f"entry {entry.revision} stands where {revision} belongs")
            args += entry.p, entry.h, entry.s or b""
        if not entries:
            raise ValueError("an empty batch says nothing")
        reply = self._run(_APPEND, game, args)
        if isinstance(reply, list):
            raise _refused(game, expected, previous, reply)

    def revisions(self, games: Sequence[str]) -> dict[str, int]:
        """How far each of the games has come; 0 for one that is not there. For many at once."""
        found = self._to.call_many([("XLEN", self._keys.stream(game)) for game in games])
        for game, reply in zip(games, found, strict=True):
            if isinstance(reply, Refused):
                raise meaning(reply, game)
        return dict(zip(games, cast("list[int]", found), strict=True))

    def games(self) -> Iterator[str]:
        """Every game there is, in no order; one may come twice while keys move."""
        for key in scan(self._client, self._keys.every_stream):
            yield self._keys.game_of(key)

    def check(self) -> list[str]:
        """Refuse a Redis that may lose games: UnsafeStore. Returns warnings, also logged."""
        return check(self._client, self._keys.buckets)

    def _many(self, game: str, *commands: Command) -> list[Reply]:
        replies: list[Reply] = []
        for reply in self._to.call_many(commands):
            if not isinstance(reply, Refused):
                replies.append(reply)
            elif "no such key" in str(reply):
                replies.append(None)
            else:
                raise meaning(reply, game)
        return replies


def _count(limit: int | None) -> tuple[Arg, ...]:
    return () if limit is None else ("COUNT", limit)


def _continued(game: str, found: Reply, after: int, digest: str | None) -> Entries:
    """The entries after `after`, which must be the first one found and have that hash."""
    entries = entries_of(game, found, after)
    if not entries:
        raise Damaged(game, after, "gone, with all that followed")
    if digest is not None and entries[0].h != digest:
        raise Damaged(game, after, "another hash than expected")
    del entries[0]
    return entries


def _last_given(about: Reply) -> int:
    """The revision of the last entry ever added, from XINFO STREAM, be it deleted or not."""
    if isinstance(about, dict):  # RESP3
        last = about[b"last-generated-id"]
    else:
        flat = cast("list[Reply]", about)
        last = flat[flat.index(b"last-generated-id") + 1]
    return int(cast(bytes, last).split(b"-")[0])


def _refused(game: str, expected: int, previous: str, reply: list[Reply]) -> StoreError:
    """The error for a reply of append.lua that is not success."""
    if reply[0] == 4:
        return Damaged(game, cast(int, reply[1]), cast(bytes, reply[2]).decode())
    if expected == 0:
        return Conflict(game, tuple(entries_of(game, reply[1], 1)))
    return Conflict(game, tuple(_continued(game, reply[1], expected, previous)))
