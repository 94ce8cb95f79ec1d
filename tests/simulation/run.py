"""One simulated game: set up, played until it rests, swept, and checked."""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tests.simulation import checks
from tests.simulation.devices import Device
from tests.simulation.machines import Host, Sweeper, Worker
from tests.simulation.people import Seat, Table
from tests.simulation.setting import Setting
from tests.simulation.world import Weather, World


@dataclass(frozen=True, slots=True)
class Played:
    """What is left of a game: where its ledger ended, and all that happened on the way."""

    seed: int
    status: str
    revision: int
    points: int
    trace: tuple[str, ...]

    @property
    def digest(self) -> str:
        """One hash over everything that happened, in its order."""
        return hashlib.sha256("\n".join(self.trace).encode()).hexdigest()


class Failed(AssertionError):  # noqa: N818
    """A seed whose game broke a promise, with the command that plays it again."""

    def __init__(self, seed: int, why: BaseException, trace: Sequence[str]) -> None:
        super().__init__(
            f"seed {seed}: {type(why).__name__}: {why}\n"
            f"again, step by step: python -m tests.simulation --seed {seed} --trace"
        )
        self.seed, self.trace = seed, tuple(trace)


def simulate(seed: int, weather: Weather | None = None) -> Played:
    """Play the game of a seed, in the weather it draws or in this one. Raises Failed."""
    log = logging.getLogger("toma6")
    level = log.level
    log.setLevel(logging.CRITICAL)  # it would speak of every trouble
    setting = Setting.drawn(seed)
    world = World(seed, setting, weather)
    table = Table(world)
    try:
        _play(seed, setting, world, table)
        game = checks.after(table)
    except Exception as error:
        raise Failed(seed, error, world.trace) from error
    finally:
        world.baton.stop()
        log.setLevel(level)
    world.trace.append(f"{game.state.status} at {game.revision}, {game.hash}")
    return Played(seed, game.state.status, game.revision, world.baton.points, tuple(world.trace))


def _play(seed: int, setting: Setting, world: World, table: Table) -> None:
    def chance(name: str) -> Random:
        return Random(f"{name} {seed}")

    baton = world.baton
    baton.start("host", Host(table, setting, chance("host")).run)
    for number in range(setting.people):
        seat = Seat(f"p{number}")
        table.seats.append(seat)
        devices = 2 if chance(f"devices of {number}").random() < 0.3 else 1
        for each in range(devices):
            name = f"p{number}{'ab'[each]}"
            baton.start(name, Device(table, seat, chance(name), first=each == 0).play)
    for number in range(2):
        name = f"worker{number}"
        baton.start(name, Worker(world, name).run)
    sweeper = Sweeper(world)
    if not world.weather.sweeper:
        baton.play()
        checks.at_rest_without_sweeper(table)
    baton.start("sweeper", sweeper.run)
    baton.play()
