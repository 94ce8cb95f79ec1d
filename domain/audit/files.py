"""The files that a verifier takes, from bytes to data (docs/ledger.md, "Files").

What tools leave in front is taken off: byte order marks, the lines of an HTTP answer.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from domain.audit.kept import Receipt, receipts_in
from domain.audit.signatures import key_set
from domain.restricted import BadText, Unfinished, parse, parse_several, past_blanks

LARGEST: Final = 24 * 1024 * 1024
"""Bytes of the largest file that is looked at; the longest game needs half of it."""
MOST: Final = 1_000
"""Statements that may be given: each signature costs milliseconds."""


class Unreadable(Exception):
    """A file cannot be read. The message says which one and why, in plain ASCII."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What files of receipts hold, each statement once, and what was noticed about them."""

    receipts: tuple[Receipt, ...]
    noticed: tuple[str, ...] = ()


def bundle_in(raw: bytes) -> Any:
    """The data of a bundle.

    :raises Unreadable: if it is not one JSON text of the restricted form.
    """
    return _one_text(raw, "the bundle")


def keys_in(raw: bytes) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The keys of a JWK set, and what was noticed about it.

    :raises Unreadable: if it is none.
    """
    data = _one_text(raw, "the keys")
    try:
        keys, others = key_set(data)
    except ValueError as error:
        raise Unreadable(f"the keys cannot be read: {error}") from error
    noticed = f"{others} keys of other kinds in the key set were passed over"
    return keys, (noticed,) if others else ()


def saved_in(files: Sequence[bytes]) -> Saved:
    """All statements in saved answers of the server, of any number of files.

    :raises Unreadable: if a file has none, or anything else than texts in it, or if there are
        too many.
    """
    found: dict[Receipt, None] = {}
    noticed = []
    for number, raw in enumerate(files, start=1):
        name = "the receipts" if len(files) == 1 else f"file {number} of the receipts"
        text, cut = _decoded(raw, name, cut_off=True)
        any_here = False
        try:
            for each in _texts(text):
                for receipt in receipts_in(each):
                    any_here = True
                    found[receipt] = None
                    if len(found) > MOST:
                        raise Unreadable(f"more than {MOST} statements were given")
        except Unfinished:
            cut = True
        except BadText as error:
            raise Unreadable(f"{name} cannot be read: {error}") from error
        if not any_here:
            raise Unreadable(f"{name} cannot be read: no statement is there")
        if cut:
            noticed.append(f"the last text of {name} is cut off; it was not read")
    return Saved(tuple(found), tuple(noticed))


def _one_text(raw: bytes, name: str) -> Any:
    text, _ = _decoded(raw, name)
    try:
        return parse(text[_past_headers(text, 0) :])
    except BadText as error:
        raise Unreadable(f"{name} cannot be read: {error}") from error


def _decoded(raw: bytes, name: str, *, cut_off: bool = False) -> tuple[str, bool]:
    """The text in `raw`, and whether its last character is cut, which only `cut_off` allows.

    :raises Unreadable: if it is too large, or not text.
    """
    if len(raw) > LARGEST:
        raise Unreadable(f"{name} cannot be read: larger than {LARGEST} bytes")
    encoding, mark = _encoding(raw)
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        text = decoder.decode(raw[mark:], final=not cut_off)
    except UnicodeError as error:
        raise Unreadable(f"{name} cannot be read: it is no text in {encoding}") from error
    return text, decoder.getstate()[0] != b""


def _encoding(raw: bytes) -> tuple[str, int]:
    """How the text is encoded, and how long the byte order mark in front of it is."""
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return encoding, len(mark)
    if 0 in raw[:2]:
        return ("utf-16-be" if raw[0] == 0 else "utf-16-le"), 0
    return "utf-8", 0


_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_HTTP = "HTTP/"
_EMPTY_LINE = re.compile(r"\n\r?\n")
_B64 = "[A-Za-z0-9_-]"
_JWS = re.compile(rf"({_B64}+\.{_B64}+\.({_B64}+))[ \t]*(\r?\n|\Z)")
_CUT_JWS = re.compile(rf"e(?:y{_B64}*(?:\.{_B64}*){{0,2}})?\Z")
_SIGNATURE = 86
"""Characters of a signature in a JWS."""


def _past_headers(text: str, start: int) -> int:
    """Where what follows the lines of HTTP answers begins, if such lines are there.

    :raises Unfinished: if nothing follows them.
    """
    start = past_blanks(text, start)
    while text.startswith(_HTTP, start):
        empty = _EMPTY_LINE.search(text, start)
        start = len(text) if empty is None else past_blanks(text, empty.end())
        if start == len(text):
            raise Unfinished("header lines, and nothing behind them")
    return start


def _texts(text: str) -> Iterator[Any]:
    """The data of the JSON texts, in pieces; a JWS on its own line as if it were in one.

    :raises Unfinished: after the last of them, if another one is cut off.
    :raises BadText: if anything else is there.
    """
    at = _past_headers(text, 0)
    while at < len(text):
        line = _begins_line(text, at)
        jws = _JWS.match(text, at) if line else None
        cut = line and _CUT_JWS.match(text, at)
        if jws and (jws[3] or len(jws[2]) >= _SIGNATURE or not cut):
            yield {"jws": jws[1]}
            at = jws.end()
        elif cut or _HTTP.startswith(text[at : at + len(_HTTP)]):
            raise Unfinished("the last line is cut off")
        else:
            texts, at = parse_several(text, at)
            yield texts
        at = _past_headers(text, at)


def _begins_line(text: str, at: int) -> bool:
    while at and text[at - 1] in " \t":
        at -= 1
    return at == 0 or text[at - 1] in "\r\n"
