"""The hash chain over the entries of a game."""

import hashlib

from domain.text.spelling import base64url, bytes_of

GENESIS = "A" * 43
"""The hash before the first entry: 32 zero bytes."""

_CHAIN = b"toma6/chain/1\0"


def chain(previous: str, public: bytes) -> str:
    """The hash of an entry: over the hash before it and the entry's canonical public form."""
    return base64url(hashlib.sha256(_CHAIN + bytes_of(previous) + public).digest())
