"""Games that are over and were put away: moved into the archive, read there, and brought back.

At every moment a game is whole in one place at least. First the archive has it, and has given it
back to the byte; then, in one step, a stub takes the place of what lies in Redis, unless something
has come in between.

Who puts a game away says in Redis which object he is about to write (`putting`). Only that one can
become what the stub names, and only once. So an object that is neither named by the stub nor about
to be will never count, and is deleted by whoever comes by, however late.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, cast

from service.archive.packing import Record
from service.archive.shelf import Shelf, Stub, packed
from service.games import records
from service.storage.connections import Client
from service.storage.keys import Keys
from service.storage.repository import Repository
from service.storage.scripts import Script
from service.storage.stored import Arg, Damaged, Reply

_PUT_AWAY: Final = Script.beside(__file__, "put_away.lua")
_BRING_BACK: Final = Script.beside(__file__, "bring_back.lua")
_SETTLE: Final = Script.of("""\
if redis.call('EXISTS', KEYS[1]) == 1 or redis.call('HGET', KEYS[2], ARGV[1]) ~= '' then
  return 0
end
return redis.call('HDEL', KEYS[2], ARGV[1])
""")
_RECORDS_KEPT: Final = 32


class Away(Repository):
    """What was put away. Every method raises StoreDown if Redis or the archive is away, and Damaged
    if the archive does not have what it should."""

    def __init__(self, client: Client, keys: Keys, shelf: Shelf) -> None:
        super().__init__(client)
        self._keys, self.shelf = keys, shelf
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

    def whole(self, game_id: str) -> Record:
        """All of a game, wherever it lies; an empty record if there is none."""
        found = records.read(self._to, self._keys, game_id)
        stub = None if found.entries else self.stub(game_id)
        return found if stub is None else self.shelf.get(game_id, stub)

    def want(self, game_id: str) -> None:
        """Have a game that is over put away by whoever puts away."""
        self._call("HSETNX", self._putting(game_id), game_id, "", game_id=game_id)

    def wanted(self) -> Iterator[str]:
        """All games that are to be put away."""
        return self._names(self._keys.putting)

    def put(self, game_id: str) -> Stub | None:
        """Put a game away that is over. None if something came in between, or it is not here.

        It is wanted until all of this is done, however it ends.
        """
        record = records.read(self._to, self._keys, game_id)
        stub = self._put(game_id, record) if record.entries else self.stub(game_id)
        if record.entries or stub:
            self.clear(game_id)
        keys = self._keys.stream(game_id), self._putting(game_id)
        self._run(_SETTLE, keys, [game_id], game_id)
        return stub if record.entries else None

    def _put(self, game_id: str, record: Record) -> Stub | None:
        records.check(game_id, record)
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
        ids = (last.get(seat, b"") for seat in records.SEATS)
        return stub if self._run_on_all(_PUT_AWAY, (*args, *ids), game_id) else None

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
            if self.lay(game_id, record, until, stub.written()):
                return True
            if self.stub(game_id) == stub:
                raise Damaged(game_id, 0, "it was put away, and its stream is here")
        return False

    def lay(self, game_id: str, record: Record, until: int, stub: str = "") -> bool:
        """Lay a whole game into Redis, in the place of its stub if it has one. False if it is here,
        or has another one."""
        args = [game_id, stub, until, *records.arguments(record)]
        return self._run_on_all(_BRING_BACK, args, game_id)

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

    def games(self) -> Iterator[str]:
        """All games that were put away, in no order."""
        return self._names(self._keys.stubs)

    def count(self) -> int:
        """How many games were put away."""
        found = self._to.call_many([("HLEN", key) for key in self._keys.stubs])
        return sum(each for each in found if isinstance(each, int))

    def _names(self, hashes: list[str]) -> Iterator[str]:
        for key in hashes:
            for each in cast("list[bytes]", self._call("HKEYS", key)):
                yield each.decode(errors="replace")

    def _about_to(self, game_id: str) -> str:
        found = cast("bytes", self._call("HGET", self._putting(game_id), game_id) or b"")
        return found.decode(errors="replace")

    def _putting(self, game_id: str) -> str:
        return self._keys.putting[self._keys.bucket(game_id)]

    def _run_on_all(self, script: Script, args: Sequence[Arg], game_id: str) -> bool:
        return self._run(script, records.places(self._keys, game_id), args, game_id) == 1
