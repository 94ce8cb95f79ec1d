"""What runs at a simulated site without a person: the host's script, workers, and the sweeper."""

from collections.abc import Callable

from domain.decisions.commands import AbandonGame, CreateGame, StartGame, TakeSeat
from domain.text.spelling import base64url
from service.access.tokens import hash_token
from service.handling import Busy
from service.storage.stored import StoreDown
from tests.simulation import walks
from tests.simulation.line import Crash
from tests.simulation.people import Person
from tests.simulation.setting import NAME
from tests.simulation.world import Process, World
from workers.bots import play_bots
from workers.sweep import sweep


class Host(Person):
    """Creates the game, seats the bots, starts it, and may abandon it."""

    def play(self) -> None:
        setting, rng = self.world.setting, self.rng
        command = CreateGame(
            game=NAME, ruleset=setting.ruleset, options=setting.options, seats=setting.seats,
            server_seed=base64url(rng.randbytes(32)), host_hash=hash_token(walks.HOST),
            request="creation.f",
        )  # fmt: skip
        self.insist(walks.create, command)
        self.table.created = True
        for number in range(setting.bots):
            policy, (seal, known) = rng.choice(("careful", "random")), walks.called(f"bot {number}")
            command = TakeSeat(name_seal=seal, policy=policy, request=f"bot{number}.f")
            self._do(walks.take_seat, command, known.name, walks.HOST)
        while True:
            self.await_news()
            state = self.look(walks.HOST).state
            if state.status != "lobby":
                break
            enough = len(state.players) >= max(2, setting.wanted)
            if enough and rng.random() < 0.8:
                self._do(walks.as_host, StartGame())
        if setting.abandoned is not None:
            self.world.baton.sleep(ready=lambda: self.table.revision >= (setting.abandoned or 0))
            self._do(walks.as_host, AbandonGame())

    def _do(self, request: Callable[..., object], *args: object) -> None:
        self.succeeds(request, *args, or_else=("not_enough_players", "game_over", "game_full"))


class Worker:
    """Takes jobs from the queue in any order. A job that fails is not tried again."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.process = world, Process(world, name)

    def run(self) -> None:
        world = self.world
        while True:
            world.baton.sleep(ready=lambda: bool(world.jobs))
            world.point("takes a job")
            if not world.jobs:
                continue
            game = world.jobs.pop(world.rng.randrange(len(world.jobs)))
            try:
                world.note(f"moved {play_bots(self.process.services, game)}")
            except (StoreDown, Busy, Crash) as error:
                world.note(f"the job fails: {type(error).__name__}")


class Sweeper:
    """Sweeps at its pace, until nothing is left to do; then it waits for news."""

    def __init__(self, world: World) -> None:
        self.world, self.process = world, Process(world, "sweeper")

    def run(self) -> None:
        world = self.world
        while True:
            if world.is_settled and not world.late:
                world.baton.sleep(ready=lambda: not world.is_settled or bool(world.late))
            # A sweep that finds nothing does nothing: go on when there is something to find.
            world.baton.sleep(until=max(world.memory.now + world.pace, world.next_look))
            try:
                sweep(self.process.services)
            except (StoreDown, Crash) as error:  # as in its main loop, or it is started anew
                world.note(f"the sweep fails: {type(error).__name__}")
