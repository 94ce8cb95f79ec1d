"""Folded states beside the streams, so that going on with a game costs the same at any length.

A snapshot is a cache and never the truth: replays, bundles and verification read the stream from
its start. It is believed only if it was written by this very schema, signed with the server's
secret for this game, and if the stream has its hash at its revision. Any other is thrown away.
"""

import hashlib
import hmac
import json
from typing import Final

import msgspec

from domain.spelling import base64url, bytes_of
from domain.state import State
from service.version import VERSION

EVERY: Final = 32
"""Entries after which a newer snapshot is worth its writing: what a cold start folds at most."""
MAC: Final = 32
_SHAPE = json.dumps(msgspec.json.schema(State), sort_keys=True)
SCHEMA: Final = f"{VERSION}-{hashlib.sha256(_SHAPE.encode()).hexdigest()[:16]}"
"""Names what a stored state means: another version, or another field anywhere in it, is another."""

_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(State)


def written(state: State, digest: str, secret: bytes) -> bytes:
    """A state whose last entry has the chain hash `digest`, as it is stored."""
    body = bytes_of(digest) + _encoder.encode(state)
    return _mac(state.game, body, secret) + body


def read(game: str, stored: bytes, secret: bytes) -> tuple[State, str] | None:
    """The state and its chain hash; None for bytes that were not written here for this game."""
    mac, body = stored[:MAC], stored[MAC:]
    if len(body) <= 32 or not hmac.compare_digest(mac, _mac(game, body, secret)):
        return None
    return _decoder.decode(body[32:]), base64url(body[:32])


def _mac(game: str, body: bytes, secret: bytes) -> bytes:
    return hmac.digest(secret, f"toma6/snapshot/1 {SCHEMA} {game}\0".encode() + body, "sha256")
