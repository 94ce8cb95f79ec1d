"""Batches of entries for tests of the store, which does not care what the events mean."""

import hashlib
import json
from typing import Any

from service.store import Stored, Store

GAME = "AbCdEfGhIjKlMnOpQrStUv"
GENESIS = "0" * 64


def chain_end(revision: int) -> str:
    """The hash at `revision` of the chain that all unsalted batches are parts of."""
    return batch(revision)[-1].h if revision else GENESIS


def batch(
    count: int, *, after: int = 0, salt: str = "", previous: str | None = None
) -> list[Stored]:
    """`count` entries after a revision, chained to `previous`; every second one has a secret."""
    digest = chain_end(after) if previous is None else previous
    entries = []
    for revision in range(after + 1, after + count + 1):
        public = json.dumps({"n": revision, "salt": salt}).encode()
        digest = hashlib.sha256(digest.encode() + public).hexdigest()
        secret = None if revision % 2 else b'{"s":%d}' % revision
        entries.append(Stored(revision, public, secret, digest))
    return entries


def put(store: Store, expected: int = 0, due: int | None = 7) -> None:
    """Append two entries of the unsalted chain to GAME after a revision."""
    entries = batch(2, after=expected)
    store.append(GAME, expected, entries, previous=chain_end(expected), due=due, touched=True)


def append(
    store: Store, expected: int, entries: list[Stored], *, previous: str, **more: Any
) -> None:
    """Append to GAME, due never unless said."""
    store.append(GAME, expected, entries, **{"previous": previous, "due": None, **more})
