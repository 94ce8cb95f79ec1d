"""What the event store hands out: entries, and the ways in which it can fail.

Here lives the shape of one stored entry, how a raw stream reply becomes entries, and the family of
errors. Talking to Redis lives in `connections`; what an event means lives in `domain`.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeVar, cast

T = TypeVar("T")
Arg: TypeAlias = str | bytes | int
Reply: TypeAlias = "int | bytes | list[Reply] | None"

ENTRIES_PER_TURN: Final = 60
"""Entries that are worked on without a pause: some three milliseconds."""
_FOREIGN = "the entry has foreign content"


class Stored(NamedTuple):
    """One entry as it lies in the stream: what one command has caused.

    `p` is the public form (canonical JSON), `s` the secret part or None, `h` the chain hash.
    A tuple, because a frozen dataclass takes three times as long to build, and a replay builds
    hundreds of thousands a second.
    """

    revision: int
    p: bytes
    s: bytes | None
    h: str


class Entries(list[Stored]):
    """Entries in order. Whoever walks through many of them lets others have their turn.

    A web process serves all of its clients in one thread: folding a long game, or writing its
    bundle, would hold them up for as long as it takes.
    """

    def __iter__(self) -> Iterator[Stored]:
        for some in turns(self):
            yield from some


def turns(of: Sequence[T]) -> Iterator[Sequence[T]]:
    """All of a sequence in parts, between which others have their turn."""
    for at in range(0, len(of), ENTRIES_PER_TURN):
        if at:
            time.sleep(0)
        yield of[at : at + ENTRIES_PER_TURN]


class Position(NamedTuple):
    """Where an entry stands for good: its revision, the chain hash there, and its time in ms."""

    revision: int
    hash: str
    at: int


class StoreError(Exception):
    """Everything the store can raise, apart from ValueError for a caller's mistake."""


class StoreDown(StoreError):  # noqa: N818 - reads as a fact, like its siblings
    """Redis cannot be reached, or refuses for now: loading, full, read-only, busy.

    If only the reply was lost, an append may have been written. Repeating it is always safe.
    """


class ReadOnly(StoreDown):
    """Redis answers, and takes no writes: memory or disk is full, or it is a replica."""


class WrongType(StoreDown):
    """A key that no game has to itself holds something else."""


class UnsafeStore(StoreError):  # noqa: N818
    """This Redis may lose games, or was set up for another number of buckets."""


class Refused(StoreError):  # noqa: N818
    """Redis refused one command for what it says. Does not leave a `Repository`."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


ReplyOrRefused: TypeAlias = "Reply | Refused"


class Damaged(StoreError):  # noqa: N818
    """The stream of a game is not what was written: `reason` says what is wrong at `revision`."""

    def __init__(self, game_id: str, revision: int, reason: str) -> None:
        super().__init__(f"game {game_id} is damaged at revision {revision}: {reason}")
        self.game_id, self.revision, self.reason = game_id, revision, reason


class Conflict(StoreError):  # noqa: N818
    """Somebody else appended first: `entries` follow the expected revision.

    At most 1000 of them. If there are more, the next append conflicts again and brings the rest.
    """

    def __init__(self, game_id: str, entries: tuple[Stored, ...]) -> None:
        super().__init__(f"game {game_id} has moved on to revision {entries[-1].revision}")
        self.game_id, self.entries = game_id, entries


def entries_of(game_id: str, raw: Reply, first: int) -> Entries:
    """The entries of a raw XRANGE reply, which must be numbered `first`, `first` + 1, and so on.

    Raises Damaged at the first one that is missing, out of place or not shaped like ours.
    """
    found = Entries()
    revision = first
    # Written for speed: with the reply's own parsing this is all that a replay costs here.
    rows = cast("list[tuple[bytes, list[bytes]]]", raw)
    for name, fields in (row for some in turns(rows) for row in some):
        secret = None
        s_name = b"s"
        if len(fields) == 4:
            p_name, public, h_name, digest = fields
        elif len(fields) == 6:
            p_name, public, h_name, digest, s_name, secret = fields
        else:
            raise Damaged(game_id, revision, _FOREIGN)
        if name != b"%d-0" % revision:
            raise Damaged(game_id, revision, f"missing, entry {name.decode()} is in its place")
        if p_name != b"p" or h_name != b"h" or s_name != b"s" or len(digest) != 43:
            raise Damaged(game_id, revision, _FOREIGN)
        found.append(Stored(revision, public, secret, digest.decode("latin-1")))
        revision += 1
    return found


def continued(game_id: str, found: Reply, after: int, digest: str | None) -> Entries:
    """The entries after `after`, which must be the first one found and have that hash."""
    entries = entries_of(game_id, found, after)
    if not entries:
        raise Damaged(game_id, after, "gone, with all that followed")
    if digest is not None and entries[0].h != digest:
        raise Damaged(game_id, after, "another hash than expected")
    del entries[0]
    return entries


def entries_added(about: Reply) -> int:
    """How many entries a stream has ever had, from XINFO STREAM (Redis 7 and later)."""
    flat = cast("list[Reply]", about)
    return cast("int", flat[flat.index(b"entries-added") + 1])
