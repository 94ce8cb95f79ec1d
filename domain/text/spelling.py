"""How ids, hashes and salts are written, each in one way (docs/ledger.md, "Notation")."""

import re
from binascii import a2b_base64, b2a_base64
from typing import Any, Final

HASH: Final = "[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]"
"""32 bytes in base64url; the last character has no bits to spare."""
SALT: Final = "[A-Za-z0-9_-]{21}[AQgw]"
"""16 bytes in base64url."""
GAME: Final = "[A-Za-z0-9_-]{1,64}"

_TO_URL = bytes.maketrans(b"+/", b"-_")
_FROM_URL = bytes.maketrans(b"-_", b"+/")
_LETTERS = re.compile("[A-Za-z0-9_-]*")
_HASH = re.compile(HASH)
_GAME = re.compile(GAME)


def is_hash(value: Any) -> bool:
    """Whether this is a hash, seal, commitment or seed."""
    return type(value) is str and _HASH.fullmatch(value) is not None


def is_game(value: Any) -> bool:
    """Whether a game can have this id."""
    return type(value) is str and _GAME.fullmatch(value) is not None


def base64url(data: bytes) -> str:
    """Base 64 for addresses, without padding (RFC 4648, section 5)."""
    return b2a_base64(data, newline=False).translate(_TO_URL).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The bytes that `base64url` has written."""
    return a2b_base64(text.encode("ascii").translate(_FROM_URL) + b"==="[: -len(text) % 4])


def from_base64url(text: Any, size: int) -> bytes:
    """The `size` bytes in their one spelling.

    :raises ValueError: for any other text or length.
    """
    if type(text) is str and len(text) == -(-size * 8 // 6) and _LETTERS.fullmatch(text):
        data = bytes_of(text)
        if base64url(data) == text:
            return data
    raise ValueError(f"not {size} bytes in base64url without padding")
