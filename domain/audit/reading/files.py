"""The files that a verifier takes, from bytes to data (docs/ledger.md, "Files").

What tools leave in front is taken off: byte order marks, the lines of an HTTP answer.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from domain.audit.reading.kept import Receipt, receipts_in
from domain.audit.reading.keys import Keys, key_set
from domain.text.strict_json import BadText, Unfinished, parse, parse_first, past_blanks

MAX_BYTES: Final = 24 * 1024 * 1024
"""The largest file that is looked at; the longest game needs half of it."""
MAX_SAVED_BYTES: Final = 8 * 1024 * 1024
"""The same for a file of receipts: a thousand views are smaller."""
MAX_STATEMENTS: Final = 1_000
"""Different statements that may be given: each signature costs milliseconds."""
MAX_PARTS: Final = 10_000
"""Parts that a file of receipts may have; statements in all of them, however often each comes."""
MAX_JWS: Final = 4_000
"""Characters of a JWS; a receipt needs some six hundred."""


class Unreadable(Exception):
    """A file cannot be read. The message says which one and why, in plain ASCII."""


def keys_in(raw: bytes) -> tuple[Keys, list[str]]:
    """The keys of a JWK set, and what was noticed about it.

    :raises Unreadable: if it is none.
    """
    data = data_in(raw, "the keys")
    try:
        keys, others = key_set(data)
    except ValueError as error:
        raise Unreadable(f"the keys cannot be read: {error}") from error
    noticed = f"{others} keys of other kinds in the key set were passed over"
    return keys, [noticed] if others else []


def saved_in(files: Sequence[bytes]) -> tuple[list[Receipt], list[str]]:
    """The statements in saved answers of the server, each once, and what was noticed about them.

    :raises Unreadable: if a file has none, or anything else than texts in it, or if there are
        too many.
    """
    found: dict[Receipt, None] = {}
    noticed = []
    met = 0
    for number, raw in enumerate(files, start=1):
        name = "the receipts" if len(files) == 1 else f"file {number} of the receipts"
        text, cut = _decoded(raw, name, MAX_SAVED_BYTES, cut_off=True)
        before = met
        try:
            for receipt in _statements(text):
                met += 1
                found[receipt] = None
                if len(found) > MAX_STATEMENTS or met > MAX_PARTS:
                    most = MAX_STATEMENTS if met <= MAX_PARTS else MAX_PARTS
                    raise Unreadable(f"more than {most} statements")
                if len(receipt.jws) > MAX_JWS:
                    raise Unreadable(f"a JWS in {name} has more than {MAX_JWS} characters")
        except Unfinished:
            cut = True
        except BadText as error:
            raise Unreadable(f"{name} cannot be read: {error}") from error
        if met == before:
            raise Unreadable(f"{name} cannot be read: no statement is there")
        if cut:
            noticed.append(f"the last text of {name} is cut off; it was not read")
    return list(found), noticed


def data_in(raw: bytes, name: str) -> Any:
    """The data of a file that is one JSON text; `name` says in a report which file it is.

    :raises Unreadable: if it is no such text, or not of the restricted form.
    """
    text, _ = _decoded(raw, name)
    try:
        at = past_blanks(text, 0)
        while text.startswith(_HTTP, at):
            at = _past_header(text, at)
        return parse(text[at:])
    except BadText as error:
        raise Unreadable(f"{name} cannot be read: {error}") from error


def _decoded(
    raw: bytes, name: str, most: int = MAX_BYTES, *, cut_off: bool = False
) -> tuple[str, bool]:
    """The text in `raw`, and whether its last character is cut, which only `cut_off` allows.

    :raises Unreadable: if it is too large, or not text.
    """
    if len(raw) > most:
        raise Unreadable(f"{name} cannot be read: larger than {most >> 20} MiB")
    encoding, mark = _encoding(raw)
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        text = decoder.decode(raw[mark:], final=not cut_off)
    except UnicodeError as error:
        raise Unreadable(f"{name} cannot be read: it is no text in {encoding}") from error
    rest = decoder.getstate()[0]
    if encoding == "utf-8" and _SURROGATE.match(rest):
        raise Unreadable(f"{name} cannot be read: it is no text in {encoding}")
    return text, rest != b""


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
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf]")
"""Python's decoder would wait for the end of it, which no text has."""
_B64 = "[A-Za-z0-9_-]"
_JWS = re.compile(rf"e{_B64}*+\.{_B64}++\.{_B64}++(?=[ \t\r\n]|\Z)")
_CUT_JWS = re.compile(rf"e{_B64}*+(?:\.(?:{_B64}++(?:\.{_B64}{{0,85}}+)?)?)?\Z")
"""Its signature has 86 characters."""


def _past_header(text: str, at: int) -> int:
    """Where what follows the header lines at `at` begins.

    :raises Unfinished: if nothing follows them.
    """
    empty = _EMPTY_LINE.search(text, at)
    end = len(text) if empty is None else past_blanks(text, empty.end())
    if end == len(text):
        raise Unfinished("header lines, and nothing behind them")
    return end


def _statements(text: str) -> Iterator[Receipt]:
    """The statements in a file of receipts, part by part: what a part is, its first character says.

    :raises Unfinished: after the last of them, if another part is cut off.
    :raises BadText: if anything else is there.
    """
    at, parts = past_blanks(text, 0), 0
    while at < len(text):
        parts += 1
        if parts > MAX_PARTS:
            raise BadText(f"more than {MAX_PARTS} parts")
        if text[at] in "{[":
            data, at = parse_first(text, at)
            yield from receipts_in(data)
        elif text.startswith(_HTTP, at):
            at = _past_header(text, at)
        elif _CUT_JWS.match(text, at) or _HTTP.startswith(text[at : at + len(_HTTP)]):
            raise Unfinished("the last line is cut off")
        elif jws := _JWS.match(text, at):
            yield Receipt(jws[0])
            at = jws.end()
        else:
            raise BadText("neither a JSON text nor a JWS nor header lines")
        at = past_blanks(text, at)
