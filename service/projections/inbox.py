"""What an account has to do with: its games, and one feed over all of them.

Which games those are is a projection, renewed with the listing and rebuilt from the streams. The
feed is made when it is read (`inbox.lua`), so an append costs nothing for it: whatever happened
in the games since is put into it, once, as stretches of revisions under numbers of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, cast

from domain.state import State
from service.storage.repository import Repository
from service.storage.scripts import Script
from service.storage.stored import Reply

MAX_ITEMS_PER_FEED: Final = 10_000
"""Items that a feed keeps; a cursor from before them is refused."""

_FEED: Final = Script.beside(__file__, "inbox.lua")


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

    def index(self, state: State) -> None:
        for owner in {player.owner for player in state.players.values() if player.owner}:
            self._call("ZADD", _games(owner), state.created_at, state.game)

    def games(self, account_id: str) -> list[str]:
        """The account's games, the oldest first, until their end is in its feed."""
        names = cast("list[bytes]", self._call("ZRANGE", _games(account_id), 0, -1))
        return [name.decode() for name in names]

    def forget(self, account_id: str, game_id: str) -> None:
        """The game is over and the feed has its end: look at it no more."""
        self._call("ZREM", _games(account_id), game_id)

    def catch_up(self, account_id: str, heads: Mapping[str, int]) -> None:
        """Put into the feed what the games have beyond it. `heads`: game -> last revision."""
        if heads:
            pairs = [value for game, head in heads.items() for value in (game, head)]
            self._run(_FEED, (_seen(account_id), _feed(account_id)), [MAX_ITEMS_PER_FEED, *pairs])

    def after(self, account_id: str, cursor: int, limit: int) -> list[Item]:
        """At most `limit` items after the cursor.

        :raises CursorLost: items that follow the cursor are kept no more, or it never was one.
        """
        found = cast(
            "list[list[Reply]]",
            self._call("XRANGE", _feed(account_id), f"{max(cursor, 1)}-0", "+", "COUNT", limit + 1),
        )
        items = [_item(entry) for entry in found]
        if (cursor and not items) or (items and items[0].number > cursor + 1):
            raise CursorLost
        return [item for item in items if item.number > cursor][:limit]

    def first(self, account_id: str) -> int:
        """The cursor before the oldest item that is kept."""
        found = cast(
            "list[list[Reply]]", self._call("XRANGE", _feed(account_id), "-", "+", "COUNT", 1)
        )
        return _item(found[0]).number - 1 if found else 0


def _item(entry: list[Reply]) -> Item:
    name, fields = cast("bytes", entry[0]), cast("list[bytes]", entry[1])
    data = dict(zip(fields[::2], fields[1::2], strict=True))
    game, first, last = data[b"game"].decode(), int(data[b"first"]), int(data[b"last"])
    return Item(int(name.split(b"-")[0]), game, first, last)


def _games(account_id: str) -> str:
    return f"{{accounts}}:{account_id}:games"


def _seen(account_id: str) -> str:
    return f"{{accounts}}:{account_id}:seen"


def _feed(account_id: str) -> str:
    return f"{{accounts}}:{account_id}:feed"
