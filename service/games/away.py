"""Games that are over and were put away: moved into the archive, read there, and brought back.

At every moment a game is whole in one place at least. First the archive has it, and has given it
back to the byte; then, in one step, a stub takes the place of what lies in Redis, unless something
has come in between.
"""

from collections.abc import Iterator
from typing import Final, cast

from service.archive.packing import Record
from service.archive.shelf import Shelf, Stub
from service.storage import labels as beside
from service.storage.client import Command
from service.storage.connections import Client, scan
from service.storage.keys import Keys
from service.storage.repository import Repository
from service.storage.scripts import Script
from service.storage.stored import Arg, Damaged, Refused, Reply, entries_of

_PUT_AWAY: Final = Script.beside(__file__, "put_away.lua")
_BRING_BACK: Final = Script.beside(__file__, "bring_back.lua")
_SEATS: Final = range(10)
_RECORDS_KEPT: Final = 32


class Away(Repository):
    """What was put away. Every method raises StoreDown if Redis or the archive is away, and Damaged
    if the archive does not have what it should."""

    def __init__(self, client: Client, keys: Keys, shelf: Shelf) -> None:
        super().__init__(client)
        self._client, self._keys, self.shelf = client, keys, shelf
        self._kept: dict[str, Record] = {}

    def stub(self, game_id: str) -> Stub | None:
        """What stays of a game; None if it was not put away."""
        found = self._call("HGET", self._keys.away(game_id), game_id, game_id=game_id)
        return None if found is None else Stub.read(game_id, cast("bytes", found))

    def record(self, game_id: str, stub: Stub) -> Record:
        """All of a game."""
        known = self._kept.pop(stub.digest, None) or self.shelf.get(game_id, stub)
        self._kept[stub.digest] = known
        if len(self._kept) > _RECORDS_KEPT:
            del self._kept[next(iter(self._kept))]
        return known

    def ledgers(self, game_id: str) -> dict[int, tuple[int, list[list[Reply]]]]:
        """The attempts of a game that was put away: seat -> how many there ever were, and those
        that were kept."""
        stub = self.stub(game_id)
        return {} if stub is None else dict(self.record(game_id, stub).attempts)

    def put(self, game_id: str) -> Stub | None:
        """Put a game away that is over. None if something came in between, or it is not here."""
        record = self._read(game_id)
        if not record.entries:
            if self.stub(game_id) is not None:
                self._call("ZREM", self._keys.of(game_id)[1], game_id)
            return None
        fields = dict(zip(record.labels[::2], record.labels[1::2], strict=True))
        version = fields.get(beside.VERSION, b"").decode(errors="replace")
        stub = self.shelf.put(game_id, record, version)
        last = dict(_last_ids(record))
        args = (game_id, stub.revision, stub.hash, version, stub.written())
        ids = (last.get(seat, b"") for seat in _SEATS)
        done = self._run(_PUT_AWAY, self._places(game_id), (*args, *ids), game_id) == 1
        self.shelf.clear(game_id, but=stub if done else self.stub(game_id))
        return stub if done else None

    def bring_back(self, game_id: str, until: int) -> bool:
        """Lay a game into Redis again, to be put away at `until` (ms since 1970) at the earliest.
        False if it was not put away."""
        stub = self.stub(game_id)
        if stub is None:
            return False
        record = self.record(game_id, stub)
        args: list[Arg] = [game_id, stub.written(), until, len(record.entries), len(record.labels)]
        args += (part for each in record.entries for part in (each.p, each.h, each.s or b""))
        args += record.labels
        for seat, (ever, attempts) in record.attempts:
            args += (part for name, fields in attempts for part in (7 + seat, ever, name, *fields))
        if self._run(_BRING_BACK, self._places(game_id), args, game_id) != 1:
            return self.bring_back(game_id, until)
        self.shelf.clear(game_id)
        return True

    def games(self) -> Iterator[tuple[str, Stub]]:
        """All games that were put away, in no order."""
        for key in scan(self._client, self._keys.every_away):
            cursor = b"0"
            while True:
                found = self._call("HSCAN", key.decode(), cursor, "COUNT", 500)
                cursor, flat = cast("tuple[bytes, list[bytes]]", found)
                for name, stub in zip(flat[::2], flat[1::2], strict=True):
                    game_id = name.decode(errors="replace")
                    yield game_id, Stub.read(game_id, stub)
                if cursor == b"0":
                    break

    def _places(self, game_id: str) -> list[str]:
        keys = self._keys
        ledgers = (keys.attempts(game_id, seat) for seat in _SEATS)
        return [*keys.of(game_id), keys.snapshot(game_id), *ledgers]

    def _read(self, game_id: str) -> Record:
        """All that lies of a game in Redis. Of no one moment: who settles looks again."""
        stream, labels = self._keys.stream(game_id), self._keys.labels(game_id)
        asked: list[Command] = [("XRANGE", stream, "-", "+"), ("HGETALL", labels)]
        for seat in _SEATS:
            key = self._keys.attempts(game_id, seat)
            asked += [("XRANGE", key, "-", "+"), ("XINFO", "STREAM", key)]
        raw, fields, *ledgers = self._to.call_many(asked)
        if isinstance(raw, Refused) or isinstance(fields, Refused):
            raise Damaged(game_id, 0, "one of its keys holds another type")
        attempts = []
        for seat, found, about in zip(_SEATS, ledgers[::2], ledgers[1::2], strict=True):
            if found and not isinstance(found, Refused) and not isinstance(about, Refused):
                attempts.append((seat, [entries_added(about), found]))
        return Record(entries_of(game_id, raw, 1), cast("list[bytes]", fields), attempts)


def _last_ids(record: Record) -> Iterator[tuple[int, bytes]]:
    for seat, (_, attempts) in record.attempts:
        yield seat, attempts[-1][0]


def entries_added(about: Reply) -> int:
    """How many entries a stream has ever had, from XINFO STREAM (Redis 7 and later)."""
    flat = cast("list[Reply]", about)
    return cast("int", flat[flat.index(b"entries-added") + 1])
