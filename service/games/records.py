"""All that lies of a game in Redis, as one record: read, and laid there again."""

from collections.abc import Iterator
from typing import Final, cast

from domain import ledger
from service.archive.packing import Record
from service.storage.client import Command, Sender
from service.storage.keys import Keys
from service.storage.stored import Arg, Damaged, Refused, Reply, entries_added, entries_of

SEATS: Final = range(10)
_FIRST_LEDGER: Final = 8
"""The number of the first seat's attempts in `places`, counted from 1 as in Lua."""


def places(keys: Keys, game_id: str) -> list[str]:
    """All keys of a game, in the order that put_away.lua and bring_back.lua have them."""
    ledgers = (keys.attempts(game_id, seat) for seat in SEATS)
    putting = keys.putting[keys.bucket(game_id)]
    return [*keys.of(game_id), putting, keys.snapshot(game_id), *ledgers]


def read(to: Sender, keys: Keys, game_id: str) -> Record:
    """The record. Of no one moment: who settles looks again. Raises Damaged."""
    stream, labels = keys.stream(game_id), keys.labels(game_id)
    asked: list[Command] = [("XRANGE", stream, "-", "+"), ("HGETALL", labels)]
    for key in (keys.attempts(game_id, seat) for seat in SEATS):
        asked += [("XRANGE", key, "-", "+"), ("XINFO", "STREAM", key)]
    raw, fields, *ledgers = to.call_many(asked)
    if isinstance(raw, Refused) or isinstance(fields, Refused):
        raise Damaged(game_id, 0, "one of its keys holds another type")
    attempts = []
    for seat, found, about in zip(SEATS, ledgers[::2], ledgers[1::2], strict=True):
        if found and not isinstance(found, Refused) and not isinstance(about, Refused):
            attempts.append((seat, [entries_added(about), found]))
    return Record(entries_of(game_id, raw, 1), cast("list[Reply]", fields), attempts)


def check(game_id: str, record: Record) -> None:
    """Raises Damaged if an entry does not fit its hash."""
    digest = ledger.GENESIS
    for each in record.entries:
        digest = ledger.chain(digest, each.p)
        if digest != each.h:
            raise Damaged(game_id, each.revision, "its hash does not match")


def arguments(record: Record) -> Iterator[Arg]:
    """The record as bring_back.lua takes it."""
    yield len(record.entries)
    yield len(record.labels)
    for each in record.entries:
        yield from (each.p, each.h, each.s or b"")
    yield from cast("list[bytes]", record.labels)
    for seat, (ever, attempts) in record.attempts:
        for name, fields in attempts:
            yield from (_FIRST_LEDGER + seat, ever, name, len(fields), *fields)
