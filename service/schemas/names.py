"""What a person may be called: one rule, so that nobody looks like nobody, or writes over others.

What looks alike in spite of it (case, width, another alphabet's letter) is told apart where names
are shown, by `domain/views/called.py`.
"""

import re
from typing import Final
from unicodedata import bidirectional, category, combining, normalize

MAX: Final = 40
"""Code points."""
MARKS: Final = 3
"""On one letter: as many as Hebrew, Thai, Vietnamese and Tibetan put there."""

_FORBIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Controls, formats, surrogates, private use, unassigned, separators of lines and paragraphs."""
_MARKS: Final = frozenset({"Mn", "Me", "Mc"})
_JOINERS: Final = "\u200c\u200d"
_EMOJI_STYLE: Final = "\ufe0f"
# Letters and marks by category, and nothing on any screen: fillers of Hangul, the blank of Braille,
# the joiner of graphemes, Khmer's inherent vowels, Mongolian's and all other variation selectors.
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U000e0100-\U000e01ef]"
)
_SPACES: Final = re.compile(r"[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")


def settled(text: str) -> str:
    """The name as it is kept: in normal form C, with one plain space for any number of blanks.

    :raises ValueError: for what is no name, with a sentence for people.
    """
    if len(text) > 4 * MAX:
        raise ValueError(f"Must be 1 to {MAX} characters.")
    # Looked at before normalising: surrogates have no normal form worth asking for.
    for at, sign in enumerate(text):
        _check_sign(text[:at], sign, text[at + 1 :])
    name = _SPACES.sub(" ", normalize("NFC", text))
    if not 1 <= len(name) <= MAX:
        raise ValueError(f"Must be 1 to {MAX} characters.")
    if name != name.strip():
        raise ValueError("Must not begin or end with a blank.")
    if _BLANK.search(name):
        raise ValueError("Must not hold invisible characters.")
    _check_marks(normalize("NFD", name))
    return name


def _check_sign(before: str, sign: str, after: str) -> None:
    if sign in _JOINERS:
        if not _joins(before, sign, after):
            raise ValueError("Must not hold a joiner that joins nothing.")
    elif sign == _EMOJI_STYLE:
        if category(before[-1:] or " ") not in ("So", "Sm"):
            raise ValueError("Must not hold invisible characters.")
    elif category(sign) in _FORBIDDEN:
        raise ValueError("Must not hold control, private-use or direction characters.")


def _check_marks(name: str) -> None:
    room = 0  # none at the start or after a blank, where there is nothing to put them on
    for sign in name:
        if category(sign) in _MARKS and sign != _EMOJI_STYLE:
            room -= 1
            if room < 0:
                raise ValueError(f"Must not hold more than {MARKS} marks on a letter, or on none.")
        elif sign not in _JOINERS + _EMOJI_STYLE:
            room = 0 if sign == " " else MARKS


def _joins(before: str, joiner: str, after: str) -> bool:
    """Whether a joiner stands where scripts and emoji need one (RFC 5892, appendix A, and UTS 51):
    after a virama, between letters of Arabic script, between the pictures of one emoji."""
    if not (before and after):
        return False
    if combining(before[-1]) == 9:
        return True
    if joiner == "\u200c":
        return bidirectional(before[-1]) == bidirectional(after[0]) == "AL"
    # Sk: the five colours of skin.
    drawn = category(before[-1]) in ("So", "Sk") or before[-1] == _EMOJI_STYLE
    return drawn and category(after[0]) == "So"
