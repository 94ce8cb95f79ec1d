"""Picks and views over HTTP, against routes that do next to nothing, turn by turn of real games.

In every turn all seats of all tables pick (timed), the anchor appends as often (timed), all seats
look (timed), the anchors read as often (timed), and rows are chosen (not timed).
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import redis

from bench.bare import VIEW
from bench.machine import BARE, OURS, Web, running_web
from bench.report import Line, Pairs, microseconds, per_second
from bench.tables import checked, learn, open_tables, picks, settle
from bench.wire import Clients, build


@dataclass(frozen=True, slots=True)
class Load:
    """How much to play: tables at a time, turns of each, and clients at once."""

    tables: int
    turns: int
    clients: int


@dataclass(frozen=True, slots=True)
class Section:
    """What one timed stretch took, per request: seconds on the clock, seconds of CPU."""

    clock: float
    cpu: float


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
        count = len(requests)
        self.sections[what].append(Section(answers.seconds / count, used / count))
        return checked(answers)


@contextmanager
def both_servers(url: str) -> Iterator[tuple[Web, Web]]:
    """Ours and the bare one, under the same gunicorn settings and on the same engine."""
    with redis.Redis.from_url(url) as client:
        client.set(VIEW, b"x" * 2000)
    with running_web(OURS, url) as ours, running_web(BARE, url) as bare:
        yield ours, bare


def play(url: str, webs: tuple[Web, Web], load: Load, seed: int) -> tuple[Side, Side]:
    """Play and measure."""
    rng = random.Random(seed)
    ours, bare = (Side(web, load.clients) for web in webs)
    tables = open_tables(ours.clients, load.tables)
    looks = [request for table in tables for request in table.look()]
    learn(tables, checked(ours.clients.send(looks)))
    with redis.Redis.from_url(url) as client:
        client.set(VIEW, ours.clients.send(looks[:1]).bodies[0])
    checked(bare.clients.send([build("GET", "/healthz")] * 64))
    for turn in range(load.turns):
        tables = [table for table in tables if not table.over]
        wanted = picks(tables, rng)
        appends = [
            build("PUT", f"/append/{n % 400}", "t" * 47, b'{"card":104}')
            for n in range(len(wanted))
        ]
        looks = [request for table in tables for request in table.look()]
        # Who goes first alternates: what the one leaves behind, the other finds.
        sections = [(ours, "put", wanted), (bare, "append", appends)]
        for side, what, requests in sections if turn % 2 else reversed(sections):
            side.timed(what, requests)
        views = ours.timed("get", looks)
        bare.timed("stored", [build("GET", "/stored", "t" * 47)] * len(looks))
        ours.timed("again", looks)
        bare.timed("ping", [build("GET", "/ping", "t" * 47)] * len(looks))
        learn(tables, views)
        settle(ours.clients, tables, rng)
    ours.clients.close()
    bare.clients.close()
    return ours, bare


def lines(sides: tuple[Side, Side], clients: int) -> Iterator[Line]:
    """The figures of one play."""
    ours, bare = sides
    who = "1 client" if clients == 1 else f"{clients} clients"

    def rates(mine: str, anchor: str) -> Pairs:
        return Pairs(
            [1 / section.clock for section in ours.sections[mine]],
            [1 / section.clock for section in bare.sections[anchor]],
        )

    def cpu(mine: str, anchor: str) -> Pairs:
        return Pairs(
            [section.cpu for section in ours.sections[mine]],
            [section.cpu for section in bare.sections[anchor]],
        )

    yield rates("put", "append").line(
        f"PUT of a pick, {who}: requests", per_second, "≥ 0.9", lambda r: r >= 0.9
    )
    yield cpu("put", "append").line(
        f"PUT of a pick, {who}: CPU", microseconds, "≤ 1.1", lambda r: r <= 1.1
    )
    yield cpu("get", "stored").line(f"GET of a view, {who}: CPU / bare + GET", microseconds)
    yield cpu("get", "ping").line(
        f"GET of a view, {who}: CPU / bare + PING", microseconds, "≤ 1.0", lambda r: r <= 1.0
    )
    yield cpu("again", "ping").line(
        f"GET of an unchanged view, {who}: CPU / bare + PING",
        microseconds,
        "≤ 1.0",
        lambda r: r <= 1.0,
    )
