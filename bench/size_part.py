"""How much room a finished game takes: in Redis, and packed away."""

import zlib
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

import redis

from bench.report import Line, kilobytes
from domain.events.entries import decode
from service.games.store import Store
from service.storage.connections import connect
from service.storage.keys import Keys

LIVE_GOAL = 72_000


def lines(url: str, names: Sequence[str]) -> Iterator[Line]:
    """Medians over finished games, each beside the bytes that it consists of."""
    client: Any = redis.Redis.from_url(url)
    store, keys = Store(connect(url)), Keys(64)
    games = [store.read(name) for name in names]
    live = median(client.memory_usage(keys.stream(name), samples=0) for name in names)
    written = median(sum(len(e.p) + len(e.s or b"") + len(e.h) for e in game) for game in games)
    events = median(sum(len(decode(e.p).events) for e in game) for game in games)
    yield Line(
        f"A finished game in Redis ({events:.0f} events), against its own bytes",
        kilobytes(live),
        kilobytes(written),
        live / written,
        f"≤ {kilobytes(LIVE_GOAL)}",
        live <= LIVE_GOAL,
    )
    texts = [b"\n".join(e.p + b"\t" + (e.s or b"") for e in game) for game in games]
    packed = median(len(zlib.compress(text, 9)) for text in texts)
    told = median(len(text) for text in texts)
    yield Line(
        "The same archived (zlib, without the hashes), against its text",
        kilobytes(packed),
        kilobytes(told),
        packed / told,
        "",
        None,
    )
