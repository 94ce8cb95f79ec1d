# mypy: disable-error-code="import-not-found"
"""Appends and replays, here and with the eventsourcing library; that must be importable.

Appended here: an entry of one pick, encoded, chained, and written by `Store.append`. There: the
same pick on an aggregate of the library (aggregate.py), saved. Replayed: whole games by people
who pick at random; here each entry is checked against chain and seals, there is nothing to check.
SQLite is as the library opens it, in WAL mode: each commit waits for the disk, as ours does.
"""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from eventsourcing.application import Application

from bench.games import SEATS, chained, finished_game, put
from bench.http_part import Section
from bench.machine import cpu_seconds, engine_pid
from bench.peers.aggregate import Game, tell
from bench.peers.table import CPU, PER_CPU, RATE, Columns, Row, row
from domain import ledger
from domain.events import CardPicked, PickSecret
from domain.events.entries import Entry, encode
from domain.state.evolve import fold
from service.games.games import Games
from service.games.store import Store
from service.processes import garbage
from service.storage.connections import connect
from service.storage.stored import Stored

APPENDS: Final = 200
Played: TypeAlias = Mapping[str, list[Entry]]
"""Whole games under their names."""
Side: TypeAlias = tuple[Callable[[], int], Callable[[], int]]
"""An append and a replay; each returns how much it did."""


def ours(url: str, games: Played) -> Side:
    """Our own store, and its replay with nothing kept."""
    store, numbers = Store(connect(url)), iter(range(10**6))
    loader = Games(store, 0, lambda _: False)
    for name, entries in games.items():
        put(store, name, chained(entries))

    def append() -> int:
        name, previous = f"g_bench{next(numbers)}", ledger.GENESIS
        for turn in range(APPENDS):
            secret = PickSecret(card=104)
            pick = CardPicked(round=1, turn=turn, seat=turn % SEATS, seal="A" * 43, secret=secret)
            p, s = encode(Entry(int(time.time() * 1000), (pick,)))
            entry = Stored(turn + 1, p, s, ledger.chain(previous, p))
            store.append(name, entry, previous=previous, due=None)
            previous = entry.h
        return APPENDS

    def replay() -> int:
        for name in games:
            loader.load(name)
        return sum(len(entry.events) for entries in games.values() for entry in entries)

    return append, replay


def theirs(games: Played, **settings: str) -> Side:
    """The library, with the recorder that these settings name."""
    app, stored = Application(env=settings), []
    for entries in games.values():
        game = Game(seats=SEATS)
        for entry in entries[1:]:
            for event in entry.events:
                tell(game, event)
            app.save(game)
        stored.append(game.id)
        state = fold(entries)
        assert app.repository.get(game.id).totals == [state.totals[seat] for seat in range(SEATS)]

    def append() -> int:
        game = Game(seats=SEATS)
        app.save(game)
        for turn in range(APPENDS):
            game.card_picked(round=1, turn=turn, seat=turn % SEATS, card=104)
            app.save(game)
        return APPENDS

    def replay() -> int:
        return sum(app.repository.get(each).version for each in stored)

    return append, replay


def rows(urls: Columns[str], folder: Path, count: int, rounds: int) -> Iterator[Row]:
    """The figures. `urls`: our engines; `folder`: for the library's file; `count` whole games."""
    rng = random.Random(6)
    games = {name: finished_game(name, rng) for name in (f"g_{at:024}" for at in range(count))}
    sides = {
        **{name: ours(url, games) for name, url in urls.items()},
        "eventsourcing, in memory": theirs(games),
        "eventsourcing, SQLite": theirs(
            games,
            PERSISTENCE_MODULE="eventsourcing.sqlite",
            SQLITE_DBNAME=str(folder / "events.db"),
        ),
    }
    engines = {name: engine_pid(url) for name, url in urls.items()}
    garbage.settle()
    appends: dict[str, list[Section]] = {side: [] for side in sides}
    replays: dict[str, list[Section]] = {side: [] for side in sides}
    for turn in range(rounds):
        for side in list(sides)[:: -1 if turn % 2 else 1]:
            append, replay = sides[side]
            appends[side].append(_timed(append, engines.get(side)))
            replays[side].append(_timed(replay, engines.get(side)))
    told = [len(entry.events) for entries in games.values() for entry in entries]
    yield row("A pick appended: a second", appends, RATE)
    yield row("A pick appended: CPU", appends, CPU)
    what = f"Games of {len(told) // count} commands and {sum(told) // count} events replayed"
    yield row(f"{what}: events a CPU second", replays, PER_CPU)


def _timed(work: Callable[[], int], engine: int | None) -> Section:
    """The CPU of this process, and of the engine where there is one."""
    before = time.process_time() + (cpu_seconds(engine) if engine else 0)
    started = time.perf_counter()
    count = work()
    clock = time.perf_counter() - started
    after = time.process_time() + (cpu_seconds(engine) if engine else 0)
    return Section(clock, after - before, count)
