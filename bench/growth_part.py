"""What a pick and a view cost at any length of a game, kept in memory or not, among many others.

Games of several lengths are stored with a turn open, and every seat picks and looks once, on a
server that keeps all games and on one that keeps none. Each figure stands beside that of the
shortest games on the server that keeps them, taken in the same rounds.
"""

import contextlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.games import SEATS, chained, finished_game, new_name, put
from bench.machine import OURS, Web, running_web
from bench.report import Line, Pairs, microseconds
from bench.tables import Table, checked, learn, looks, picks
from bench.wire import Clients
from domain.events import TurnStarted
from service.games.store import Store
from service.storage.connections import connect


@dataclass(frozen=True, slots=True)
class Growth:
    """How much is measured."""

    lengths: Sequence[int] = (10, 100, 1000)
    games: int = 40
    rounds: int = 5
    others: Sequence[int] = (100, 2_000, 20_000)


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds of one pick and of one view."""

    pick: float
    view: float


def lines(url: str, size: Growth) -> Iterator[Line]:
    """One line for each length and server, and for each number of other games."""
    store, rng = Store(connect(url)), random.Random(8)
    with running_web(OURS, url) as keeping, running_web(OURS, url, cache_games="0") as forgetting:
        found: dict[tuple[int, str], list[Cost]] = {}
        for _ in range(size.rounds):
            for length in size.lengths:
                tables = [_stored(store, length, rng) for _ in range(2 * size.games)]
                half = tables[: size.games], tables[size.games :]
                for name, web, own in zip(
                    ("kept", "not kept"), (keeping, forgetting), half, strict=True
                ):
                    found.setdefault((length, name), []).append(_cost(web, own, rng))
        first = found[size.lengths[0], "kept"]
        for (length, name), costs in found.items():
            yield from _both(f"at entry {length:,}, {name}", costs, first)
        stored, base = 0, found[size.lengths[1], "not kept"]
        for count in size.others:
            _fill(store, count - stored, rng)
            stored = count
            costs = []
            for _ in range(size.rounds):
                tables = [_stored(store, size.lengths[1], rng) for _ in range(size.games)]
                costs.append(_cost(forgetting, tables, rng))
            yield from _both(f"among {count:,} live games, not kept", costs, base)


def _fill(store: Store, count: int, rng: random.Random) -> None:
    """So many games more, which nobody looks at: the same one under other names."""
    entries = chained(finished_game("other", rng, most=40))
    for _ in range(count):
        put(store, rng.randbytes(13).hex(), entries)


def _both(what: str, ours: Sequence[Cost], base: Sequence[Cost]) -> Iterator[Line]:
    for name in ("pick", "view"):
        pairs = Pairs([getattr(c, name) for c in ours], [getattr(c, name) for c in base])
        most = 2.0 if "not kept" in what and "among" not in what else 1.1
        yield pairs.line(f"A {name} {what}: CPU", microseconds, most=most)


def _cost(web: Web, tables: Sequence[Table], rng: random.Random) -> Cost:
    """What the seats of these tables cost when each of them looks, picks and looks again."""
    with contextlib.closing(Clients(web.port, 1)) as clients:
        wanted = looks(tables)
        learn(tables, checked(clients.send(wanted)))  # whoever keeps games keeps them now
        answers = picks(tables, rng, range(SEATS - 1))
        before = web.cpu()
        checked(clients.send(answers))
        picked = (web.cpu() - before) / len(answers)
        before = web.cpu()
        checked(clients.send(wanted))
        return Cost(picked, (web.cpu() - before) / len(wanted))


def _stored(store: Store, length: int, rng: random.Random) -> Table:
    """A running game of about so many entries, with a turn just begun."""
    name = new_name()
    tokens = [f"t6s_{name}{seat:017}" for seat in range(SEATS)]
    entries = finished_game(name, rng, options={"end_score": 1000}, most=length + 20, tokens=tokens)
    turns = [n for n, each in enumerate(entries, 1) if isinstance(each.events[-1], TurnStarted)]
    put(store, name, chained(entries[: min(turns, key=lambda n: abs(n - length))]))
    return Table(name, tokens)
