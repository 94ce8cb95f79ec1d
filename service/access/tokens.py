"""Tokens, and those that a creation hands out, so that a repeat hands out the same ones.

Tokens are stored as their SHA-256: with 256 random bits there is nothing for a slow hash to
protect.

Everything derives from one 32-byte root: random, or, when the client sent an Idempotency-Key,
an HMAC of it under the server's secret. So nothing but hashes is stored, and a client that
lost the answer gets the same tokens again by repeating the request.
"""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from domain.ledger import canonical
from domain.text.spelling import base64url
from service.problems import Problem

# No comma: two headers arrive as one with a comma in it.
_KEY: Final = re.compile(r"[\x21-\x2b\x2d-\x7e]{1,255}", re.ASCII)


def hash_token(token: str) -> str:
    """What is stored instead of the token: its SHA-256."""
    return base64url(hashlib.sha256(token.encode("ascii")).digest())


@dataclass(frozen=True, slots=True)
class Creation:
    """One request to create something: its root, and how a repeat is recognised."""

    root: bytes
    request: str | None

    def token(self, kind: str) -> str:
        """The token of this kind (one letter) that the creation hands out: 256 bits."""
        return f"t6{kind}_{base64url(self.derive(f'token-{kind}'))}"

    def new_id(self) -> str:
        """The id of what is created: 130 bits as 26 characters of a-z and 2-7."""
        return base64.b32encode(self.derive("name"))[:26].decode().lower()

    def derive(self, use: str) -> bytes:
        """32 bytes for one use, which tell nothing about those for another."""
        return hmac.new(self.root, use.encode(), hashlib.sha256).digest()


def unrepeated() -> Creation:
    """A creation that no key repeats."""
    return Creation(secrets.token_bytes(32), None)


def creation(
    secret: str, what: str, body: Mapping[str, Any], *, key: str | None, token: str | None
) -> Creation:
    """The creation that a request with this Idempotency-Key asks for in the collection `what`.

    A key is scoped by the token that came with it; without one, by its own secrecy alone: a
    phone that changes networks must be recognised, so an address is no part of the scope.

    :raises Problem: 400 for an Idempotency-Key that is not 1 to 255 visible ASCII characters
        without a comma, or for two of them.
    """
    if key is None:
        return unrepeated()
    if not _KEY.fullmatch(key):
        raise Problem(
            "bad_idempotency_key", "Send one, of 1 to 255 visible ASCII characters but commas."
        )
    scope = canonical({"key": key, "token": token, "what": what})
    root = hmac.new(secret.encode(), scope, hashlib.sha256).digest()
    known = base64url(hashlib.sha256(b"toma6/request/1\0" + root).digest()[:16])
    fingerprint = base64url(hmac.digest(root, canonical(body), "sha256")[:16])
    return Creation(root, f"{known}.{fingerprint}")
