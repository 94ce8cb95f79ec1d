"""Whole classic games of four, played in memory and stored as they would be."""

import random
import secrets
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any

from domain import ledger
from domain.decisions import commands as c
from domain.events.entries import Entry, encode
from service.access.tokens import creation, hash_token
from service.games.store import Store
from service.storage.connections import connect
from service.storage.stored import Stored
from tests.support.play import played

SEATS = 4


def finished_game(
    name: str,
    rng: random.Random,
    started: int = 1_790_000_000_000,
    *,
    options: Mapping[str, Any] = MappingProxyType({}),
    most: int | None = None,
    tokens: Sequence[str] = (),
) -> list[Entry]:
    """The entries of a game in which everybody picks at random, a few seconds apart: all, or, once
    there are `most` of them, no more. `tokens`: those of the seats, if anybody is to play on."""
    hashes = [hash_token(token) for token in tokens] or ["A" * 43] * SEATS
    opening: list[c.Command] = [
        c.CreateGame(
            game=name,
            ruleset="classic",
            options=options,
            seats=SEATS,
            server_seed=secrets.token_urlsafe(32),
            host_hash="A" * 43,
            invite_hash="A" * 43,
        ),
        *(c.TakeSeat(name_seal="A" * 43, token_hash=each) for each in hashes),
        c.StartGame(),
    ]
    return [step.entry for step in islice(played(opening, rng, started), most)]


def chained(entries: Iterable[Entry]) -> list[Stored]:
    """A whole game as it is stored."""
    stored: list[Stored] = []
    previous = ledger.GENESIS
    for revision, entry in enumerate(entries, 1):
        p, s = encode(entry)
        previous = ledger.chain(previous, p)
        stored.append(Stored(revision, p, s, previous))
    return stored


def new_name() -> str:
    """The name of a game that the service would know."""
    return creation("s" * 32, "games", {}, key=None, token=None).new_id()


def put(store: Store, name: str, entries: Iterable[Stored], previous: str = ledger.GENESIS) -> None:
    """Store a game, or the next entries of one."""
    for entry in entries:
        store.append(name, entry, previous=previous, due=None)
        previous = entry.h


def store_games(url: str, count: int, seed: int = 6) -> list[str]:
    """Store so many finished games. Returns their names."""
    rng = random.Random(seed)
    store = Store(connect(url))
    names = []
    for _ in range(count):
        name = new_name()
        put(store, name, chained(finished_game(name, rng)))
        names.append(name)
    return names
