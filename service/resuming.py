"""Going on with a game: what follows a revision that is known, or a snapshot with what follows it.

Each of these is one script, so that what is read is of one moment (`resume.lua`). What a snapshot
holds, and whether to believe it, is for `snapshots` and `games` to know.
"""

from typing import NamedTuple, cast

from service.storage.agenda import Agenda
from service.storage.scripts import Script
from service.storage.stored import (
    Arg,
    Damaged,
    Entries,
    Entry,
    Refused,
    Reply,
    continued,
    entries_of,
    meaning,
)

_RESUME = Script.beside(__file__, "resume.lua")


class Resumed(NamedTuple):
    """A snapshot with the entries from its revision on, its own included; revision 0: there is
    none, and these are all entries."""

    revision: int
    snapshot: bytes
    entries: Entries


class Resuming(Agenda):
    """The half of the store that goes on from somewhere. Every method raises StoreDown."""

    def read_from(self, game: str, revision: int, hash: str) -> list[Entry]:  # noqa: A002
        """The entries after `revision`, whose own hash must still be `hash`. Else Damaged.

        Also Damaged if entries before `revision` seem to be missing: reading all of them tells.
        """
        if revision == 0:
            return self.resume(game, "").entries
        length, _, _, _, found = self._resumed(game, revision)
        entries = continued(game, found, revision, hash)
        if length != revision + len(entries):
            raise Damaged(game, revision, f"entries before revision {revision} are missing")
        return entries

    def resume(self, game: str, schema: str) -> Resumed:
        """What is needed to fold the game as it is now: its snapshot if it has one of this
        schema ("": none is), and the entries from there on, or all of them. Of one moment.

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
