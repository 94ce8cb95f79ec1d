"""The listing of games: a projection of the streams, which can be lost and built again.

One sorted set holds two names per listed game, `*:<created>:<game>` and
`<status>:<created>:<game>`, all of score 0. So a page of either is a range of names and a cursor is
exact: no game is shown twice or left out when others come and go between two pages. Only public
games are listed. When a listing must be renewed is known to the due index.

A row that cannot be read is set aside where it is met, and its game listed anew by the sweeper.
"""

import json
from collections.abc import Callable, Iterator
from typing import Literal, TypedDict, cast

import msgspec

from service.storage.connections import Client
from service.storage.repository import Repository
from service.storage.scripts import Script
from service.storage.set_aside import SetAside
from service.storage.stored import Arg, StoreDown, WrongType

_PUT = Script.beside(__file__, "directory.lua")
_KEYS = ("{directory}:summaries", "{directory}:index")
_TYPES = ("hash", "zset")
_EVERY = "*"
_GAMES_PER_CHUNK = 100
_MAX_GAMES_PER_SEARCH = 1000


class Summary(TypedDict):
    """One row of the listing. `created_at` is in ms since the epoch, `revision` the stream's."""

    id: str
    ruleset: str
    status: str
    created_at: int
    seats: int
    taken: int
    visibility: Literal["public", "private"]
    revision: int


class Directory(Repository):
    """Puts and lists. Every method raises StoreDown when Redis does not answer.

    `relist` has a game listed anew.
    """

    def __init__(self, client: Client, relist: Callable[[str], None] = lambda _: None) -> None:
        super().__init__(client)
        self._aside, self._relist = SetAside(client), relist

    def is_whole(self) -> bool:
        """Whether all of it is of the type that was written."""
        found = [cast("bytes", self._call("TYPE", key)).decode() for key in _KEYS]
        return all(each in ("none", kind) for each, kind in zip(found, _TYPES, strict=True))

    def mend(self) -> bool:
        """Set aside what is no listing at all. True if it was so: all must be listed anew."""
        found = [self._aside.take_away(key, kind) for key, kind in zip(_KEYS, _TYPES, strict=True)]
        if not any(found):
            return False
        self._call("DEL", *_KEYS)  # one without the other is no listing either
        return True

    def put(self, summary: Summary) -> bool:
        """Show this summary. False if a newer revision is shown already, which then stays."""
        names: list[str] = []
        if summary["visibility"] == "public":
            names = [f"{group}:{_cursor(summary)}" for group in (_EVERY, summary["status"])]
        args: list[Arg] = [summary["id"], summary["revision"], json.dumps(summary), *names]
        return self._run(_PUT, _KEYS, args) == 1

    def knows(self, game_id: str) -> bool:
        """Whether the game has ever been put here, public or private."""
        try:
            return self._call("HEXISTS", _KEYS[0], game_id) == 1
        except WrongType:
            return False  # until it has been made anew

    def is_empty(self) -> bool:
        """Whether nothing is listed: no game yet, or a listing that was lost."""
        return self._call("EXISTS", _KEYS[0]) == 0

    def page(
        self,
        status: str | None = None,
        ruleset: str | None = None,
        before: str | None = None,
        limit: int = 50,
    ) -> tuple[list[Summary], str | None]:
        """The newest public games first, and the cursor to pass as `before` for more, or None.

        At most 1000 games are looked at, so with a rare ruleset a page may be short, even empty,
        and still have a cursor: the search goes on from there.
        """
        rows: list[Summary] = []
        chunk = limit + 1 if ruleset is None else _GAMES_PER_CHUNK
        for looked_at, (cursor, row) in enumerate(self._scan(status or _EVERY, before, chunk), 1):
            # Status and visibility again: the row may have changed since its name was read.
            if (
                row is not None
                and row["visibility"] == "public"
                and status in {None, row["status"]}
                and ruleset in {None, row["ruleset"]}
            ):
                if len(rows) == limit:
                    return rows, _cursor(rows[-1])
                rows.append(row)
            if looked_at >= _MAX_GAMES_PER_SEARCH:
                return rows, cursor
        return rows, None

    def _scan(
        self, group: str, before: str | None, chunk: int
    ) -> Iterator[tuple[str, Summary | None]]:
        """Cursor and summary of each game of a group, the newest first; None: lost meanwhile."""
        top: Arg = f"({group};" if before is None else f"({group}:{before}"  # ';' follows ':'
        query = ("ZREVRANGEBYLEX", _KEYS[1])
        while names := self._call(*query, top, f"[{group}:", "LIMIT", 0, chunk):
            read = [(name, _read_name(name)) for name in cast("list[bytes]", names)]
            for name in (name for name, cursor in read if cursor is None):
                self._drop("ZREM", _KEYS[1], name, name)
            cursors = [cursor for _, cursor in read if cursor is not None]
            games = [cursor.split(":", 1)[1] for cursor in cursors]
            found = cast("list[bytes | None]", self._call("HMGET", _KEYS[0], "", *games))[1:]
            for cursor, game, stored in zip(cursors, games, found, strict=True):
                row = _row(stored)
                if (
                    stored is not None
                    and row is None
                    and self._drop("HDEL", _KEYS[0], game, stored)
                ):
                    self._relist(game)
                yield cursor, row
            top = b"(" + cast("list[bytes]", names)[-1]

    def _drop(self, command: str, key: str, field: str | bytes, value: bytes) -> bool:
        """Set an entry aside, if anything can be written now. Readers must not fail by it."""
        try:
            kept = self._aside.put(key, field, "it is no row of a listing", value[:512])
            return kept and self._call(command, key, field) == 1
        except StoreDown:
            return False


def _read_name(name: bytes) -> str | None:
    """The cursor in a name of the index: time and game; None if it is none."""
    try:
        _, at, game = name.decode("ascii").split(":")
    except ValueError:
        return None
    return f"{at}:{game}"


def _row(stored: bytes | None) -> Summary | None:
    """A row as it is stored; None if there is none, or it is none."""
    try:
        return msgspec.json.decode((stored or b"").split(b"\n", 1)[1], type=Summary)
    except (ValueError, LookupError, msgspec.MsgspecError):
        return None


def _cursor(row: Summary) -> str:
    return f"{row['created_at']:013d}:{row['id']}"
