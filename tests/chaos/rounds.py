"""One round: a server, its clients, the faults, calm, the games' end, and the verdict."""

import contextlib
import random
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from service.games.store import Store
from service.storage.connections import connect
from tests.chaos.faults import Done, Faults, schedule
from tests.chaos.history import History
from tests.chaos.judge import Verdict, judge
from tests.chaos.players import Client, Party, play_party, together
from tests.chaos.server import Server
from tests.support.engine import Engine
from tests.support.processes import eventually
from tests.support.proxy import Fault, FaultProxy

AOF = ("--appendonly", "yes", "--appendfsync", "always", "--aof-use-rdb-preamble", "no")


@dataclass(frozen=True, slots=True)
class Plan:
    """How a round goes. `ballast` is how many MB the engine has to load at each start."""

    engines: int = 5
    others: int = 14
    tables: int = 3
    parties: int = 0
    """How many games are played in all; 0: new ones until the faults are over."""
    ballast: int = 0
    wire: bool = False
    """Faults of the connections to the store instead of kills of the engine."""


@dataclass(slots=True)
class Outcome:
    """What a round did and found."""

    seed: str
    verdict: Verdict
    done: Done
    own_kills: list[str]
    history: History
    seconds: float = 0.0
    swallowed: Counter[str] = field(default_factory=Counter)

    @property
    def kills(self) -> int:
        return sum(self.done.kills.values()) + len(self.own_kills)


def play_round(seed: str, plan: Plan) -> Outcome:
    """Play it, from an empty server to the verdict."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="toma6-", dir="/tmp") as folder:
        outcome = (_wire_round if plan.wire else _kill_round)(Path(folder), seed, plan)
    outcome.seconds = time.monotonic() - begun
    return outcome


def _kill_round(folder: Path, seed: str, plan: Plan) -> Outcome:
    with Server(folder, seed) as server:
        server.load(plan.ballast)
        rng = random.Random(seed)
        faults = Faults(server, rng, "/v1/games")
        todo = schedule(rng, plan.engines, plan.others)
        history = _played(server, seed, plan, lambda: faults.run(todo))
        found = _judged(server, f"unix://{server.socket}", history)
        return Outcome(seed, found, faults.done, server.own_kills(), history)


def _wire_round(folder: Path, seed: str, plan: Plan) -> Outcome:
    with (
        Engine(*AOF) as engine,
        FaultProxy(engine.socket) as proxy,
        Server(folder, seed, redis_url=proxy.url, queue_url=engine.url) as server,
    ):
        rng = random.Random(seed)
        faults = Faults(server, rng, "/v1/games")
        met: Counter[str] = Counter()

        def cut() -> None:
            for pause, what in schedule(rng, 0, plan.others):
                for _ in range(rng.randint(1, 8)):
                    fault = rng.choice(list(Fault))
                    command = rng.choice(["EVALSHA", "EVALSHA", "XRANGE"])
                    # Twice in a row is more than the store repeats by itself.
                    planned = [fault] * rng.randint(1, 2)
                    proxy.plan(command, *planned)
                    met[f"{command} {fault.name}"] += len(planned)
                    time.sleep(pause / 2)
                if what not in {"silence", "script flush"}:
                    faults.run([(0, what)])

        history = _played(server, seed, plan, cut)
        found = _judged(server, engine.url, history)
        return Outcome(seed, found, faults.done, server.own_kills(), history, swallowed=met)


def _judged(server: Server, url: str, history: History) -> Verdict:
    line = Client(server.port, History())

    def bundle_of(game: str) -> object:
        return line.insist("GET", f"/v1/games/{game}/audit").json

    try:
        return judge(Store(connect(url)), history, bundle_of)
    finally:
        line.close()


def _played(server: Server, seed: str, plan: Plan, disturb: Callable[[], None]) -> History:
    """Play at all tables while `disturb` runs, and on to the end of every game."""
    history = History()
    over = threading.Event()
    numbers = iter(range(1, 10**6))
    lock = threading.Lock()

    def parties() -> Iterator[Party]:
        while not over.is_set():
            with lock:
                number = next(numbers)
            if plan.parties and number > plan.parties:
                return
            yield Party.by(random.Random(f"{seed}/{number}"), number)

    def table() -> None:
        for party in parties():
            play_party(server.port, history, seed, party)

    def trouble() -> None:
        server.storm()
        try:
            disturb()
        except Exception as error:
            history.wrong(f"the faults ended with {error!r}")
            raise
        finally:
            server.calm()
            history.calm_at = time.time_ns() // 1_000_000
            over.set()

    together([*[table] * plan.tables, trouble])
    with contextlib.suppress(RuntimeError):
        if not eventually(server.ready):
            history.wrong("not ready 30 s after the last fault")
    return history
