"""One round: a server, its clients, the faults, calm, the games' end, and the verdict."""

import random
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

from service.games.store import Store
from service.storage.connections import Client, connect
from tests.chaos.history import OTHERS, History
from tests.chaos.judge import judge
from tests.chaos.players import Stubborn, play_party, together
from tests.chaos.server import Server, schedule
from tests.support.client import Api
from tests.support.engine import Engine
from tests.support.processes import eventually
from tests.support.proxy import Fault, FaultProxy

AOF = ("--appendonly", "yes", "--appendfsync", "always", "--aof-use-rdb-preamble", "no")


@dataclass(frozen=True, slots=True)
class Plan:
    """How a round goes. `ballast` is how many MB the engine has to load at each start."""

    engines: int = 0
    others: int = 20
    tables: int = 3
    parties: int | None = None
    """How many games are played in all; None: new ones until the faults are over."""
    ballast: int = 0
    wire: bool = False
    """Faults of the connections to the store instead of kills of the engine."""


def play_round(seed: str, plan: Plan) -> History:
    """Play it, from an empty server to the verdict."""
    history, begun = History(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="toma6-", dir="/tmp") as folder:
        (_wire_round if plan.wire else _kill_round)(Path(folder), seed, plan, history)
    history.seconds = time.monotonic() - begun
    return history


def _kill_round(folder: Path, seed: str, plan: Plan, history: History) -> None:
    with Server(folder, seed, history) as server:
        server.load(plan.ballast)
        rng = random.Random(seed)

        def kill() -> None:
            for pause, what in schedule(rng, plan.engines, plan.others):
                time.sleep(pause)
                server.harm(what, rng)

        _play(server, seed, plan, history, kill)
        _end(server, server.redis, history)


def _wire_round(folder: Path, seed: str, plan: Plan, history: History) -> None:
    with (
        Engine(*AOF) as engine,
        FaultProxy(engine.socket) as proxy,
        Server(folder, seed, history, redis_url=proxy.url, queue_url=engine.url) as server,
    ):
        rng = random.Random(seed)

        def cut() -> None:
            for pause, what in schedule(rng, 0, plan.others):
                for _ in range(rng.randint(1, 8)):
                    fault = rng.choice(list(Fault))
                    command = rng.choice(["EVALSHA", "EVALSHA", "XRANGE"])
                    # Twice in a row is more than the store repeats by itself.
                    planned = [fault] * rng.randint(1, 2)
                    proxy.plan(command, *planned)
                    history.note(OTHERS, f"{command} {fault.name}", len(planned))
                    time.sleep(pause / 2)
                if what not in {"silence", "script flush"}:
                    server.harm(what, rng)

        _play(server, seed, plan, history, cut)
        _end(server, connect(engine.url), history)


def _end(server: Server, client: Client, history: History) -> None:
    line = Stubborn(server.port, History(), "judge")
    judge(Store(client), history, lambda game: Api(line).get(f"/v1/games/{game}/audit"))
    line.close()
    server.note_own_kills()


def _play(
    server: Server, seed: str, plan: Plan, history: History, disturb: Callable[[], None]
) -> None:
    """Play at all tables while `disturb` runs, and on to the end of every game."""
    over, lock = threading.Event(), threading.Lock()
    numbers = islice(count(1), plan.parties)

    def table() -> None:
        while not over.is_set():
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            play_party(server.port, history, f"{seed}/{number}")

    def trouble() -> None:
        try:
            with server.storm():
                disturb()
        finally:
            history.calm_at = time.time_ns() // 1_000_000
            over.set()

    together(history, *[table] * plan.tables, trouble)
    history.holds(eventually(server.ready), "not ready 30 s after the last fault")
