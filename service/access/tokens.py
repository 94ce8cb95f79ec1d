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

_KEY: Final = re.compile(r"[\x21-\x7e]{1,255}", re.ASCII)


def new_token(kind: str) -> str:
    """A fresh token of 256 random bits. `kind`: one letter a to z, which names its use."""
    return f"t6{kind}_{secrets.token_urlsafe(32)}"


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
        derived = self._derive(f"token-{kind}")
        return f"t6{kind}_{base64url(derived)}"

    def new_id(self) -> str:
        """The id of what is created: 130 bits as 26 characters of a-z and 2-7."""
        return base64.b32encode(self._derive("name"))[:26].decode().lower()

    def _derive(self, use: str) -> bytes:
        return hmac.new(self.root, use.encode(), hashlib.sha256).digest()


def creation(
    secret: str, what: str, body: Mapping[str, Any], *, key: str | None, token: str | None
) -> Creation:
    """The creation that a request with this Idempotency-Key asks for in the collection `what`.

    A key is scoped by the token that came with it; without one, by its own secrecy alone: a
    phone that changes networks must be recognised, so an address is no part of the scope.

    :raises Problem: 400 for an Idempotency-Key that is not 1 to 255 visible ASCII characters.
    """
    if key is None:
        return Creation(secrets.token_bytes(32), None)
    if not _KEY.fullmatch(key):
        raise Problem("bad_idempotency_key", "Send 1 to 255 visible ASCII characters.")
    scope = canonical({"key": key, "token": token, "what": what})
    root = hmac.new(secret.encode(), scope, hashlib.sha256).digest()
    known = base64url(hashlib.sha256(b"toma6/request/1\0" + root).digest()[:16])
    fingerprint = base64url(hmac.digest(root, canonical(body), "sha256")[:16])
    return Creation(root, f"{known}.{fingerprint}")
