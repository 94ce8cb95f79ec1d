"""Whole classic games of four, played in memory and stored as they would be."""

import random
import secrets
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from domain import answers, decide, fold, ledger
from domain import commands as c
from domain.decisions import open_decisions
from domain.decisions import options as offered
from domain.events import Event
from domain.state import INITIAL
from service.games import NOTHING
from service.handling import chained
from service.storage.connections import connect
from service.store import Store
from service.tokens import creation

SEATS = 4


def finished_game(
    name: str,
    rng: random.Random,
    started: int = 1_790_000_000_000,
    options: Mapping[str, Any] = MappingProxyType({}),
    most: int | None = None,
) -> list[Event]:
    """The events of a game in which everybody picks at random, a few seconds apart: all, or, once
    there are `most` of them, no more."""
    at = started
    state, events = INITIAL, list[Event]()
    opening: list[c.Command] = [
        c.CreateGame(
            at=at,
            game=name,
            ruleset="classic",
            options=options,
            seats=SEATS,
            server_seed=secrets.token_hex(32),
            host_hash="0" * 64,
            invite_hash="0" * 64,
        ),
        *(c.TakeSeat(at=at, name=f"Player {n}", token_hash=f"{n:064}") for n in range(SEATS)),
        c.StartGame(at=at),
    ]
    for command in opening:
        told = decide(command, state)
        events, state = events + told, fold(told, state)
    while (owed := open_decisions(state)) and (most is None or len(events) < most):
        at += rng.randrange(10, 3000)
        decision = rng.choice(owed)
        body = rng.choice(offered(state, decision))
        told = decide(answers.command(decision, body, by="player", at=at), state)
        events, state = events + told, fold(told, state)
    return events


def store_games(url: str, count: int, seed: int = 6) -> list[str]:
    """Store so many finished games. Returns their names."""
    rng = random.Random(seed)
    store = Store(connect(url))
    names = []
    for _ in range(count):
        name = creation("s" * 32, "games", {}, key=None, token=None).name()
        entries = chained(finished_game(name, rng), NOTHING)
        store.append(name, 0, entries, previous=ledger.GENESIS, due=None)
        names.append(name)
    return names
