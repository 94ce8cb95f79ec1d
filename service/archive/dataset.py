"""Games in a file: a line of JSON for each, compressed with Zstandard.

Entries stand in a line as they are stored, byte for byte, so that they can be taken in again.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any, Final, cast

import msgspec

from service.archive.packing import Record
from service.archive.zstandard import zstd
from service.storage.stored import Entries, Stored


class Malformed(Exception):  # noqa: N818 - it says what happened
    """This is no such file, or not whole."""


_NONE: Final = msgspec.Raw()


class Entry(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What one command has caused."""

    entry: msgspec.Raw
    hash: str
    secret: msgspec.Raw = _NONE


class Ledger(msgspec.Struct, forbid_unknown_fields=True):
    """The attempts of a seat: how many there ever were, and those that are kept."""

    seat: int
    ever: int
    kept: list[tuple[str, list[str]]]


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """A game."""

    game: str
    entries: list[Entry]
    labels: dict[str, str]
    attempts: list[Ledger]


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Line)


def write(file: IO[bytes], games: Iterable[tuple[str, Record]]) -> None:
    """Write all games; what is written so far can be read, however it ends."""
    with zstd.open(file, "wb", level=12) as out:
        for game_id, record in games:
            out.write(_encoder.encode(_line(game_id, record)) + b"\n")
        out.write(b"")  # there may be no games, and this is whole all the same


def read(file: IO[bytes]) -> Iterator[tuple[str, Record]]:
    """All games. Raises Malformed where it ends to be what was written."""
    number = 0
    try:
        with zstd.open(file, "rb") as lines:
            for line in cast("Iterable[bytes]", lines):
                found = _decoder.decode(line)
                number += 1
                yield found.game, _record(found)
    except (zstd.ZstdError, EOFError, msgspec.MsgspecError, UnicodeError) as error:
        raise Malformed(f"after line {number}: {error}") from error


def _line(game_id: str, record: Record) -> Line:
    entries = [
        Entry(msgspec.Raw(each.p), each.h, _NONE if each.s is None else msgspec.Raw(each.s))
        for each in record.entries
    ]
    attempts = [
        Ledger(seat, ever, [(_text(name), list(map(_text, fields))) for name, fields in kept])
        for seat, (ever, kept) in record.attempts
    ]
    return Line(game_id, entries, dict(_pairs(record.labels)), attempts)


def _record(line: Line) -> Record:
    entries = Entries(
        Stored(revision, bytes(each.entry), bytes(each.secret) or None,
               each.hash)
        for revision, each in enumerate(line.entries, 1)
    )  # fmt: skip
    labels = [part.encode() for pair in line.labels.items() for part in pair]
    attempts = [
        (each.seat, [each.ever, [[name.encode(), [one.encode() for one in fields]]
                                 for name, fields in each.kept]])
        for each in line.attempts
    ]  # fmt: skip
    return Record(entries, cast("Any", labels), attempts)


def _pairs(labels: Sequence[Any]) -> Iterator[tuple[str, str]]:
    texts = list(map(_text, labels))
    return zip(texts[::2], texts[1::2], strict=True)


def _text(value: bytes) -> str:
    return value.decode()
