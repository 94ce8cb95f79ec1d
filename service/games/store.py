"""The store: one Redis stream per game, appended to at an expected revision.

Here lives what is written of one game: its entries, and the labels and the snapshot that lie beside
them. How they are read is in `reading.py`. The atomic part of an append is `append.lua`; the shape
of an entry and the errors are in `storage/stored.py`.

A larger `stream-node-max-entries` on the server (400) makes finished games 15 to 40 % smaller.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from domain.ledger import Name
from service.games.reading import Reading
from service.storage import labels as beside
from service.storage.connections import scan
from service.storage.labels import RELABEL, About
from service.storage.scripts import Script
from service.storage.stored import Arg, Conflict, Damaged, Stored, continued, entries_of

_APPEND = Script.beside(__file__, "append.lua")
_MAX_ENTRIES_OF_A_CONFLICT = 1000


class Store(Reading):
    """Reads and appends. Every method raises StoreDown when Redis does not answer, or the archive
    where it must.

    Safe to share between threads and to carry over a fork.
    """

    def now(self) -> int:
        """The clock of Redis, in ms since the epoch: the one clock all processes share."""
        seconds, micros = cast("list[bytes]", self._call("TIME"))
        return int(seconds) * 1000 + int(micros) // 1000

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

    def relabel(
        self, game_id: str, names: Mapping[str, Name | None], about: About | None = None
    ) -> None:
        """Change what players are called, by the seals of their names (None erases), and what the
        app has noted, unless None (About() erases).

        For games that exist: whoever keeps one sees it at the next question. One that was put away
        is brought back for it; when this returns, what was put away is no more.
        """
        args = [game_id, *beside.changes(names, about)]
        was_away = False
        while self._run(RELABEL, self._keys.of(game_id), args, game_id) == 0:
            was_away |= self.away.bring_back(game_id, self.now())
        if was_away:
            self.away.clear(game_id)

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
        yield from self.away.games()
