"""What must be looked at, across all games: for the sweeper.

Two sorted sets per bucket: `due` (game -> ms since the epoch) and `changed` (game -> the revision
at which its listing last went stale). Appending sets both; here they are read and settled.
A settlement names what was seen, so it never undoes an append that came in between.

An entry that names no game, or one of another bucket, is set aside where it is met, and so is a key
of the wrong type; the games of its bucket have lost their entries then, and must all be looked at
anew (`lost`). That is marked in Redis first, so that it is not forgotten whoever ends when.
"""

import logging
from typing import Final, NamedTuple, cast

from service.storage.connections import Client
from service.storage.keys import Keys
from service.storage.repository import Repository, meaning
from service.storage.scripts import Script
from service.storage.set_aside import SetAside
from service.storage.stored import Arg, Refused, StoreDown, WrongType

log = logging.getLogger("toma6.due")

MAX_MS: Final = 253_402_300_800_000
"""The year 10000: a due time beyond it is none."""

_POSTPONE = Script.of("""\
local due, game, seen, later = KEYS[2], ARGV[1], ARGV[2], ARGV[3]
local score = redis.call('ZSCORE', due, game)
if not score or tonumber(score) ~= tonumber(seen) then return 0 end
if later == '' then redis.call('ZREM', due, game) else redis.call('ZADD', due, later, game) end
return 1
""")

_CLEAR = Script.of("""\
local changed, game, seen = KEYS[3], ARGV[1], ARGV[2]
local revision = redis.call('ZSCORE', changed, game)
if not revision or tonumber(revision) > tonumber(seen) then return 0 end
return redis.call('ZREM', changed, game)
""")

_RENEW = Script.of("""\
local due, changed, game = KEYS[2], KEYS[3], ARGV[1]
if ARGV[2] ~= '' then redis.call('ZADD', due, 'NX', ARGV[2], game) end
return redis.call('ZADD', changed, 'NX', 0, game)
""")


class Due(NamedTuple):
    """Somebody must look at a game at `at` (ms since the epoch; anything, if it was not us)."""

    game_id: str
    at: float


class DueIndex(Repository):
    """Every method raises StoreDown when Redis is away."""

    def __init__(self, client: Client, buckets: int = 64) -> None:
        super().__init__(client)
        self._keys = Keys(buckets)
        self.aside = SetAside(client)
        self.lost: set[int] = set()
        """Buckets of which a set was of the wrong type."""

    def due(self, now: int, limit: int) -> list[Due]:
        """At most `limit` games that are due at `now`, the longest overdue first."""
        return self._found(self._keys.due, ("-inf", now), limit)

    def never(self, limit: int) -> list[Due]:
        """Games whose due time is none: it would never come."""
        return self._found(self._keys.due, (f"({MAX_MS}", "+inf"), limit)

    def postpone(self, game_id: str, at: int | None, only_if: float) -> bool:
        """Look at the game again at `at` (None: never), if it is still due at `only_if`.

        False if it is not: somebody appended in between, and has set the time anew.
        """
        args: list[Arg] = [game_id, str(only_if), "" if at is None else at]
        return self._run(_POSTPONE, self._keys.of(game_id), args) == 1

    def changed(self, limit: int) -> list[str]:
        """At most `limit` games whose listing is stale."""
        return [game for game, _ in self._found(self._keys.changed, ("-inf", "+inf"), limit)]

    def clear_changed(self, game_id: str, revision: int) -> bool:
        """The listing now shows `revision`. False if the game has changed again since."""
        return self._run(_CLEAR, self._keys.of(game_id), [game_id, revision]) == 1

    def renew(self, game_id: str, due: int | None = None) -> None:
        """Have the game listed anew, and looked at when it is due, unless both are known."""
        args: list[Arg] = [game_id, "" if due is None else due]
        self._run(_RENEW, self._keys.of(game_id), args)

    def set_aside(self, game_id: str, reason: str) -> bool:
        """Look at the game no more: it cannot be read. False if it must stay."""
        stays = False
        for key in self._keys.of(game_id)[1:3]:
            score = self._call("ZSCORE", key, game_id)
            if score is None:
                continue
            if self.aside.put(key, game_id, reason, cast("bytes", score)):
                self._call("ZREM", key, game_id)
            else:
                stays = True
        return not stays

    def bucket(self, game_id: str) -> int:
        """The bucket in whose sets the game is noted."""
        return self._keys.bucket(game_id)

    def note_lost(self) -> None:
        """Find the buckets that another process has not come to look at."""
        found = self._to.call_many([("EXISTS", key) for key in self._keys.lost])
        self.lost |= {number for number, there in enumerate(found) if there == 1}

    def looked_at(self) -> None:
        """All games of the buckets in `lost` have been looked at anew."""
        for number in self.lost:
            self._call("DEL", self._keys.lost[number])
        self.lost.clear()

    def _found(self, sets: list[str], scores: tuple[Arg, Arg], limit: int) -> list[Due]:
        found: list[tuple[float, str]] = []
        query = (*scores, "WITHSCORES", "LIMIT", 0, limit)
        replies = self._to.call_many([("ZRANGEBYSCORE", each, *query) for each in sets])
        for number, (key, reply) in enumerate(zip(sets, replies, strict=True)):
            if isinstance(reply, Refused):
                self._take_away(key, number, reply)
                continue
            flat = cast("list[bytes]", reply)
            for member, score in zip(flat[::2], flat[1::2], strict=True):
                try:
                    game_id = member.decode()
                except UnicodeDecodeError:
                    reason = "no game is called so"
                else:
                    place, own = number % self._keys.buckets, self.bucket(game_id)
                    if place == own:
                        found.append((_number(score), game_id))
                        continue
                    reason = f"it belongs to bucket {own}"  # where alone it would be settled
                if self.aside.put(key, member, reason, score):
                    self._call("ZREM", key, member)
        return [Due(game, score) for score, game in sorted(found)[:limit]]

    def _take_away(self, key: str, number: int, refused: Refused) -> None:
        error = meaning(refused, None)
        if not isinstance(error, WrongType):
            raise error
        bucket = number % self._keys.buckets
        try:
            self._call("SET", self._keys.lost[bucket], 1)
        except StoreDown as error:
            log.warning("%s stays: %s", key, error)
            return
        if self.aside.take_away(key, "zset"):
            self.lost.add(bucket)


def _number(score: bytes) -> float:
    """A score: whole, as ours are, or what else Redis can hold."""
    number = float(score)
    return int(number) if number.is_integer() else number
