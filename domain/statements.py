"""What the server signs: heads and receipts, each a JWS (RFC 7515) in its one compact form.

A head says where the ledger of a game stood. A receipt says that an answer to a decision was
stored, and where. Both name their game. Any JOSE library verifies them; this reader is stricter,
so that one statement has one spelling (docs/ledger.md, "Signed statements"). Signing is
service/signing.py; whether a statement fits a record is audit/'s business.
"""

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from domain import ed25519
from domain.ledger import canonical

HEAD: Final = "toma6-head+jwt"
RECEIPT: Final = "toma6-receipt+jwt"

Claims = Mapping[str, Any]

CLAIMS: Final[Mapping[str, Mapping[str, type]]] = {
    HEAD: {"game": str, "hash": str, "revision": int},
    RECEIPT: {
        "answer": dict,
        "at": str,
        "decision": str,
        "game": str,
        "hash": str,
        "revision": int,
    },
}
"""The claims of each kind of statement, by its `typ`, with the JSON type of each."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as it was read. `typ` is HEAD or RECEIPT; `kid` names the key that signed."""

    typ: str
    kid: str
    claims: Claims
    signed: bytes
    signature: bytes

    @property
    def game(self) -> str:
        return str(self.claims["game"])

    @property
    def revision(self) -> int:
        return int(self.claims["revision"])

    @property
    def hash(self) -> str:
        return str(self.claims["hash"])

    def is_signed_by(self, key: bytes) -> bool:
        """Whether the signature is by `key` (32 bytes)."""
        return ed25519.verify(key, self.signed, self.signature)


def protected(typ: str, kid: str) -> str:
    """The protected header, encoded: the same for all statements of a kind by one key."""
    return base64url(canonical({"alg": "EdDSA", "kid": kid, "typ": typ}))


def signing_input(header: str, claims: Claims) -> bytes:
    """The bytes that are signed; `header` comes from `protected`."""
    return f"{header}.{base64url(canonical(claims))}".encode()


def read(jws: str) -> Statement:
    """The statement in a compact JWS, whoever signed it.

    :raises ValueError: if it is none of this server's kinds, or not in its one spelling.
    """
    parts = jws.split(".")
    if len(parts) != 3:
        raise ValueError("not three parts with a dot between them")
    header, claims = _object(parts[0], "header"), _object(parts[1], "payload")
    typ = header.get("typ")
    if set(header) != {"alg", "kid", "typ"} or header["alg"] != "EdDSA" or typ not in CLAIMS:
        raise ValueError("the header is not that of a head or a receipt")
    from_base64url(header["kid"], 32)
    kinds = CLAIMS[typ]
    if set(claims) != set(kinds) or any(type(claims[name]) is not kinds[name] for name in kinds):
        raise ValueError("the payload is not that of a head or a receipt")
    signature = from_base64url(parts[2], 64)
    return Statement(typ, header["kid"], claims, f"{parts[0]}.{parts[1]}".encode(), signature)


def _object(text: str, what: str) -> dict[str, Any]:
    """The JSON object that a part of a JWS spells, which must be in canonical form."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        value = json.loads(data)
        if type(value) is dict and canonical(value) == data and base64url(data) == text:
            return value
    except (ValueError, TypeError, RecursionError):
        pass  # told below, in words that do not depend on the reader
    raise ValueError(f"the {what} is not a JSON object in its one spelling")


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
