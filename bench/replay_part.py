"""Reading whole games back: from Redis, checked and folded as the server does it, and in parts."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import orjson
import redis

from bench.games import store_games
from bench.report import Line, Pairs, per_second
from domain import fold
from domain.codec import decode
from service.connections import connect
from service.games import Games
from service.keys import Keys
from service.store import Store

GOAL = 560_000


def lines(url: str, games: int, rounds: int) -> Iterator[Line]:
    """Events per second, each against reading and parsing the same entries and nothing else."""
    names = store_games(url, games)
    store = Store(connect(url))
    loader = Games(store, 0, lambda _: False)
    entries = [store.read(name) for name in names]
    events = [[decode(e.p, e.s) for e in game] for game in entries]
    total = sum(map(len, events))
    client: Any = redis.Redis.from_url(url)
    streams = [Keys(64).stream(name) for name in names]

    def anchor() -> None:
        for stream in streams:
            for _, fields in client.xrange(stream):
                orjson.loads(fields[b"p"])

    parts: dict[str, Callable[[], object]] = {
        "Replay from Redis, checked and folded": lambda: [loader.load(name) for name in names],
        "Reading entries alone": lambda: [store.read(name) for name in names],
        "Decoding alone": lambda: [[decode(e.p, e.s) for e in game] for game in entries],
        "Folding alone": lambda: [fold(game) for game in events],
    }
    found: dict[str, list[float]] = {what: [] for what in parts}
    bare: dict[str, list[float]] = {what: [] for what in parts}
    for _ in range(rounds):
        for what, part in parts.items():
            found[what].append(total / _seconds(part))
            bare[what].append(total / _seconds(anchor))
    for what in parts:
        whole = what.startswith("Replay")
        line = Pairs(found[what], bare[what]).line(what, per_second)
        if whole:
            speed = sorted(found[what])[rounds // 2]
            line = Line(line.what, line.ours, line.anchor, line.ratio, f"{GOAL:,}/s", speed >= GOAL)
        yield line


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
