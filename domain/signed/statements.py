"""What the server signs: heads and receipts, each a JWS (RFC 7515) in its one compact form.

A head says where the ledger of a game stood. A receipt says that an answer to a decision was
stored, and where. Both name their game. Any JOSE library verifies them; this reader is stricter,
so that one statement has one spelling (docs/ledger.md, "Signed statements"). Signing is
service/proof/signing.py; whether a statement fits a record is audit/'s business.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from domain.decisions import is_decision_id
from domain.ledger import canonical
from domain.signed import ed25519
from domain.text.spelling import base64url, bytes_of, from_base64url, is_game, is_hash
from domain.text.strict_json import parse
from domain.text.times import is_time

HEAD: Final = "toma6-head+jwt"
RECEIPT: Final = "toma6-receipt+jwt"

Claims = Mapping[str, Any]


def _is_object(value: Any) -> bool:
    return type(value) is dict


def _is_revision(value: Any) -> bool:
    return type(value) is int and value >= 1


CLAIMS: Final[Mapping[str, Mapping[str, Callable[[Any], bool]]]] = {
    HEAD: {"game": is_game, "hash": is_hash, "revision": _is_revision},
    RECEIPT: {
        "answer": _is_object,
        "at": is_time,
        "decision": is_decision_id,
        "game": is_game,
        "hash": is_hash,
        "revision": _is_revision,
    },
}
"""The claims of each kind of statement, by its `typ`, with what tells their form."""


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


def protected(typ: str, kid: str) -> str:
    """The protected header, encoded: the same for all statements of a kind by one key."""
    return base64url(canonical({"alg": "EdDSA", "kid": kid, "typ": typ}))


def read(jws: str) -> Statement:
    """The statement in a compact JWS, whoever signed it.

    :raises ValueError: if it is none of this server's kinds, or not in its one spelling.
    """
    if jws.count(".") != 2:
        raise ValueError("not three parts with a dot between them")
    header, payload, signature = jws.split(".")
    head, claims = _object(header, "header"), _object(payload, "payload")
    typ, kid = head.get("typ"), head.get("kid")
    if set(head) != {"alg", "kid", "typ"} or head["alg"] != "EdDSA":
        raise ValueError("the header is not that of a head or a receipt")
    if type(typ) is not str or typ not in CLAIMS or type(kid) is not str:
        raise ValueError("the header is not that of a head or a receipt")
    from_base64url(kid, 32)
    forms = CLAIMS[typ]
    if claims.keys() != forms.keys():
        raise ValueError("the payload is not that of a head or a receipt")
    for name, has_form in forms.items():
        if not has_form(claims[name]):
            raise ValueError(f"{name} in the payload is none")
    signed = f"{header}.{payload}".encode()
    return Statement(typ, kid, claims, signed, from_base64url(signature, 64))


def _object(text: str, what: str) -> dict[str, Any]:
    """The JSON object that a part of a JWS spells, which must be in canonical form."""
    try:
        data = bytes_of(text)
        value = parse(data.decode())
        if type(value) is dict and canonical(value) == data and base64url(data) == text:
            return value
    except ValueError:
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
