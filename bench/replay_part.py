"""Reading whole games back: from Redis, checked and folded as the server does it, and in parts."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import orjson
import redis

from bench.report import Line, per_second
from domain.state.evolve import fold
from service.games.games import Games, read
from service.games.store import Store
from service.processes import garbage
from service.storage.connections import connect
from service.storage.keys import Keys

GOAL = 0.5


def lines(url: str, names: Sequence[str], rounds: int) -> Iterator[Line]:
    """Events per second, each against reading and parsing the same entries and nothing else.

    The best of several rounds: all of it is one thread's work, and whatever else the machine
    does can only make it slower.
    """
    store = Store(connect(url))
    loader = Games(store, 0, lambda _: False)
    entries = [store.read(name) for name in names]
    games = dict(zip(names, entries, strict=True))
    told = [[read(name, stored) for stored in game] for name, game in games.items()]
    garbage.settle()  # as every process of the server does it
    total = sum(len(entry.events) for game in told for entry in game)
    client: Any = redis.Redis.from_url(url)
    streams = [Keys(64).stream(name) for name in names]

    def anchor() -> None:
        for stream in streams:
            for _, fields in client.xrange(stream):
                orjson.loads(fields[b"p"])
                if secret := fields.get(b"s"):
                    orjson.loads(secret)

    parts: dict[str, Callable[[], object]] = {
        "Replay from Redis, checked and folded, against reading and parsing": lambda: [
            loader.load(name) for name in names
        ],
        "– reading the entries": lambda: [store.read(name) for name in names],
        "– decoding": lambda: [
            read(name, stored) for name, game in games.items() for stored in game
        ],
        "– folding": lambda: [fold(game) for game in told],
    }
    found: dict[str, list[float]] = {what: [] for what in parts}
    bare: dict[str, list[float]] = {what: [] for what in parts}
    for _ in range(rounds):
        for what, part in parts.items():
            found[what].append(total / _seconds(part))
            bare[what].append(total / _seconds(anchor))
    for what in parts:
        best, anchored = max(found[what]), max(bare[what])
        whole = what.startswith("Replay")
        yield Line(
            what,
            per_second(best),
            per_second(anchored),
            best / anchored,
            f"≥ {GOAL}" if whole else "",
            best / anchored >= GOAL if whole else None,
        )


def _seconds(work: Callable[[], object]) -> float:
    """CPU seconds of this process: a busy machine would make the clock's meaningless."""
    started = time.process_time()
    work()
    return time.process_time() - started
