"""The listing of games: a projection of the streams, which can be lost and built again.

One sorted set holds two names per listed game, `*:<created>:<game>` and
`<status>:<created>:<game>`, all of score 0. So a page of either is a range of names and a cursor is
exact: no game is shown twice or left out when others come and go between two pages. Only public
games are listed. When a listing must be renewed is known to the due index.
"""

import json
from collections.abc import Iterator
from typing import Literal, TypedDict, cast

from service.storage.repository import Repository
from service.storage.scripts import Script
from service.storage.stored import Arg

_PUT = Script.beside(__file__, "directory.lua")
_KEYS = ("{directory}:summaries", "{directory}:index")
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
    """Puts and lists. Every method raises StoreDown when Redis does not answer."""

    def put(self, summary: Summary) -> bool:
        """Show this summary. False if a newer revision is shown already, which then stays."""
        names: list[str] = []
        if summary["visibility"] == "public":
            names = [f"{group}:{_cursor(summary)}" for group in (_EVERY, summary["status"])]
        args: list[Arg] = [summary["id"], summary["revision"], json.dumps(summary), *names]
        return self._run(_PUT, _KEYS, args) == 1

    def knows(self, game_id: str) -> bool:
        """Whether the game has ever been put here, public or private."""
        return self._call("HEXISTS", _KEYS[0], game_id) == 1

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
        top = f"({group};" if before is None else f"({group}:{before}"  # ';' follows ':'
        query = ("ZREVRANGEBYLEX", _KEYS[1])
        while names := self._call(*query, top, f"[{group}:", "LIMIT", 0, chunk):
            cursors = [name.decode().split(":", 1)[1] for name in cast("list[bytes]", names)]
            games = [cursor.split(":", 1)[1] for cursor in cursors]
            found = cast("list[bytes | None]", self._call("HMGET", _KEYS[0], *games))
            for cursor, stored in zip(cursors, found, strict=True):
                yield cursor, json.loads(stored.split(b"\n", 1)[1]) if stored else None
            top = f"({group}:{cursors[-1]}"


def _cursor(row: Summary) -> str:
    return f"{row['created_at']:013d}:{row['id']}"
