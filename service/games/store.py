"""The store: one Redis stream per game, appended to at an expected revision.

Here lives what is read and written of one game: its entries, and the labels and the snapshot that
lie beside them. The atomic part of an append is `append.lua`, what must be read of one moment
`resume.lua`; the shape of an entry and the errors are in `storage/stored.py`.

A larger `stream-node-max-entries` on the server (400) makes finished games 15 to 40 % smaller.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from domain.ledger import Name
from service.archive.shelf import NO_SHELF, Shelf, Stub
from service.games.away import Away
from service.storage import labels as beside
from service.storage.connections import Client, scan
from service.storage.keys import Keys
from service.storage.labels import NONE, RELABEL, UNKNOWN, About, Labels
from service.storage.repository import Repository
from service.storage.scripts import Script
from service.storage.stored import (
    Arg,
    Conflict,
    Damaged,
    Entries,
    Reply,
    Stored,
    continued,
    entries_of,
)

_APPEND = Script.beside(__file__, "append.lua")
_RESUME = Script.beside(__file__, "resume.lua")
_MAX_ENTRIES_OF_A_CONFLICT = 1000


class Resumed(NamedTuple):
    """A snapshot with the entries from its revision on, its own included; revision 0: there is
    none, and these are all entries. And the labels of the game."""

    revision: int
    snapshot: bytes
    entries: Entries
    labels: Labels


class Since(NamedTuple):
    """What has come since: entries, and the labels, if they are not those that are known."""

    entries: Entries
    labels: Labels | None


class Store(Repository):
    """Reads and appends. Every method raises StoreDown when Redis does not answer, or the archive
    (`shelf`) where a game was put away: it is found by each read as if it were here.

    Safe to share between threads and to carry over a fork.
    """

    def __init__(self, client: Client, buckets: int = 64, shelf: Shelf = NO_SHELF) -> None:
        super().__init__(client)
        self._client = client
        self._keys = Keys(buckets)
        self.away = Away(client, self._keys, shelf)

    def now(self) -> int:
        """The clock of Redis, in ms since the epoch: the one clock all processes share."""
        seconds, micros = cast("list[bytes]", self._call("TIME"))
        return int(seconds) * 1000 + int(micros) // 1000

    def read(self, game_id: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """The entries after a revision, at most `limit`; none if there is no such game.

        Raises Damaged if any is missing, `after` itself included: only ask after a revision that
        was seen.
        """
        if after == 0:
            return self.resume(game_id, "", limit).entries
        count: tuple[Arg, ...] = () if limit is None else ("COUNT", limit + 1)
        query = ("XRANGE", self._keys.stream(game_id), f"{after}-0", "+", *count)
        found, whole = self._asked(game_id, *query)
        if whole is not None and after <= len(whole):
            return whole[after:][:limit]
        return continued(game_id, found, after, None)

    def read_last(self, game_id: str, count: int) -> list[Stored]:
        """The last `count` entries, or all if there are no more, in order. Raises Damaged."""
        query = ("XREVRANGE", self._keys.stream(game_id), "+", "-", "COUNT", count)
        raw, whole = self._asked(game_id, *query)
        if whole is not None:
            return whole[-count:]
        found = cast("list[Reply]", raw)[::-1]
        if len(found) < count:
            return entries_of(game_id, found, 1)
        entry_id = cast("list[bytes]", found[-1])[0]
        last, _, zero = entry_id.partition(b"-")
        if zero != b"0":
            raise Damaged(game_id, 0, f"foreign entry {entry_id.decode()}")
        return entries_of(game_id, found, int(last) - count + 1)

    def read_from(self, game_id: str, revision: int, hash: str, labels: str) -> Since:  # noqa: A002
        """What came after `revision`, whose own hash must still be `hash`, and after the version
        `labels` of the labels. Else Damaged.

        Also Damaged if entries before `revision` seem to be missing: reading all of them tells.
        """
        length, _, _, _, raw, called, kept = self._resumed(game_id, revision, "", labels, "")
        if kept:
            stub = Stub.read(game_id, cast("bytes", kept))
            if (stub.revision, stub.hash, stub.labels) == (revision, hash, labels):
                return Since([], None)
            record = self.away.record(game_id, stub)
            if revision > stub.revision or record.entries[revision - 1].h != hash:
                raise Damaged(game_id, revision, "another hash than expected")
            known = labels == stub.labels
            return Since(
                Entries(record.entries[revision:]), None if known else beside.read(record.labels)
            )
        entries = continued(game_id, raw, revision, hash)
        if length != revision + len(entries):
            raise Damaged(game_id, revision, f"entries before revision {revision} are missing")
        return Since(entries, None if called == b"" else beside.read(called))

    def resume(self, game_id: str, schema: str, limit: int | None = None) -> Resumed:
        """What is needed to fold the game as it is now: its snapshot if it has one of this
        schema ("": none is), and the entries from there on, at most `limit`. Of one moment.

        Raises Damaged if any is missing. Whether the snapshot is to be believed, and the stream
        reaches so far, is for the caller to see.
        """
        count = "" if limit is None else limit
        length, last, start, snapshot, raw, called, kept = self._resumed(
            game_id, "", schema, UNKNOWN, count
        )
        if kept:
            record = self.away.record(game_id, Stub.read(game_id, cast("bytes", kept)))
            entries = Entries(record.entries[:limit])
            return Resumed(0, b"", entries, beside.read(record.labels))
        first = cast(int, start)
        entries = entries_of(game_id, raw, first or 1)
        if limit is None or len(entries) < limit:
            if entries and cast(int, length) != max(first - 1, 0) + len(entries):
                raise Damaged(game_id, first, f"entries before revision {first} are missing")
            written = int(cast(bytes, last).split(b"-")[0] or 0)
            if not first and written > len(entries):
                raise Damaged(game_id, len(entries) + 1, f"lost, {written} had been written")
        return Resumed(first, cast(bytes, snapshot), entries, beside.read(called))

    def _resumed(self, game_id: str, *args: Arg) -> list[Reply]:
        keys = self._keys
        places = (each(game_id) for each in (keys.stream, keys.snapshot, keys.labels, keys.away))
        return cast("list[Reply]", self._run(_RESUME, tuple(places), (*args, game_id), game_id))

    def _asked(self, game_id: str, *query: Arg) -> tuple[Reply, list[Stored] | None]:
        """What a query of the stream finds, or all entries of a game that was put away."""
        for _ in range(2):  # it may be brought back between the two questions
            if found := self._call(*query, game_id=game_id):
                return found, None
            if stub := self.away.stub(game_id):
                return [], list(self.away.record(game_id, stub).entries)
        return found, None

    def append(
        self,
        game_id: str,
        entry: Stored,
        *,
        previous: str,
        due: int | None,
        within: int | None = None,
        touched: bool = False,
        names: Mapping[str, Name] | None = None,
    ) -> None:
        """Write the entry that follows the one whose hash is `previous`; the first begins a game.

        `due` is when somebody must look at the game again, in ms since the epoch, which is at most
        `within` ms from now by the clock of Redis; `touched` asks for its listing to be renewed;
        `names` are those whose seals the entry has. An entry that is there already counts as
        written, so a repeat is always safe. Raises Conflict, Damaged, StoreDown.
        """
        expected = entry.revision - 1
        args: list[Arg] = [
            expected, previous, game_id, *("" if ms is None else ms for ms in (due, within)),
            int(touched), self._keys.wake(game_id), _MAX_ENTRIES_OF_A_CONFLICT,
            entry.p, entry.h, entry.s or b"",
        ]  # fmt: skip
        for seal, name in (names or {}).items():
            args += seal, beside.written(name)
        reply = self._run(_APPEND, self._keys.of(game_id), args, game_id)
        if isinstance(reply, list):
            if reply[0] == 4:
                raise Damaged(game_id, cast(int, reply[1]), cast(bytes, reply[2]).decode())
            if expected == 0:
                raise Conflict(game_id, tuple(entries_of(game_id, reply[1], 1)))
            raise Conflict(game_id, tuple(continued(game_id, reply[1], expected, previous)))

    def labels(self, game_id: str) -> Labels:
        """What lies beside the stream of a game now: nothing, where there is no hash."""
        try:
            found = self._call("HGETALL", self._keys.labels(game_id), game_id=game_id)
            if not found and (stub := self.away.stub(game_id)):
                found = self.away.record(game_id, stub).labels
        except Damaged:
            return NONE
        return beside.read(found)

    def relabel(
        self, game_id: str, names: Mapping[str, Name | None], about: About | None = None
    ) -> None:
        """Change what players are called, by the seals of their names (None erases), and what the
        app has noted, unless None (About() erases).

        For games that exist: whoever keeps one sees it at the next question. One that was put away
        is brought back for it, and what was put away is no more.
        """
        args = [game_id, *beside.changes(names, about)]
        while self._run(RELABEL, self._keys.of(game_id), args, game_id) == 0:
            self.away.bring_back(game_id, self.now())

    def keep_snapshot(self, game_id: str, revision: int, schema: str, body: bytes) -> None:
        """Lay a snapshot beside the stream, in place of any other."""
        fields = ("revision", revision, "schema", schema, "body", body)
        self._call("HSET", self._keys.snapshot(game_id), *fields, game_id=game_id)

    def drop_snapshot(self, game_id: str) -> None:
        self._call("DEL", self._keys.snapshot(game_id), game_id=game_id)

    def revisions(self, game_ids: Sequence[str]) -> dict[str, int]:
        """How far each of the games has come; 0 for one that is not there, or is none. For many."""
        found = self._to.call_many([("XLEN", self._keys.stream(each)) for each in game_ids])
        pairs = zip(game_ids, found, strict=True)
        return {game: length if isinstance(length, int) else 0 for game, length in pairs}

    def games(self) -> Iterator[str]:
        """Every game there is, in no order; one may come twice while keys move."""
        for key in scan(self._client, self._keys.every_stream):
            yield self._keys.game_of(key)
        for game_id, _ in self.away.games():
            yield game_id
