"""What must be looked at, across all games: for the sweeper.

Two sorted sets per bucket: `due` (game -> ms since the epoch) and `changed` (game -> the revision
at which its listing last went stale). Appending sets both; here they are read and settled.
A settlement names what was seen, so it never undoes an append that came in between.
"""

from typing import NamedTuple, cast

from service.storage.client import Commander
from service.storage.keys import Keys
from service.storage.scripts import Script
from service.storage.stored import Arg, Refused, Reply, meaning

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
    """Somebody must look at `game` at `at` (ms since the epoch)."""

    game: str
    at: int


class Agenda:
    """The sweeper's half of the store. Every method raises StoreDown when Redis is away."""

    def __init__(self, to: Commander, keys: Keys) -> None:
        self._to, self._keys = to, keys

    def now(self) -> int:
        """The clock of Redis, in ms since the epoch: the one clock all processes share."""
        seconds, micros = cast("list[bytes]", self._call("*", "TIME"))
        return int(seconds) * 1000 + int(micros) // 1000

    def due(self, now: int, limit: int) -> list[Due]:
        """At most `limit` games that are due at `now`, the longest overdue first."""
        found = self._scores(self._keys.due, now, limit)
        return [Due(game, at) for at, game in found]

    def postpone(self, game: str, at: int | None, only_if: int) -> bool:
        """Look at `game` again at `at` (None: never), if it is still due at `only_if`.

        False if it is not: somebody appended in between, and has set the time anew.
        """
        return self._run(_POSTPONE, game, [game, only_if, "" if at is None else at]) == 1

    def changed(self, limit: int) -> list[str]:
        """At most `limit` games whose listing is stale."""
        return [game for _, game in self._scores(self._keys.changed, "+inf", limit)]

    def clear_changed(self, game: str, revision: int) -> bool:
        """The listing now shows `revision`. False if the game has changed again since."""
        return self._run(_SETTLE, game, [game, revision]) == 1

    def _scores(self, sets: list[str], most: Arg, limit: int) -> list[tuple[int, str]]:
        found: list[tuple[int, str]] = []
        for reply in self._to.call_many(
            [
                ("ZRANGEBYSCORE", name, "-inf", most, "WITHSCORES", "LIMIT", 0, limit)
                for name in sets
            ]
        ):
            if isinstance(reply, Refused):
                raise meaning(reply, "*")
            found += _pairs(cast("list[Reply]", reply))
        return sorted(found)[:limit]

    def _call(self, game: str, *command: Arg) -> Reply:
        try:
            return self._to.call(*command)
        except Refused as refused:
            raise meaning(refused, game) from refused

    def _run(self, script: Script, game: str, args: list[Arg]) -> Reply:
        try:
            return script.run(self._to, self._keys.of(game), args)
        except Refused as refused:
            raise meaning(refused, game) from refused


def _pairs(reply: list[Reply]) -> list[tuple[int, str]]:
    """(score, member) of a WITHSCORES reply."""
    scores = (int(float(cast(bytes, score))) for score in reply[1::2])
    return list(zip(scores, (cast(bytes, member).decode() for member in reply[::2]), strict=True))
