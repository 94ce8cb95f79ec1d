"""Signed heads: what they look like, what is signed, and by which keys (docs/ledger.md).

A head says where the ledger of a game stood: revision and chain hash, signed by the server.
Signing is service/signing.py; whether a head fits a record is audit/'s business.
"""

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain import ed25519
from domain.ledger import canonical

_HEAD = b"toma6/head/1\0"


@dataclass(frozen=True, slots=True)
class Head:
    """A head: `revision`, the chain hash there, and the signature by the key `kid`."""

    revision: int
    hash: str
    kid: str
    signature: bytes

    def is_signed(self, game: str, key: bytes) -> bool:
        """Whether the signature is by `key` (32 bytes), for this head of `game`."""
        return ed25519.verify(key, message(game, self.revision, self.hash), self.signature)


def message(game: str, revision: int, digest: str) -> bytes:
    """The bytes that are signed."""
    return _HEAD + canonical({"game": game, "hash": digest, "revision": revision})


def public_key(jwk: Mapping[str, Any]) -> tuple[str, bytes]:
    """The name and the 32 bytes of an Ed25519 key (RFC 8037). Other members are not looked at.

    :raises ValueError: if it is another kind of key, or none that could sign.
    """
    if jwk.get("kty") != "OKP" or jwk.get("crv") != "Ed25519":
        raise ValueError("not an Ed25519 key")
    key = from_base64url(jwk.get("x"), 32)
    if not ed25519.is_key(key):
        raise ValueError("x is no point that could be a key")
    return thumbprint(str(jwk["x"])), key


def thumbprint(x: str) -> str:
    """The name of the Ed25519 key `x`: its SHA-256 thumbprint (RFC 7638)."""
    needed = canonical({"crv": "Ed25519", "kty": "OKP", "x": x})
    return base64url(hashlib.sha256(needed).digest())


def base64url(data: bytes) -> str:
    """Base 64 for addresses, without padding (RFC 4648, section 5)."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: Any, size: int) -> bytes:
    """The `size` bytes in their one spelling.

    :raises ValueError: for any other text or length.
    """
    if type(text) is str and len(text) == len(base64url(bytes(size))) and text.isascii():
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        if base64url(data) == text:
            return data
    raise ValueError(f"not {size} bytes in base64url without padding")
