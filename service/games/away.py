"""Games that are over and were put away: moved into the archive, read there, and brought back.

At every moment a game is whole in one place at least. First the archive has it, and has given it
back to the byte; then, in one step, a stub takes the place of what lies in Redis, unless something
has come in between.

Who puts a game away says in Redis which object he is about to write (`putting`). Only that one can
become what the stub names, and only once. So an object that is neither named by the stub nor about
to be will never count, and is deleted by whoever comes by, however late.
"""

from collections.abc import Callable, Iterator
from typing import Final, cast

from domain import ledger
from service.archive.packing import Record
from service.archive.shelf import Shelf, Stub, packed
from service.storage.client import Command
from service.storage.connections import Client, scan
from service.storage.keys import Keys
from service.storage.repository import Repository
from service.storage.scripts import Script
from service.storage.stored import Arg, Damaged, Refused, Reply, entries_added, entries_of

_PUT_AWAY: Final = Script.beside(__file__, "put_away.lua")
_BRING_BACK: Final = Script.beside(__file__, "bring_back.lua")
_SETTLE: Final = Script.of("""\
if redis.call('EXISTS', KEYS[1]) == 1 or redis.call('HGET', KEYS[2], ARGV[1]) ~= '' then
  return 0
end
return redis.call('HDEL', KEYS[2], ARGV[1])
""")
_SEATS: Final = range(10)
_FIRST_LEDGER: Final = 8
"""The number of the first seat's attempts among the keys of the scripts."""
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
        known = self._kept.pop(stub.name, None) or self.shelf.get(game_id, stub)
        self._kept[stub.name] = known
        for name in list(self._kept)[:-_RECORDS_KEPT]:
            self._kept.pop(name, None)
        return known

    def ledgers(self, game_id: str) -> dict[int, tuple[int, list[list[Reply]]]]:
        """The attempts of a game that was put away: seat -> how many there ever were, and those
        that were kept."""
        stub = self.stub(game_id)
        return {} if stub is None else dict(self.record(game_id, stub).attempts)

    def want(self, game_id: str) -> None:
        """Have a game that is over put away by whoever puts away."""
        self._call("HSETNX", self._putting(game_id), game_id, "", game_id=game_id)

    def wanted(self) -> Iterator[str]:
        """All games that are to be put away."""
        found = self._to.call_many([("HKEYS", key) for key in self._keys.putting])
        for games in found:
            if not isinstance(games, Refused):
                yield from (each.decode(errors="replace") for each in cast("list[bytes]", games))

    def put(self, game_id: str) -> Stub | None:
        """Put a game away that is over. None if something came in between, or it is not here.

        It is wanted until all of this is done, however it ends.
        """
        record = self._read(game_id)
        stub = self._put(game_id, record) if record.entries else self.stub(game_id)
        if record.entries or stub:
            self.clear(game_id)
        keys = self._keys.stream(game_id), self._putting(game_id)
        self._run(_SETTLE, keys, [game_id], game_id)
        return stub if record.entries else None

    def _put(self, game_id: str, record: Record) -> Stub | None:
        _check(game_id, record)
        stub, body = packed(record)
        self._call("HSET", self._putting(game_id), game_id, stub.name, game_id=game_id)
        self.shelf.put(game_id, stub, body)
        found = self._kept_in(game_id, stub, lambda: self._about_to(game_id) == stub.name)
        if found is None:
            return None
        if found != record:
            raise Damaged(game_id, stub.revision, "the archive gives it back as something else")
        last = {seat: attempts[-1][0] for seat, (_, attempts) in record.attempts}
        args = (game_id, stub.revision, stub.hash, stub.labels, stub.written(), stub.name)
        ids = (last.get(seat, b"") for seat in _SEATS)
        done = self._run(_PUT_AWAY, self._places(game_id), (*args, *ids), game_id) == 1
        return stub if done else None

    def _kept_in(self, game_id: str, stub: Stub, counts: Callable[[], bool]) -> Record | None:
        """What is in an object. Raises Damaged; None if it counts no more: somebody has cleared."""
        try:
            return self.shelf.read(game_id, stub.revision, stub.name)
        except Damaged:
            if counts():
                raise
            return None

    def bring_back(self, game_id: str, until: int) -> bool:
        """Lay a game into Redis again, to be put away at `until` (ms since 1970) at the earliest.
        False if it was not put away. Its object stays until it is put away again, or cleared."""
        while stub := self.stub(game_id):
            record = self.record(game_id, stub)
            args = [game_id, stub.written(), until, *_arguments(record)]
            if self._run(_BRING_BACK, self._places(game_id), args, game_id) == 1:
                return True
            if self.stub(game_id) == stub:
                raise Damaged(game_id, 0, "it was put away, and its stream is here")
        return False

    def clear(self, game_id: str) -> None:
        """Be rid of the objects of a game, but for the one that counts or is about to. Raises
        Damaged if that cannot be read: then another one may be all there is."""
        names = self.shelf.names(game_id)
        # In this order: what is about to count can come to count in between.
        putting, stub = self._about_to(game_id), self.stub(game_id)
        superseded = set(names) - {putting, stub and stub.name}
        if superseded and stub:
            found = self._kept_in(game_id, stub, lambda: self.stub(game_id) == stub)
            superseded = set() if found is None else superseded
        for name in superseded:
            self.shelf.delete(game_id, name)

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

    def _about_to(self, game_id: str) -> str:
        found = cast("bytes", self._call("HGET", self._putting(game_id), game_id) or b"")
        return found.decode(errors="replace")

    def _putting(self, game_id: str) -> str:
        return self._keys.putting[self._keys.bucket(game_id)]

    def _places(self, game_id: str) -> list[str]:
        keys = self._keys
        ledgers = (keys.attempts(game_id, seat) for seat in _SEATS)
        return [*keys.of(game_id), self._putting(game_id), keys.snapshot(game_id), *ledgers]

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
        return Record(entries_of(game_id, raw, 1), cast("list[Reply]", fields), attempts)


def _check(game_id: str, record: Record) -> None:
    digest = ledger.GENESIS
    for each in record.entries:
        digest = ledger.chain(digest, each.p)
        if digest != each.h:
            raise Damaged(game_id, each.revision, "its hash does not match")


def _arguments(record: Record) -> Iterator[Arg]:
    yield len(record.entries)
    yield len(record.labels)
    for each in record.entries:
        yield from (each.p, each.h, each.s or b"")
    yield from cast("list[bytes]", record.labels)
    for seat, (ever, attempts) in record.attempts:
        for name, fields in attempts:
            yield from (_FIRST_LEDGER + seat, ever, name, len(fields), *fields)
