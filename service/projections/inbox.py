"""What an account has to do with: its games, what it owes in them, and one feed over all of them.

Which games those are is a projection, renewed with the listing and rebuilt from the streams. A game
that is over leaves it: what an account asks costs what is going on, not what was. The feed is
made when it is read (`inbox.lua`), and with the end of a game, so a move costs nothing for it:
whatever happened in the games since is put into it, once, as stretches of revisions under numbers
of its own. A key of the wrong type is set aside where it is met, and made anew by the sweeper.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from domain.decisions import open_decisions
from domain.state import State
from service.storage.connections import Client
from service.storage.repository import Repository
from service.storage.scripts import Script
from service.storage.set_aside import SetAside
from service.storage.stored import Arg, ReadOnly, Reply, WrongType

MAX_ITEMS_PER_FEED: Final = 10_000
"""Items that a feed keeps; a cursor from before them is refused."""

_FEED: Final = Script.beside(__file__, "inbox.lua")
_MADE: Final = "{accounts}:inboxes"
_TYPES: Final = {
    "seen": "hash", "feed": "stream", "games": "zset", "owed": "zset", "inboxes": "string"
}  # fmt: skip
_FORM: Final = b"2"
"""Of what is kept for accounts: of another one it is made anew."""

# By the revision that was looked at, so that what is owed since is not forgotten.
_SETTLE: Final = Script.of("""\
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not score or tonumber(score) > tonumber(ARGV[2]) then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])
""")


@dataclass(frozen=True, slots=True)
class Item:
    """One item of the feed: the entries `first` to `last` of a game."""

    number: int
    game_id: str
    first: int
    last: int


class CursorLost(Exception):  # noqa: N818 - it says what happened
    """The cursor lies before the first item that is kept, or after the last one."""


class Inbox(Repository):
    """Games and feeds of accounts. Every method raises StoreDown when Redis is away."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self._aside = SetAside(client)

    def is_current(self) -> bool:
        """Whether all that is kept for accounts is of this form."""
        return self._call("GET", _MADE) == _FORM

    def is_made(self) -> None:
        """It has been made of all games there are."""
        self._call("SET", _MADE, _FORM)

    def is_being_made(self) -> None:
        """It is not whole, and if this process ends before it is, another one must make it."""
        self._call("DEL", _MADE)

    def index(self, state: State, *, anew: bool = False) -> None:
        """Note the game with those who play it; of one that is over, its end in their feeds.

        `anew`: a game that is over, and in no inbox, is no news.
        """
        owing = {each.seat for each in open_decisions(state)}
        for owner in {player.owner for player in state.players.values() if player.owner}:
            if state.is_over:
                if not anew or self._call("ZSCORE", _key(owner, "games"), state.game) is not None:
                    self._feed(owner, {state.game: state.revision}, over=True)
                continue
            self._call("ZADD", _key(owner, "games"), state.created_at, state.game)
            if any(each.owner == owner and seat in owing for seat, each in state.players.items()):
                self._call("ZADD", _key(owner, "owed"), "GT", state.revision, state.game)

    def games(self, account_id: str) -> list[str]:
        """The account's games that are not over, the oldest first."""
        return self._names(_key(account_id, "games"))

    def owed(self, account_id: str) -> list[str]:
        """The games in which the account owes something, and maybe some in which it has."""
        return self._names(_key(account_id, "owed"))

    def settle(self, account_id: str, game_id: str, revision: int) -> None:
        """At this revision nothing was owed in the game. Where nothing can be written, it stays."""
        try:
            self._run(_SETTLE, [_key(account_id, "owed")], [game_id, revision])
        except ReadOnly:
            return

    def catch_up(self, account_id: str, heads: Mapping[str, int]) -> None:
        """Put into the feed what the games have beyond it. `heads`: game -> last revision."""
        if heads:
            self._feed(account_id, heads, over=False)

    def _feed(self, account_id: str, heads: Mapping[str, int], *, over: bool) -> None:
        pairs = [value for game, head in heads.items() for value in (game, head)]
        keys = [_key(account_id, what) for what in ("seen", "feed", "games", "owed")]
        self._run(_FEED, keys, [MAX_ITEMS_PER_FEED, int(over), *pairs])

    def _call(self, *command: Arg, game_id: str | None = None) -> Reply:
        try:
            return super()._call(*command, game_id=game_id)
        except WrongType:
            self._take_away(str(command[1]))
            return super()._call(*command, game_id=game_id)

    def _run(
        self, script: Script, keys: Sequence[str], args: Sequence[Arg], game_id: str | None = None
    ) -> Reply:
        try:
            return super()._run(script, keys, args, game_id)
        except WrongType:
            self._take_away(*keys)
            return super()._run(script, keys, args, game_id)

    def _take_away(self, *keys: str) -> None:
        self.is_being_made()
        for key in keys:
            self._aside.take_away(key, _TYPES[key.rpartition(":")[2]])

    def _names(self, key: str) -> list[str]:
        names = cast("list[bytes]", self._call("ZRANGE", key, 0, -1))
        return [name.decode(errors="replace") for name in names]

    def after(self, account_id: str, cursor: int, limit: int) -> list[Item]:
        """At most `limit` items after the cursor.

        :raises CursorLost: items that follow the cursor are kept no more, or it never was one.
        """
        found = self._stored(account_id, f"{max(cursor, 1)}-0", limit + 1)
        if (cursor and not found) or (found and _number(found[0]) > cursor + 1):
            raise CursorLost
        items = [item for entry in found if (item := _item(entry))]
        return [item for item in items if item.number > cursor][:limit]

    def first(self, account_id: str) -> int:
        """The cursor before the oldest item that is kept."""
        found = self._stored(account_id, "-", 1)
        return _number(found[0]) - 1 if found else 0

    def _stored(self, account_id: str, since: str, count: int) -> list[list[Reply]]:
        found = self._call("XRANGE", _key(account_id, "feed"), since, "+", "COUNT", count)
        return cast("list[list[Reply]]", found)


def _item(entry: list[Reply]) -> Item | None:
    """An item as it is stored; None for what is none."""
    fields = cast("list[bytes]", entry[1])
    data = dict(zip(fields[::2], fields[1::2], strict=True))
    try:
        game, first, last = data[b"game"].decode(), int(data[b"first"]), int(data[b"last"])
    except (LookupError, ValueError):
        return None
    return Item(_number(entry), game, first, last) if 0 < first <= last else None


def _number(entry: list[Reply]) -> int:
    return int(cast("bytes", entry[0]).split(b"-")[0])


def _key(account_id: str, what: str) -> str:
    return f"{{accounts}}:{account_id}:{what}"
