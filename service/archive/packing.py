"""A game as few bytes, and back to the byte.

The first byte says how: WHOLE keeps every field as it was stored; DERIVED leaves out what follows
from the rest (deriving.py). Whatever is packed is unpacked and compared at once, so that nothing is
DERIVED that would not come back. Objects are kept by the members they have, and what they have in
each as a column: like beside like. Compressed with a dictionary made of games of all rulesets,
which is kept for ever.
"""

import json
import logging
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from domain import ledger
from domain.events import SECRETS
from domain.ledger.canonical import encoded
from domain.text.times import milliseconds, rfc3339
from service.archive.deriving import SECRET, Json, Known, played, short, whole
from service.archive.zstandard import zstd
from service.storage.stored import Entries, Reply, Stored

WHOLE, DERIVED = b"\0", b"\1"
LEVEL: Final = 19
log = logging.getLogger("toma6.archive")
_decoder: Final = msgspec.msgpack.Decoder()
_NAMES: Final = {kind.__name__: name for kind, name in SECRETS.items()}


class Unreadable(Exception):  # noqa: N818 - it says what happened
    """These bytes are no packed game, or one of a later version."""


class Record(NamedTuple):
    """All that is kept of a game: its entries from the first, and what lies beside them, in flat
    lists as the store has it: the labels by field, and the attempts of each seat that made any."""

    entries: Sequence[Stored]
    labels: list[Reply] = []  # noqa: RUF012 - of a tuple, and never changed
    attempts: list[tuple[int, Any]] = []  # noqa: RUF012


def pack(record: Record) -> bytes:
    """The record as few bytes."""
    try:
        packed = _packed(DERIVED, derived(record.entries), record)
        if unpack(packed) == record:
            return packed
        log.warning("a game is kept as it is: it would not come back to the byte")
    except (LookupError, TypeError, ValueError) as error:
        log.warning("a game is kept as it is: %s: %s", type(error).__name__, error)
    return _packed(WHOLE, [list(entry) for entry in record.entries], record)


def unpack(packed: bytes) -> Record:
    """The record. Raises Unreadable."""
    try:
        how, body = packed[:1], zstd.decompress(packed[1:], zstd_dict=_dictionary())
        kept, labels, attempts = _decoder.decode(body)
        entries = _UNPACK[how](*kept)
    except (zstd.ZstdError, ValueError, LookupError, TypeError) as error:
        raise Unreadable(f"{type(error).__name__}: {error}") from error
    return Record(entries, labels, [tuple(each) for each in attempts])


def _packed(how: bytes, kept: Any, record: Record) -> bytes:
    body = msgspec.msgpack.encode([kept, record.labels, record.attempts])
    return how + zstd.compress(body, LEVEL, zstd_dict=_dictionary())


@cache
def _dictionary() -> zstd.ZstdDict:
    return zstd.ZstdDict(Path(__file__).with_name("games-1.dict").read_bytes())


def derived(entries: Sequence[Stored]) -> list[Any]:
    """What is kept of these entries."""
    read = [_read(entry) for entry in entries]
    known = Known(played(event for _, events in read for event in events))
    shapes: dict[tuple[str, ...], int] = {}
    columns: list[list[list[Any]]] = []
    kinds, steps, last = bytearray(), [], 0
    for at, events in read:
        steps.append(at - last)
        last = at
        for event in events:
            kept = short(event, known)
            shape = shapes.setdefault(tuple(kept), len(shapes))
            if shape == len(columns):
                columns.append([[] for _ in kept])
            kinds.append(shape)
            for column, value in zip(columns[shape], kept.values(), strict=True):
                column.append(value)
    low = bytes(step & 255 for step in steps)
    return [
        low, [step >> 8 for step in steps], bytes(len(events) for _, events in read),
        list(shapes), bytes(kinds), columns,
    ]  # fmt: skip


def _read(entry: Stored) -> tuple[int, list[Json]]:
    """The time of an entry and its events, each with its secret."""
    told, secrets = json.loads(entry.p), json.loads(entry.s or b"{}")
    for event in told["events"]:
        if (name := _NAMES.get(event["type"])) in secrets:
            event[SECRET] = secrets[name]
    return milliseconds(told["at"]), told["events"]


def _restored(  # noqa: PLR0917 - what `derived` has made, in its order
    low: bytes, high: Sequence[int], counts: bytes, shapes: Any, kinds: bytes, columns: Any
) -> Iterator[Stored]:
    rows = [zip(*each, strict=True) for each in columns]
    found = [dict(zip(shapes[kind], next(rows[kind]), strict=True)) for kind in kinds]
    known, at, digest, some = Known(played(found)), 0, ledger.GENESIS, iter(found)
    for revision, (small, large, count) in enumerate(zip(low, high, counts, strict=True), start=1):
        at += (large << 8) + small
        events = [whole(next(some), known) for _ in range(count)]
        secrets = {_NAMES[event["type"]]: event.pop(SECRET) for event in events if SECRET in event}
        public = encoded({"at": rfc3339(at), "events": events})
        digest = ledger.chain(digest, public)
        yield Stored(revision, public, encoded(secrets) if secrets else None, digest)


def _as_it_was(*entries: Sequence[Any]) -> Iterator[Stored]:
    return (Stored(*each) for each in entries)


_UNPACK: Final = {
    WHOLE: lambda *kept: Entries(_as_it_was(*kept)),
    DERIVED: lambda *kept: Entries(_restored(*kept)),
}
