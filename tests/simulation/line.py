"""How calls go wrong between a process and its servers: the simulated wire. A command may be lost
before it arrives, its reply after; it may arrive when it is no longer waited for; the process may
die before or after; the server may have forgotten its scripts. What the service makes of a broken
connection is up to its own sender."""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from redis.exceptions import ConnectionError as CutError
from redis.exceptions import ResponseError

from service.jobs.dispatch import PLAY

if TYPE_CHECKING:
    from tests.simulation.world import Process, World

T = TypeVar("T")


class Crash(BaseException):
    """The process dies at this very point, and nothing of the service may catch that."""


class Line:
    """What lies between one life of a process and the world's servers."""

    def __init__(self, world: "World", process: "Process", life: int) -> None:
        self.world, self._process, self._life = world, process, life

    def pause(self, what: str) -> None:
        """A point at which nothing is sent. Raises Crash if the process has died meanwhile."""
        self.world.point(what)
        if self._process.life != self._life:
            raise Crash(self._process.name)

    def attempt(self, what: str, deed: Callable[[], T]) -> T:
        """Do something on the far side, or fail to. Raises CutError, Crash."""
        world, weather = self.world, self.world.weather
        self.pause(what)
        if world.chance(weather.crash):
            world.note("crash before")
            self._process.crash()
        if world.chance(weather.cut):
            return self._cut(what, deed)
        result = deed()
        if world.chance(weather.crash):
            world.note("crash after")
            self._process.crash()
        return result

    def _cut(self, what: str, deed: Callable[[], T]) -> T:
        match self.world.rng.choice(("lost", "late", "reply", "reply", "forgetful")):
            case "lost":
                self.world.note(f"{what} is lost")
            case "late":
                self.world.note(f"{what} comes late")
                self.world.arrives_late(lambda: _unheard(deed))
            case "reply":
                self.world.note(f"the reply to {what} is lost")
                _unheard(deed)
            case _:
                self.world.note("the scripts are forgotten")
                self.world.memory.redis.script_flush()
                return deed()
        raise CutError("cut")


class Jobs:
    """The queue, as far as the dispatcher knows it."""

    def __init__(self, line: Line, jobs: list[str]) -> None:
        self._line, self._jobs = line, jobs

    def enqueue(self, job: str, game: str, **_: Any) -> None:
        """Raises CutError when the queue is away; then the job may be there or not."""
        assert job == PLAY
        world = self._line.world
        copies = world.rng.choice((0, 2)) if world.chance(world.weather.job) else 1
        self._line.attempt("ENQUEUE", lambda: self._jobs.extend([game] * copies))


def _unheard(deed: Callable[[], object]) -> None:
    """Do it for somebody who hears nothing of it, not even a refusal."""
    with suppress(ResponseError):
        deed()
