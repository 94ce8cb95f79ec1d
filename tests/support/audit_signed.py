"""Signed statements, keys and attempts, for the tests of the verifiers. Signed with `cryptography`
and written out from docs/ledger.md, apart from the domain and the service."""

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.text.times import rfc3339
from tests.support.audit_games import START

HEAD, RECEIPT = "toma6-head+jwt", "toma6-receipt+jwt"


@cache
def private_key(number: int) -> Ed25519PrivateKey:
    """The server's keys, by number, the same in every test."""
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"%d" % number).digest())


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def jwk(number: int = 1) -> dict[str, str]:
    """The public half of a key, as the server publishes it."""
    x = b64(private_key(number).public_key().public_bytes_raw())
    kid = b64(hashlib.sha256(f'{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}'.encode()).digest())
    return {"kty": "OKP", "crv": "Ed25519", "x": x, "kid": kid, "use": "sig", "alg": "EdDSA"}


def jwks(*numbers: int) -> dict[str, Any]:
    """A JWK set of these keys."""
    return {"keys": [jwk(number) for number in numbers]}


def spelled(data: Any) -> str:
    """A part of a JWS: the canonical bytes of an object, encoded."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return b64(text.encode())


def jws(typ: str, claims: Mapping[str, Any], number: int = 1, kid: str | None = None) -> str:
    """A statement, signed by a key; `kid` names another one."""
    header = {"alg": "EdDSA", "kid": kid or jwk(number)["kid"], "typ": typ}
    signed = f"{spelled(header)}.{spelled(claims)}"
    return f"{signed}.{b64(private_key(number).sign(signed.encode()))}"


def head(game: str, revision: int, digest: str, number: int = 1) -> dict[str, Any]:
    """A signed head, as the server sends it."""
    claims = {"game": game, "revision": revision, "hash": digest}
    return {**claims, "jws": jws(HEAD, claims, number)}


def head_of(made: dict[str, Any], revision: int, number: int = 1) -> dict[str, Any]:
    """The true head of a bundle at a revision."""
    return head(made["game"], revision, made["entries"][revision - 1]["hash"], number)


def receipt(claims: Mapping[str, Any], number: int = 1, kid: str | None = None) -> dict[str, Any]:
    """An answer of the server to an answer of a player: with the receipt of these claims."""
    beside = {name: claims[name] for name in ("game", "revision", "hash", "at")}
    return {
        "decision": claims["decision"],
        "answer": claims["answer"],
        "receipt": {**beside, "jws": jws(RECEIPT, claims, number, kid)},
    }


def signed(made: dict[str, Any], revisions: Iterable[int] | None = None) -> dict[str, Any]:
    """The bundle with heads at these revisions (the last), its key and another, and attempts."""
    other = deepcopy(made)
    at = [len(made["entries"])] if revisions is None else revisions
    other["heads"] = [head_of(made, revision) for revision in at]
    other["keys"] = [jwk(2), jwk(1)]
    seats = [0, 1] if made["complete"] else [made["asked_by"]]
    other["attempts"] = [
        {"at": rfc3339(START + place * 700), "seat": seat, "decision": decision, "code": code}
        for place, (seat, decision, code) in enumerate(_attempts(seats))
    ]
    other["attempts_dropped"] = 3 if other["attempts"] else 0
    return other


def _attempts(seats: list[int | None]) -> Iterable[tuple[int, str, str]]:
    for seat in seats:
        if seat is not None:
            yield seat, f"r1t1-pick-s{seat}", "not_an_option"
            yield seat, f"r1t1-pick-s{seat}", "repeated"
            yield seat, f"r1t2-row-s{1 - seat}", "not_your_decision"
