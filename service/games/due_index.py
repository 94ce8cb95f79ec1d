"""What must be looked at, across all games: for the sweeper.

Two sorted sets per bucket: `due` (game -> ms since the epoch) and `changed` (game -> the revision
at which its listing last went stale). Appending sets both; here they are read and settled.
A settlement names what was seen, so it never undoes an append that came in between.
"""

from itertools import repeat
from typing import NamedTuple, cast

from service.storage.connections import Client
from service.storage.keys import Keys
from service.storage.repository import Repository
from service.storage.scripts import Script
from service.storage.stored import Arg

_POSTPONE = Script.of("""\
local due, game, seen, later = KEYS[2], ARGV[1], ARGV[2], ARGV[3]
local score = redis.call('ZSCORE', due, game)
if not score or tonumber(score) ~= tonumber(seen) then return 0 end
if later == '' then redis.call('ZREM', due, game) else redis.call('ZADD', due, later, game) end
return 1
""")

_SETTLE = Script.of("""\
local changed, game, seen = KEYS[3], ARGV[1], ARGV[2]
local revision = redis.call('ZSCORE', changed, game)
if not revision or tonumber(revision) > tonumber(seen) then return 0 end
return redis.call('ZREM', changed, game)
""")


class Due(NamedTuple):
    """Somebody must look at a game at `at` (ms since the epoch)."""

    game_id: str
    at: int


class DueIndex(Repository):
    """Every method raises StoreDown when Redis is away."""

    def __init__(self, client: Client, buckets: int = 64) -> None:
        super().__init__(client)
        self._keys = Keys(buckets)

    def due(self, now: int, limit: int) -> list[Due]:
        """At most `limit` games that are due at `now`, the longest overdue first."""
        return [Due(game_id, at) for at, game_id in self._scores(self._keys.due, now, limit)]

    def postpone(self, game_id: str, at: int | None, only_if: int) -> bool:
        """Look at the game again at `at` (None: never), if it is still due at `only_if`.

        False if it is not: somebody appended in between, and has set the time anew.
        """
        args: list[Arg] = [game_id, only_if, "" if at is None else at]
        return self._run(_POSTPONE, self._keys.of(game_id), args, game_id) == 1

    def changed(self, limit: int) -> list[str]:
        """At most `limit` games whose listing is stale."""
        return [game_id for _, game_id in self._scores(self._keys.changed, "+inf", limit)]

    def clear_changed(self, game_id: str, revision: int) -> bool:
        """The listing now shows `revision`. False if the game has changed again since."""
        return self._run(_SETTLE, self._keys.of(game_id), [game_id, revision], game_id) == 1

    def _scores(self, sets: list[str], most: Arg, limit: int) -> list[tuple[int, str]]:
        found: list[tuple[int, str]] = []
        options: tuple[Arg, ...] = ("-inf", most, "WITHSCORES", "LIMIT", 0, limit)
        for reply in self._call_many(
            [("ZRANGEBYSCORE", each, *options) for each in sets], repeat("*")
        ):
            flat = cast("list[bytes]", reply)
            pairs = zip(flat[1::2], flat[::2], strict=True)
            found += ((int(float(score)), member.decode()) for score, member in pairs)
        return sorted(found)[:limit]
