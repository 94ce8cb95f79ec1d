"""Entries of one game for tests of the store, which does not care what they mean."""

from collections.abc import Iterable
from typing import Any

from domain import ledger
from domain.ledger import GENESIS, Name
from service.games.due_index import DueIndex
from service.games.store import Store
from service.storage.stored import Stored

GAME = "AbCdEfGhIjKlMnOpQrStUv"
LABEL = {"n" * 42 + "A": Name("Ana", "s" * 21 + "A")}
"""A name, by what might be its seal."""


def chain_end(revision: int) -> str:
    """The hash at `revision` of the chain that all unsalted entries are parts of."""
    return chain(revision)[-1].h if revision else GENESIS


def chain(
    count: int, *, after: int = 0, salt: str = "", previous: str | None = None
) -> list[Stored]:
    """`count` entries after a revision, chained to `previous`; every second one has a secret."""
    digest = chain_end(after) if previous is None else previous
    entries = []
    for revision in range(after + 1, after + count + 1):
        public = b'{"n":%d,"salt":"%b"}' % (revision, salt.encode())
        digest = ledger.chain(digest, public)
        secret = None if revision % 2 else b'{"s":%d}' % revision
        entries.append(Stored(revision, public, secret, digest))
    return entries


def due_index(store: Store) -> DueIndex:
    """The due index beside the games of a store."""
    return DueIndex(store._client, store._keys.buckets)


def append(
    store: Store, *entries: Stored, game: str = GAME, previous: str | None = None, **more: Any
) -> None:
    """Append entries of a chain one by one, the first after `previous`; due never unless said."""
    for entry in entries:
        at = chain_end(entry.revision - 1) if previous is None else previous
        store.append(game, entry, **{"previous": at, "due": None, **more})
        previous = entry.h


def put(store: Store, after: int = 0, **more: Any) -> None:
    """Append to GAME the entry of the unsalted chain that follows a revision, soon due."""
    append(store, *chain(1, after=after), **{"due": 7, "touched": True, **more})


def lay(store: Store, entries: Iterable[Stored], game: str) -> None:
    """Put entries into a stream as they are, without asking what is there."""
    for entry in entries:
        secret = () if entry.s is None else ("s", entry.s)
        fields = ("p", entry.p, "h", entry.h, *secret)
        store._call("XADD", store._keys.stream(game), f"{entry.revision}-0", *fields)
