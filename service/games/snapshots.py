"""Folded states beside the streams, so that going on with a game costs the same at any length.

A snapshot is a cache and never the truth: replays, bundles and verification read the stream from
its start. It is believed only if it was written by this very schema, signed with the server's
secret for this game, and if the stream has its hash at its revision. Any other is thrown away.
"""

import hashlib
import hmac
import json
import logging
from typing import Final, NamedTuple

import msgspec

from domain import ledger
from domain.state import INITIAL, State
from domain.text.spelling import base64url, bytes_of
from service.games.store import Store
from service.settings.version import VERSION
from service.storage.labels import Labels
from service.storage.stored import Damaged, Entries, StoreError

log = logging.getLogger("toma6.games")

ENTRIES_PER_SNAPSHOT: Final = 32
"""Entries after which a newer snapshot is worth its writing: what a cold start folds at most."""
MAC: Final = 32
_SHAPE = json.dumps(msgspec.json.schema(State), sort_keys=True)
SCHEMA: Final = f"{VERSION}-{hashlib.sha256(_SHAPE.encode()).hexdigest()[:16]}"
"""Names what a stored state means: another version, or another field anywhere in it, is another."""

_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(State)


class Base(NamedTuple):
    """What to go on from: a state, the chain hash there, all entries after it, and the labels."""

    state: State
    hash: str
    entries: Entries
    labels: Labels


class Snapshots:
    """Those beside the streams of `store`, signed with `secret`; without one there are none."""

    def __init__(self, store: Store, secret: str) -> None:
        self._store = store
        self._secret = secret.encode()
        self._schema = SCHEMA if secret else ""

    def resume(self, game_id: str) -> Base:
        """What to go on from.

        :raises Damaged: the stream is, or a genuine snapshot is of what it does not hold.
        :raises StoreDown: as the store does.
        """
        found = self._store.resume(game_id, self._schema)
        if not found.revision:
            return Base(INITIAL, ledger.GENESIS, found.entries, found.labels)
        state, digest = read(game_id, found.snapshot, self._secret) or (INITIAL, "")
        if state.revision != found.revision:
            self.drop(game_id)
            whole = self._store.resume(game_id, "")
            return Base(INITIAL, ledger.GENESIS, whole.entries, whole.labels)
        if not found.entries or found.entries[0].h != digest:
            self.drop(game_id)
            log.error("game %s: a snapshot was of what is not there", game_id)
            raise Damaged(game_id, found.revision, "a snapshot was of what is not there")
        return Base(state, digest, Entries(found.entries[1:]), found.labels)

    def lay(self, state: State, digest: str) -> None:
        """Lay a state beside its stream, after what it holds has been stored."""
        if not self._secret:
            return
        body = written(state, digest, self._secret)
        try:
            self._store.keep_snapshot(state.game, state.revision, self._schema, body)
        except StoreError as error:
            log.warning("no snapshot of game %s: %s", state.game, error)

    def drop(self, game_id: str) -> None:
        """Have the game folded from its start. As with laying one, a failure costs time only."""
        try:
            self._store.drop_snapshot(game_id)
        except StoreError as error:
            log.warning("the snapshot of game %s stays: %s", game_id, error)


def written(state: State, digest: str, secret: bytes) -> bytes:
    """A state whose last entry has the chain hash `digest`, as it is stored."""
    body = bytes_of(digest) + _encoder.encode(state)
    return _mac(state.game, body, secret) + body


def read(game_id: str, stored: bytes, secret: bytes) -> tuple[State, str] | None:
    """The state and its chain hash; None for bytes that were not written here for this game."""
    mac, body = stored[:MAC], stored[MAC:]
    if len(body) <= 32 or not hmac.compare_digest(mac, _mac(game_id, body, secret)):
        return None
    return _decoder.decode(body[32:]), base64url(body[:32])


def _mac(game_id: str, body: bytes, secret: bytes) -> bytes:
    return hmac.digest(secret, f"toma6/snapshot/1 {SCHEMA} {game_id}\0".encode() + body, "sha256")
