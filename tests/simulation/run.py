"""One simulated game: set up, played until it rests, swept, and checked."""

import hashlib
import logging
from collections.abc import Sequence
from random import Random

from tests.simulation import checks
from tests.simulation.devices import Device
from tests.simulation.machines import Host, Sweeper, Worker
from tests.simulation.people import Seat, Table
from tests.simulation.setting import Setting
from tests.simulation.world import Weather, World


class Failed(AssertionError):  # noqa: N818
    """A seed whose game broke a promise, with the command that plays it again."""

    def __init__(self, seed: int, why: BaseException, trace: Sequence[str]) -> None:
        super().__init__(
            f"seed {seed}: {type(why).__name__}: {why}\n"
            f"again, step by step: python -m tests.simulation --seed {seed} --trace"
        )
        self.seed, self.trace = seed, trace


def simulate(seed: int, weather: Weather | None = None) -> Sequence[str]:
    """Play the game of a seed, in the weather it draws or in this one: all that happens, in its
    order, and how it ends. Raises Failed."""
    log = logging.getLogger("toma6")
    level = log.level
    log.setLevel(logging.CRITICAL)  # it would speak of every trouble
    world = World(seed, Setting.drawn(seed), weather)
    table = Table(world)
    try:
        _play(seed, world, table)
        game = checks.after(table)
    except Exception as error:
        raise Failed(seed, error, world.trace) from error
    finally:
        world.baton.stop()
        log.setLevel(level)
    return [*world.trace, f"{game.state.status} at {game.revision}, {game.hash}"]


def digest(trace: Sequence[str]) -> str:
    """One hash over everything that happened."""
    return hashlib.sha256("\n".join(trace).encode()).hexdigest()


def _play(seed: int, world: World, table: Table) -> None:
    def chance(name: str) -> Random:
        return Random(f"{name} {seed}")

    baton = world.baton
    baton.start("host", Host(table, "host", chance("host")).play)
    for number in range(world.setting.people):
        seat = Seat(f"p{number}")
        table.seats.append(seat)
        devices = 2 if chance(f"devices of {number}").random() < 0.3 else 1
        for each in "ab"[:devices]:
            name = seat.name + each
            baton.start(name, Device(table, seat, chance(name), first=each == "a").play)
    for name in ("worker0", "worker1"):
        baton.start(name, Worker(world, name).run)
    sweeper = Sweeper(world)
    if not world.weather.sweeper:
        baton.play()
        checks.at_rest_without_sweeper(table)
    baton.start("sweeper", sweeper.run)
    baton.play()
