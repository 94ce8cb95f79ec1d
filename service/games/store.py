"""The store: one Redis stream per game, appended to at an expected revision.

Here lives what is read and written of one game. The shape of an entry and the errors live in
`stored`, connections in `connections`, the atomic part of an append in `append.lua`, what the
sweeper asks across all games in `agenda`, and the start-up check in `safety`.

A larger `stream-node-max-entries` on the server (400) makes finished games 15 to 40 % smaller.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from domain.ledger import Name
from service.games.due_index import Due
from service.games.resuming import Resumed, Resuming
from service.storage.client import Command
from service.storage.connections import Client, commander, scan
from service.storage.keys import Keys
from service.storage.labels import written
from service.storage.safety import check
from service.storage.scripts import Script
from service.storage.stored import (
    Arg,
    Conflict,
    Damaged,
    Position,
    Refused,
    Reply,
    Stored,
    StoreDown,
    StoreError,
    UnsafeStore,
    continued,
    entries_of,
    meaning,
)

__all__ = [
    "Conflict",
    "Damaged",
    "Due",
    "Position",
    "Resumed",
    "Store",
    "StoreDown",
    "StoreError",
    "Stored",
    "UnsafeStore",
]  # fmt: skip

_APPEND = Script.beside(__file__, "append.lua")
_CONFLICT_LIMIT = 1000


class Store(Resuming):
    """Reads and appends. Every method raises StoreDown when Redis does not answer.

    Safe to share between threads and to carry over a fork.
    """

    def __init__(self, client: Client, buckets: int = 64) -> None:
        super().__init__(commander(client), Keys(buckets))
        self._client = client

    def read(self, game: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """The entries after a revision, at most `limit`; none if there is no such game.

        Raises Damaged if any is missing, `after` itself included: only ask after a revision that
        was seen.
        """
        if after > 0:
            more = None if limit is None else limit + 1
            stream = self._keys.stream(game)
            found = self._call(game, "XRANGE", stream, f"{after}-0", "+", *_count(more))
            return continued(game, found, after, None)
        stream = self._keys.stream(game)
        # What Redis says of the stream comes first: an append between the two is then no damage.
        about, found = self._many(
            game,
            ("XINFO", "STREAM", stream),
            ("XRANGE", stream, "-", "+", *_count(limit)),
        )
        entries = entries_of(game, found, 1)
        if about is not None and (limit is None or len(entries) < limit):
            given = _last_given(about)
            if given > len(entries):
                raise Damaged(game, len(entries) + 1, f"lost, {given} had been written")
        return entries

    def read_last(self, game: str, count: int) -> list[Stored]:
        """The last `count` entries, or all if there are no more, in order. Raises Damaged."""
        reply = self._call(game, "XREVRANGE", self._keys.stream(game), "+", "-", "COUNT", count)
        found = cast("list[Reply]", reply)[::-1]
        first = 1 if len(found) < count else _revision(game, found[-1]) - count + 1
        return entries_of(game, found, first)

    def append(
        self,
        game: str,
        entry: Stored,
        *,
        previous: str,
        due: int | None,
        touched: bool = False,
        names: Mapping[str, Name] | None = None,
    ) -> None:
        """Write the entry that follows the one whose hash is `previous`; the first begins a game.

        `due` is when somebody must look at the game again, in ms since the epoch; `touched` asks
        for its listing to be renewed; `names` are those whose seals the entry has. An entry that
        is there already counts as written, so a repeat is always safe. Raises Conflict, Damaged,
        StoreDown.
        """
        expected = entry.revision - 1
        args: list[Arg] = [
            expected, previous, game, "" if due is None else due, int(touched),
            self._keys.wake(game), _CONFLICT_LIMIT, entry.p, entry.h, entry.s or b"",
        ]  # fmt: skip
        for seal, name in (names or {}).items():
            args += seal, written(name)
        reply = self._run(_APPEND, game, args)
        if isinstance(reply, list):
            raise _refused(game, expected, previous, reply)

    def revisions(self, games: Sequence[str]) -> dict[str, int]:
        """How far each of the games has come; 0 for one that is not there. For many at once."""
        found = self._to.call_many([("XLEN", self._keys.stream(game)) for game in games])
        for game, reply in zip(games, found, strict=True):
            if isinstance(reply, Refused):
                raise meaning(reply, game)
        return dict(zip(games, cast("list[int]", found), strict=True))

    def games(self) -> Iterator[str]:
        """Every game there is, in no order; one may come twice while keys move."""
        for key in scan(self._client, self._keys.every_stream):
            yield self._keys.game_of(key)

    def check(self) -> list[str]:
        """Refuse a Redis that may lose games: UnsafeStore. Returns warnings, also logged."""
        return check(self._client, self._keys.buckets)

    def _many(self, game: str, *commands: Command) -> list[Reply]:
        replies: list[Reply] = []
        for reply in self._to.call_many(commands):
            if not isinstance(reply, Refused):
                replies.append(reply)
            elif "no such key" in str(reply):
                replies.append(None)
            else:
                raise meaning(reply, game)
        return replies


def _count(limit: int | None) -> tuple[Arg, ...]:
    return () if limit is None else ("COUNT", limit)


def _last_given(about: Reply) -> int:
    """The revision of the last entry ever added, from XINFO STREAM, be it deleted or not."""
    flat = cast("list[bytes]", about)
    return int(flat[flat.index(b"last-generated-id") + 1].split(b"-")[0])


def _revision(game: str, raw: Reply) -> int:
    name = cast("list[bytes]", raw)[0]
    if not name.endswith(b"-0"):
        raise Damaged(game, 0, f"foreign entry {name.decode()}")
    return int(name[:-2])


def _refused(game: str, expected: int, previous: str, reply: list[Reply]) -> StoreError:
    """The error for a reply of append.lua that is not success."""
    if reply[0] == 4:
        return Damaged(game, cast(int, reply[1]), cast(bytes, reply[2]).decode())
    if expected == 0:
        return Conflict(game, tuple(entries_of(game, reply[1], 1)))
    return Conflict(game, tuple(continued(game, reply[1], expected, previous)))
