"""One round: a server, its clients, the faults, calm, the games' end, and the verdict."""

import random
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

from service.games.store import Store
from service.storage.connections import connect
from tests.chaos.history import OTHERS, History
from tests.chaos.judge import judge, judge_word
from tests.chaos.players import Stubborn, play_party, together
from tests.chaos.scene import Account, Scene, small_disk
from tests.chaos.server import Server, schedule
from tests.chaos.troubles import OWN, WIRE, make
from tests.receivers import receivers
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
    troubles: tuple[str, ...] = ()
    longest: float = 30.0
    """Seconds that something may stand still."""
    wire: bool = False
    """Faults of the connections to the store instead of kills of the engine."""


def play_round(seed: str, plan: Plan) -> History:
    """Play it, from an empty server to the verdict."""
    history, begun = History(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="toma6-", dir="/tmp") as folder:
        _round(Path(folder), seed, plan, history)
        if history.wrongs:
            kept = shutil.copy(Path(folder) / "log", f"/tmp/toma6-chaos-{seed}.log")
            history.wrongs.append(f"(what the server said is in {kept})")
    history.seconds = time.monotonic() - begun
    return history


def _round(folder: Path, seed: str, plan: Plan, history: History) -> None:
    """With an engine of the server's own, which is killed, or with lines to it that are cut."""
    rng, own = random.Random(seed), {"webhooks_private": True}
    with ExitStack() as held:
        made, proxy = held.enter_context(receivers()), None
        if plan.wire:
            engine = held.enter_context(Engine(*AOF, "--maxmemory-policy", "noeviction"))
            proxy = held.enter_context(FaultProxy(engine.socket))
            own |= {"redis_url": proxy.url, "queue_url": engine.url}
        else:
            small = nullcontext(folder) if plan.ballast else small_disk(folder / "disk")
            own["data_dir"] = held.enter_context(small) / "d"
        server = held.enter_context(Server(folder, seed, history, **own))
        server.load(plan.ballast)
        store = connect(engine.url) if plan.wire else server.redis
        scene = Scene(server, store, history, rng, made, plan.longest, proxy)
        house = scene.house()

        def disturb() -> None:
            for pause, what in schedule(rng, plan.engines, plan.others, plan.troubles):
                if proxy:
                    _cut(proxy, pause, scene)
                else:
                    time.sleep(pause)
                if what in (WIRE if proxy else OWN):
                    make(what, scene)
                elif not proxy or what not in {"silence", "script flush"}:
                    server.harm(what, rng)

        _play(scene, seed, plan, house, disturb)
        _end(scene, house)


def _cut(proxy: FaultProxy, pause: float, scene: Scene) -> None:
    for _ in range(scene.rng.randint(1, 8)):
        fault = scene.rng.choice(list(Fault))
        command = scene.rng.choice(["EVALSHA", "EVALSHA", "XRANGE"])
        # Twice in a row is more than the store repeats by itself.
        planned = [fault] * scene.rng.randint(1, 2)
        proxy.plan(command, *planned)
        scene.history.note(OTHERS, f"{command} {fault.name}", len(planned))
        time.sleep(pause / 2)


def _end(scene: Scene, house: Account) -> None:
    line = Stubborn(scene.server.port, History(), "judge")
    games = Store(scene.store)
    judge(games, scene.history, lambda game: Api(line).get(f"/v1/games/{game}/audit"))
    judge_word(scene.store, scene.history, house)
    line.close()
    scene.server.note_own_kills()


def _play(scene: Scene, seed: str, plan: Plan, house: Account, disturb: Callable[[], None]) -> None:
    """Play at all tables while `disturb` runs, and on to the end of every game."""
    server, history = scene.server, scene.history
    over, lock = threading.Event(), threading.Lock()
    numbers = islice(count(1), plan.parties)

    def table() -> None:
        while not over.is_set():
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            play_party(server.port, history, f"{seed}/{number}", house)

    def trouble() -> None:
        try:
            with server.storm():
                disturb()
        finally:
            history.calm_at = time.time_ns() // 1_000_000
            over.set()

    together(history, *[table] * plan.tables, trouble)
    history.holds(eventually(server.ready), "not ready 30 s after the last fault")
