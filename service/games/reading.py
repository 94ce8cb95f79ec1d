"""What is read of one game: its entries, and what lies beside them, wherever it lies.

What must be read of one moment is `resume.lua`. A game that was put away leaves a stub where its
stream was, and is read in the archive (`away.py`).
"""

from typing import NamedTuple, cast

from service.archive.shelf import NO_SHELF, Shelf, Stub
from service.games.away import Away
from service.storage import labels as beside
from service.storage.connections import Client
from service.storage.keys import Keys
from service.storage.labels import NONE, UNKNOWN, Labels
from service.storage.repository import Repository
from service.storage.scripts import Script
from service.storage.stored import Arg, Damaged, Entries, Reply, Stored, continued, entries_of

_RESUME = Script.beside(__file__, "resume.lua")


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


class Reading(Repository):
    """Reads. Every method raises StoreDown when Redis does not answer, or the archive (`shelf`)
    where a game was put away: it is found by each read as if it were here."""

    def __init__(self, client: Client, buckets: int = 64, shelf: Shelf = NO_SHELF) -> None:
        super().__init__(client)
        self._client = client
        self._keys = Keys(buckets)
        self.away = Away(client, self._keys, shelf)

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
                return Since(Entries(), None)
            record = self.away.record(game_id, stub)
            if revision > stub.revision or record.entries[revision - 1].h != hash:
                raise Damaged(game_id, revision, "another hash than expected")
            newer = None if labels == stub.labels else beside.read(record.labels)
            return Since(Entries(record.entries[revision:]), newer)
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

    def labels(self, game_id: str) -> Labels:
        """What lies beside the stream of a game now: nothing, where there is no hash."""
        try:
            found = self._call("HGETALL", self._keys.labels(game_id), game_id=game_id)
            if not found and (stub := self.away.stub(game_id)):
                found = self.away.record(game_id, stub).labels
        except Damaged:
            return NONE
        return beside.read(found)

    def _resumed(self, game_id: str, *args: Arg) -> list[Reply]:
        keys = self._keys
        places = (each(game_id) for each in (keys.stream, keys.snapshot, keys.labels, keys.away))
        return cast("list[Reply]", self._run(_RESUME, tuple(places), (*args, game_id), game_id))

    def _asked(self, game_id: str, *query: Arg) -> tuple[Reply, list[Stored] | None]:
        """What a query of the stream finds, or all entries of a game that was put away."""
        found = self._call(*query, game_id=game_id)
        if found:
            return found, None
        if stub := self.away.stub(game_id):
            return [], list(self.away.record(game_id, stub).entries)
        return self._call(*query, game_id=game_id), None  # it may have come back in between
