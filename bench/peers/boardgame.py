"""Moves and states of games that go on, here and on boardgame.io's server (server.js, load.js).

Both play a classic game of four; who is below all rows takes the cheapest there, and is asked
here, outside of all timing. One move is on its way at a time for each client, and a client plays
all seats of its tables. A move lasts from its sending to its answer: here a signed receipt, from
two web processes, once the entry is chained and on disk; there the update with the new state,
which its one process sends before it begins to store the move.
"""

import contextlib
import json
import os
import random
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from bench.games import SEATS
from bench.http_part import Section, Side
from bench.machine import OURS, Web, engine_pid, free_port, home, listening, running_web
from bench.peers.install import HERE
from bench.peers.table import CPU, RATE, Columns, Row, row
from bench.tables import checked, learn, looks, open_tables, picks, settle
from bench.wire import build

TABLES: Final = 16


class Ours:
    """Games on our own server."""

    def __init__(self, web: Web, clients: int) -> None:
        self._side, self._clients = Side(web, clients), clients
        self._rng = random.Random(6)
        self._tables = open_tables(self._side.clients, TABLES)
        learn(self._tables, checked(self._side.clients.send(looks(self._tables))))
        self.sections = self._side.sections

    def turn(self) -> None:
        """All pick, and all look."""
        self._tables = [table for table in self._tables if not table.over]
        line = self._side.clients
        line.connect()
        line.send([build("GET", "/healthz")] * self._clients)
        self._side.timed("move", picks(self._tables, self._rng, range(SEATS)))
        learn(self._tables, self._side.timed("state", looks(self._tables)))
        settle(line, self._tables, self._rng)

    def close(self) -> None:
        """Hang up."""
        self._side.clients.close()


class Theirs:
    """Games on the peer's server, played by load.js."""

    def __init__(self, web: Web, modules: Path, clients: int) -> None:
        command = ["node", "load.js", *map(str, (web.port, TABLES, clients))]
        pipe, env = subprocess.PIPE, _environment(modules)
        self._load = subprocess.Popen(command, cwd=HERE, env=env, stdin=pipe, stdout=pipe)
        self._web = web
        self.sections: dict[str, list[Section]] = defaultdict(list)
        self._timed("state")

    def turn(self) -> None:
        """All pick, and all look."""
        for what in ("move", "state"):
            self.sections[what].append(self._timed(what))

    def _timed(self, what: str) -> Section:
        to, answers = self._load.stdin, self._load.stdout
        assert to is not None
        assert answers is not None
        before = self._web.cpu()
        to.write(f"{what}\n".encode())
        to.flush()
        told = json.loads(answers.readline())
        time.sleep(0.05)  # the last moves are still being stored
        return Section(told["seconds"], self._web.cpu() - before, told["count"])

    def close(self) -> None:
        """End the load."""
        self._load.communicate()


@contextlib.contextmanager
def running_peer(modules: Path, *, files: bool) -> Iterator[Web]:
    """server.js, in memory or with `files`."""
    port = free_port()
    with home("peer") as folder:
        command = ["node", "server.js", str(port), *([str(folder)] if files else [])]
        with listening(command, port, cwd=HERE, env=_environment(modules)) as process:
            yield Web(port, (process.pid,))


def rows(urls: Columns[str], modules: Path, turns: int) -> Iterator[Row]:
    """The figures for 1 client and for 8. `urls`: our engines, whose CPU counts as ours."""
    with contextlib.ExitStack() as stack:
        webs = {}
        for name, url in urls.items():
            web = stack.enter_context(running_web(OURS, url))
            webs[name] = replace(web, workers=(*web.workers, engine_pid(url)))
        memory = stack.enter_context(running_peer(modules, files=False))
        files = stack.enter_context(running_peer(modules, files=True))
        for clients, known in ((8, False), (1, True), (8, True)):  # the first warms V8 up
            sides: dict[str, Ours | Theirs] = {
                **{name: Ours(web, clients) for name, web in webs.items()},
                "boardgame.io, in memory": Theirs(memory, modules, clients),
                "boardgame.io, FlatFile": Theirs(files, modules, clients),
            }
            for turn in range(turns):
                for side in list(sides.values())[:: -1 if turn % 2 else 1]:
                    side.turn()
            for side in sides.values():
                side.close()
            if known:
                who = "1 client" if clients == 1 else f"{clients} clients"
                yield from _figures({name: side.sections for name, side in sides.items()}, who)


def _figures(found: Columns[dict[str, list[Section]]], who: str) -> Iterator[Row]:
    moves, states = (
        {name: side[what] for name, side in found.items()} for what in ("move", "state")
    )
    # There a move's answer holds the state; here it is a second request.
    both = {
        name: _both(moves[name], states[name]) if name.startswith("toma6") else moves[name]
        for name in found
    }
    yield row(f"A move, {who}: a second", moves, RATE)
    yield row(f"A move, {who}: CPU", moves, CPU)
    yield row(f"A move with its new state, {who}: CPU", both, CPU)
    yield row(f"A state asked for, {who}: a second", states, RATE)
    yield row(f"A state asked for, {who}: CPU", states, CPU)


def _both(moves: Sequence[Section], states: Sequence[Section]) -> list[Section]:
    """A move and a state each."""
    pairs = zip(moves, states, strict=True)
    return [replace(move + state, count=move.count) for move, state in pairs]


def _environment(modules: Path) -> dict[str, str]:
    return {**os.environ, "NODE_PATH": str(modules), "NODE_ENV": "production"}
