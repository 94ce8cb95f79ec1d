"""Picks and views over HTTP, against routes that do next to nothing, turn by turn of real games.

In every turn all seats of all tables pick, look, and look again, and after each of these steps
the anchors are asked as often. Rows are chosen in between, outside of all timing.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import redis

from bench.bare import VIEW
from bench.games import SEATS
from bench.machine import BARE, OURS, Web, running_web
from bench.report import Line, Pairs, microseconds, per_second
from bench.tables import Table, checked, learn, looks, open_tables, picks, settle
from bench.wire import Clients, build

TOKEN = "t" * 47
"""As long as a real one."""
AIMS: Final[Mapping[tuple[int, bool], tuple[float, float]]] = {
    (1, False): (0.8, 1.35),
    (8, False): (0.7, 1.5),
}
"""For picks by so many clients, at once or not: of the requests at least, of the CPU at most."""


@dataclass(frozen=True, slots=True)
class Load:
    """How much to play: tables at a time, turns of each, clients at once.

    `together`: the seats of a table pick at the same moment, not after one another.
    """

    tables: int
    turns: int
    clients: int
    together: bool = False

    @property
    def who(self) -> str:
        """The clients in words."""
        if self.clients == 1:
            return "1 client"
        return f"{self.clients} clients" + (", a table at once" if self.together else "")


@dataclass(frozen=True, slots=True)
class Section:
    """What one timed stretch took: seconds on the clock and of CPU, for so many requests."""

    clock: float
    cpu: float
    count: int

    def __add__(self, other: "Section") -> "Section":
        return Section(self.clock + other.clock, self.cpu + other.cpu, self.count + other.count)


class Side:
    """One of the two servers, with its connections and what was measured there."""

    def __init__(self, web: Web, clients: int) -> None:
        self._web = web
        self.clients = Clients(web.port, clients)
        self.sections: dict[str, list[Section]] = defaultdict(list)

    def timed(self, what: str, requests: Sequence[bytes]) -> list[bytes]:
        """Send the requests and note what they cost. Returns the bodies."""
        before = self._web.cpu()
        answers = self.clients.send(requests)
        used = self._web.cpu() - before
        self.sections[what].append(Section(answers.seconds, used, len(requests)))
        return checked(answers)


@contextmanager
def both_servers(url: str) -> Iterator[tuple[Web, Web]]:
    """Ours and the bare one, under the same gunicorn settings and on the same engine."""
    with redis.Redis.from_url(url) as client:
        client.set(VIEW, b"{}")
    with running_web(OURS, url) as ours, running_web(BARE, url) as bare:
        yield ours, bare


def play(url: str, webs: tuple[Web, Web], load: Load, seed: int) -> tuple[Side, Side]:
    """Play and measure."""
    rng = random.Random(seed)
    ours, bare = sides = Side(webs[0], load.clients), Side(webs[1], load.clients)
    tables = open_tables(ours.clients, load.tables)
    views = checked(ours.clients.send(looks(tables)))
    learn(tables, views)
    with redis.Redis.from_url(url) as client:
        client.set(VIEW, views[0])
    for turn in range(load.turns):
        tables = [table for table in tables if not table.over]
        _one_turn(sides, tables, load, rng, bare_first=turn % 2 == 1)
        settle(ours.clients, tables, rng)
    ours.clients.close()
    bare.clients.close()
    return sides


def _one_turn(
    sides: tuple[Side, Side],
    tables: Sequence[Table],
    load: Load,
    rng: random.Random,
    *,
    bare_first: bool,
) -> None:
    """All pick and look. Who goes first alternates: what one leaves behind, the other finds."""
    ours, bare = sides
    for side in sides:
        side.clients.connect()
        side.clients.send([build("GET", "/healthz")] * load.clients)
    waves = [("all", picks(tables, rng, range(SEATS), together=True))]
    if not load.together:
        first, last = range(SEATS - 1), range(SEATS - 1, SEATS)
        waves = [("open", picks(tables, rng, first)), ("closing", picks(tables, rng, last))]
    for what, requests in waves:
        body = b'{"card":104}'
        anchor = [build("PUT", f"/append/{n % 400}", TOKEN, body) for n in range(len(requests))]
        pair = [(ours, requests), (bare, anchor)]
        for side, wanted in reversed(pair) if bare_first else pair:
            side.timed(what, wanted)
    wanted = looks(tables)
    views = ours.timed("view", wanted)
    bare.timed("stored", [build("GET", "/stored", TOKEN)] * len(wanted))
    ours.timed("again", wanted)
    bare.timed("again", [build("GET", "/stored", TOKEN)] * len(wanted))
    learn(tables, views)


def lines(sides: tuple[Side, Side], load: Load) -> Iterator[Line]:
    """The figures of one play."""
    ours, bare = sides
    mine, others = (_picked(side.sections, load) for side in sides)
    rate, cpu = AIMS.get((load.clients, load.together), (None, None))
    yield _rates(mine, others).line(f"PUT of a pick, {load.who}: requests", per_second, least=rate)
    yield _cpu(mine, others).line(f"PUT of a pick, {load.who}: CPU", microseconds, most=cpu)
    if load.together:
        return
    for what, name in (("open", "while others think"), ("closing", "that closes the turn")):
        pairs = _cpu(ours.sections[what], bare.sections[what])
        yield pairs.line(f"– {name}: CPU", microseconds)
    yield _cpu(ours.sections["view"], bare.sections["stored"]).line(
        f"GET of a view, {load.who}: CPU", microseconds, most=1.15
    )
    yield _cpu(ours.sections["again"], bare.sections["again"]).line(
        f"GET of an unchanged view, {load.who}: CPU", microseconds, most=1.05
    )


def _picked(sections: dict[str, list[Section]], load: Load) -> list[Section]:
    """All picks of each turn, whether they closed it or not."""
    if load.together:
        return sections["all"]
    both = zip(sections["open"], sections["closing"], strict=True)
    return [waiting + closing for waiting, closing in both]


def _rates(ours: Sequence[Section], bare: Sequence[Section]) -> Pairs:
    return Pairs([s.count / s.clock for s in ours], [s.count / s.clock for s in bare])


def _cpu(ours: Sequence[Section], bare: Sequence[Section]) -> Pairs:
    return Pairs([s.cpu / s.count for s in ours], [s.cpu / s.count for s in bare])
