"""Signed heads: the server's word on where a game's ledger stood.

A head names a game, a revision and the chain hash there, so it stands for the whole history up
to it. Whoever holds one can show that a history shown later is another one. Ed25519 (RFC 8032);
the public keys are published as a JWK set (RFC 7517, RFC 8037). Format: docs/ledger.md.
"""

import base64
import hashlib
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import orjson
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from service.config import ConfigError, Settings

_HEAD: Final = b"toma6/head/1\0"


class SigningError(ConfigError):
    """A signing key that cannot be used; the message names its file."""


@dataclass(frozen=True, slots=True)
class SigningKey:
    """One private key. `kid` is its thumbprint (RFC 7638), by which clients find the public one."""

    private: Ed25519PrivateKey
    x: str
    kid: str

    @property
    def jwk(self) -> dict[str, str]:
        """The public half as a JWK."""
        return {
            "kty": "OKP",
            "crv": "Ed25519",
            "x": self.x,
            "kid": self.kid,
            "use": "sig",
            "alg": "EdDSA",
        }


class Signer:
    """Signs with the newest key; publishes all of them, for what older ones have signed."""

    def __init__(self, keys: list[SigningKey]) -> None:
        self._keys = keys

    @property
    def kid(self) -> str:
        """Which key signs."""
        return self._keys[-1].kid

    def head(self, game: str, revision: int, digest: str) -> dict[str, Any]:
        """The signed head of a game: what receipts, views and bundles carry."""
        key = self._keys[-1]
        message = head_message(game, revision, digest)
        return {
            "revision": revision,
            "hash": digest,
            "kid": key.kid,
            "signature": base64url(key.private.sign(message)),
        }

    @property
    def kids(self) -> list[str]:
        """The names of all keys, the oldest first."""
        return [key.kid for key in self._keys]

    def jwks(self) -> dict[str, Any]:
        """All public keys as a JWK set, the newest first."""
        return {"keys": [key.jwk for key in reversed(self._keys)]}


def head_message(game: str, revision: int, digest: str) -> bytes:
    """The bytes that are signed: a tag and the canonical form of the head.

    Written out, not encoded: the three values hold nothing that JSON would escape.
    """
    return _HEAD + f'{{"game":"{game}","hash":"{digest}","revision":{revision}}}'.encode()


def keys_folder(settings: Settings) -> Path:
    """Where the keys are."""
    return Path(settings.keys_dir) if settings.keys_dir else settings.data_dir / "keys"


def load_signer(folder: Path) -> Signer:
    """The signer with the keys in `folder`; makes the first key if there is none.

    :raises SigningError: a key file is damaged, or the folder cannot be used.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not key_files(folder):
            make_key(folder, first=True)
        return Signer([_read(path) for path in key_files(folder)])
    except OSError as error:
        raise SigningError(f"signing keys in {folder} cannot be kept: {error}") from None


def key_files(folder: Path) -> list[Path]:
    """The files of the keys, the oldest first: they are named 0001.pem, 0002.pem …

    :raises SigningError: another PEM file is there, which has no place in this order.
    """
    files = list(folder.glob("*.pem"))
    for path in files:
        if not (path.stem.isascii() and path.stem.isdigit()):
            raise SigningError(f"{path}: keys are named by number, 0001.pem, 0002.pem …")
    return sorted(files, key=lambda path: (int(path.stem), path.stem))


def make_key(folder: Path, *, first: bool = False) -> Path:
    """Make a key, which signs from the next start on.

    Several processes may start at once: of those that make the first key, one wins.
    """
    key = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    aside = folder / f".{secrets.token_hex(8)}"
    aside.touch(mode=0o600, exist_ok=False)
    aside.write_bytes(key)
    number = 1 if first else max((int(path.stem) for path in key_files(folder)), default=0) + 1
    path = folder / f"{number:04d}.pem"
    try:
        os.link(aside, path)
    except FileExistsError:
        if not first:
            raise
    finally:
        aside.unlink()
    return path


def base64url(data: bytes) -> str:
    """Base 64 for addresses and JWKs, without padding (RFC 7515)."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def thumbprint(jwk: Mapping[str, str]) -> str:
    """The key's name: SHA-256 over its required members in order (RFC 7638)."""
    needed = {name: jwk[name] for name in ("crv", "kty", "x")}
    return base64url(hashlib.sha256(orjson.dumps(needed, option=orjson.OPT_SORT_KEYS)).digest())


def _read(path: Path) -> SigningKey:
    try:
        private = serialization.load_pem_private_key(path.read_bytes(), None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise SigningError(f"{path} is no private key: {error}") from None
    if not isinstance(private, Ed25519PrivateKey):
        raise SigningError(f"{path} is no Ed25519 key")
    raw = private.public_key().public_bytes(
        serialization.Encoding.Raw, serialization.PublicFormat.Raw
    )
    x = base64url(raw)
    return SigningKey(private, x, thumbprint({"crv": "Ed25519", "kty": "OKP", "x": x}))
