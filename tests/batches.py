"""Batches of entries for tests of the store, which does not care what the events mean."""

import hashlib
import json

from service.store import Entry

GAME = "AbCdEfGhIjKlMnOpQrStUv"
GENESIS = "0" * 64


def chain_end(revision: int) -> str:
    """The hash at `revision` of the chain that all unsalted batches are parts of."""
    return batch(revision)[-1].h if revision else GENESIS


def batch(
    count: int, *, after: int = 0, salt: str = "", previous: str | None = None
) -> list[Entry]:
    """`count` entries after a revision, chained to `previous`; every second one has a secret."""
    digest = chain_end(after) if previous is None else previous
    entries = []
    for revision in range(after + 1, after + count + 1):
        public = json.dumps({"n": revision, "salt": salt}).encode()
        digest = hashlib.sha256(digest.encode() + public).hexdigest()
        secret = None if revision % 2 else b'{"s":%d}' % revision
        entries.append(Entry(revision, public, secret, digest))
    return entries
