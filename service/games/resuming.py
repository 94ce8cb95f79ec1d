"""Going on with a game: what follows a revision that is known, or a snapshot with what follows it.

Each of these is one script, so that what is read is of one moment (`resume.lua`). What a snapshot
holds, and whether to believe it, is for `snapshots` and `games` to know.
"""

from collections.abc import Mapping
from typing import NamedTuple, cast

from domain.ledger import Name
from service.games.due_index import Agenda
from service.storage.labels import NONE, UNKNOWN, About, Labels, changes, read
from service.storage.scripts import Script
from service.storage.stored import (
    Arg,
    Damaged,
    Entries,
    Refused,
    Reply,
    continued,
    entries_of,
    meaning,
)

_RESUME = Script.beside(__file__, "resume.lua")
# It does not only count: if the store is put back to an earlier state, two changes would come to
# one number, and those who keep the game would show for ever what was erased.
_RELABEL = Script.of("""\
local labels = KEYS[4]
local was, now = tonumber(redis.call('HGET', labels, 'version') or 0), redis.call('TIME')
local version = now[1] * 1000000 + now[2]
if was and was >= version and was < 9e15 then
  version = was + 1
end
for n = 1, #ARGV, 2 do
  if ARGV[n + 1] == '' then
    redis.call('HDEL', labels, ARGV[n])
  else
    redis.call('HSET', labels, ARGV[n], ARGV[n + 1])
  end
end
redis.call('HSET', labels, 'version', string.format('%.0f', version))
""")


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


class Resuming(Agenda):
    """The half of the store that goes on from somewhere. Every method raises StoreDown."""

    def read_from(self, game: str, revision: int, hash: str, labels: str) -> Since:  # noqa: A002
        """What came after `revision`, whose own hash must still be `hash`, and after the version
        `labels` of the labels. Else Damaged.

        Also Damaged if entries before `revision` seem to be missing: reading all of them tells.
        """
        if revision == 0:
            found = self.resume(game, "")
            return Since(found.entries, found.labels)
        length, _, _, _, raw, called = self._resumed(game, revision, "", labels)
        entries = continued(game, raw, revision, hash)
        if length != revision + len(entries):
            raise Damaged(game, revision, f"entries before revision {revision} are missing")
        return Since(entries, None if called == b"" else read(called))

    def resume(self, game: str, schema: str) -> Resumed:
        """What is needed to fold the game as it is now: its snapshot if it has one of this
        schema ("": none is), and the entries from there on, or all of them. Of one moment.

        Raises Damaged if any is missing. Whether the snapshot is to be believed, and the stream
        reaches so far, is for the caller to see.
        """
        length, last, revision, snapshot, found, called = self._resumed(game, "", schema, UNKNOWN)
        first = cast(int, revision)
        entries = entries_of(game, found, first or 1)
        if cast(int, length) != max(first - 1, 0) + len(entries) and entries:
            raise Damaged(game, first, f"entries before revision {first} are missing")
        written = int(cast(bytes, last).split(b"-")[0] or 0)
        if not first and written > len(entries):
            raise Damaged(game, len(entries) + 1, f"lost, {written} had been written")
        return Resumed(first, cast(bytes, snapshot), entries, read(called))

    def labels(self, game: str) -> Labels:
        """What lies beside the stream of a game now: nothing, where there is no hash."""
        try:
            return read(self._call(game, "HGETALL", self._keys.labels(game)))
        except Damaged:
            return NONE

    def relabel(
        self, game: str, names: Mapping[str, Name | None], about: About | None = None
    ) -> None:
        """Change what players are called, by the seals of their names (None erases), and what the
        app has noted, unless None (About() erases).

        For games that exist: whoever keeps one sees it at the next question.
        """
        self._run(_RELABEL, game, list(changes(names, about)))

    def keep_snapshot(self, game: str, revision: int, schema: str, body: bytes) -> None:
        """Lay a snapshot beside the stream, in place of any other."""
        key = self._keys.snapshot(game)
        self._call(game, "HSET", key, "revision", revision, "schema", schema, "body", body)

    def drop_snapshot(self, game: str) -> None:
        """Have the game folded from its start."""
        self._call(game, "DEL", self._keys.snapshot(game))

    def _resumed(self, game: str, revision: Arg, schema: str, labels: str) -> list[Reply]:
        keys = self._keys.stream(game), self._keys.snapshot(game), self._keys.labels(game)
        try:
            return cast("list[Reply]", _RESUME.run(self._to, keys, [revision, schema, labels]))
        except Refused as refused:
            raise meaning(refused, game) from refused
