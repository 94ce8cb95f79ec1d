"""The server's signed word: heads and receipts, and the keys that sign them.

A head names a game, a revision and the chain hash there, so it stands for the whole history up
to it. A receipt says besides that this answer to this decision is what stands there, so that a
server which stores something else is convicted by it. Both are JWS (RFC 7515) with Ed25519; the
public keys are published as a JWK set (RFC 7517, RFC 8037). Form: docs/ledger.md.
"""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import orjson
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.signed.statements import HEAD, RECEIPT, protected, thumbprint
from domain.text.spelling import base64url
from domain.text.times import rfc3339
from service.settings.config import ConfigError, Settings
from service.settings.files import make_private
from service.storage.stored import Position

SORTED: Final = orjson.OPT_SORT_KEYS


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
        self._headers = {typ: protected(typ, self.kid).encode() for typ in (HEAD, RECEIPT)}

    @property
    def kid(self) -> str:
        return self._keys[-1].kid

    def head(self, game_id: str, revision: int, digest: str) -> dict[str, Any]:
        """The signed head of a game: what views, pages of entries and bundles carry."""
        claims = {"game": game_id, "revision": revision, "hash": digest}
        return {**claims, "jws": self._jws(HEAD, claims)}

    def receipt(
        self, game_id: str, decision_id: str, answer: Mapping[str, Any], stands: Position
    ) -> dict[str, Any]:
        """The signed receipt of an answer: the same once more, as long as the key is the same."""
        claims = {
            "game": game_id,
            "revision": stands.revision,
            "hash": stands.hash,
            "at": rfc3339(stands.at),
        }
        return {
            **claims,
            "jws": self._jws(RECEIPT, {**claims, "decision": decision_id, "answer": answer}),
        }

    def _jws(self, typ: str, claims: Mapping[str, Any]) -> str:
        payload = orjson.dumps(claims, option=SORTED)  # canonical, to the byte (tests)
        signed = b"%b.%b" % (self._headers[typ], _encoded(payload))
        signature = self._keys[-1].private.sign(signed)
        return (b"%b.%b" % (signed, _encoded(signature))).decode()

    @property
    def kids(self) -> list[str]:
        return [key.kid for key in self._keys]

    def jwks(self) -> dict[str, Any]:
        """All public keys as a JWK set, the newest first."""
        return {"keys": [key.jwk for key in reversed(self._keys)]}


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
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    number = 1 if first else max((int(path.stem) for path in key_files(folder)), default=0) + 1
    path = folder / f"{number:04d}.pem"
    if not make_private(path, key) and not first:
        raise FileExistsError(f"{path} has just been made by somebody else")
    return path


def _encoded(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")


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
    return SigningKey(private, x, thumbprint(x))
