"""Standard streams and files of the command: whatever they are like, it ends as documented.

A stream may be closed, full, or gone in the middle; its encoding may lack ticks.
"""

import sys
from io import BufferedReader
from pathlib import Path
from typing import Final, cast

from domain.audit.reading.files import MAX_BYTES
from domain.audit.telling.wording import TICKS, WORDS, Marks
from domain.text.shown import plain, shown

PIECE: Final = 1 << 18
"""Bytes that are read at once: in one long read an interruption could be missed."""


class UnreadableFile(Exception):
    """A file cannot be read. The message says which one and why, in plain ASCII."""


def read(name: str) -> bytes:
    """The bytes of a file, or of standard input; of one that is too large a byte too many.

    :raises UnreadableFile: if it cannot be read.
    """
    if not name:
        raise UnreadableFile("the name of a file is empty")
    if name == "-" and sys.stdin is None:
        raise UnreadableFile("standard input cannot be read: it is closed")
    try:
        if name == "-":
            return _all(cast("BufferedReader", sys.stdin.buffer))
        with Path(name).open("rb") as file:
            return _all(file)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UnreadableFile(f"{shown(name)} cannot be read: {plain(why)}") from error


def _all(file: BufferedReader) -> bytes:
    data = bytearray()
    while len(data) <= MAX_BYTES and (piece := file.read1(PIECE)):
        data += piece
    return bytes(data[: MAX_BYTES + 1])


def marks() -> Marks:
    """Ticks, where standard output can show them."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        "".join(TICKS.values()).encode(encoding)
    except (LookupError, UnicodeError):
        return WORDS
    return TICKS


def write(text: str) -> bool:
    """Write all of it to standard output; whether that could be done."""
    try:
        if sys.stdout is None:
            return False
        sys.stdout.write(text)
        sys.stdout.flush()
    except (OSError, ValueError):
        sys.stdout = None  # or Python tries again when it ends
        return False
    return True


def tell(text: str) -> None:
    """Write to standard error, if anybody can be told there."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(text)
            sys.stderr.flush()
    except (OSError, ValueError):
        sys.stderr = None  # the status says it all the same
