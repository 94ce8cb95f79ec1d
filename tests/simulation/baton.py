"""Who runs now: actors in threads of their own, of which exactly one holds the baton. At every
point where a real process would wait for somebody (each command to the store or the queue) the
holder may have to hand the baton on, to whom a seeded source of chance says. So code that knows
nothing of it is interleaved at will, and the same seed interleaves it the same way."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

MOST_POINTS = 10_000
"""A game that takes more than this many points does not come to rest."""


class Stopped(BaseException):
    """The simulation is over for this actor; nothing may catch it."""


@dataclass(eq=False)
class Actor:
    """A thread, and what it sleeps for: `until` a moment, or till `ready` says so."""

    name: str
    run: Callable[[], None]
    until: int | None = None
    ready: Callable[[], bool] = lambda: True
    done: bool = False
    turn: threading.Lock = field(default_factory=threading.Lock)

    def is_awake(self, now: int) -> bool:
        return (self.until is not None and now >= self.until) or self.ready()


class Baton:
    """Runs actors one at a time until all are done, or none of them will ever wake again."""

    def __init__(self, rng: Random, now: Callable[[], int], jump: Callable[[int], None]) -> None:
        self._rng, self._now, self._jump = rng, now, jump
        self._restless = rng.choice((0.1, 0.4, 0.8, 1.0))
        self._actors: list[Actor] = []
        self._over = threading.Lock()
        self._stopping = False
        self.holder: Actor | None = None
        self.points = 0
        self.failure: BaseException | None = None

    def start(self, name: str, run: Callable[[], None]) -> None:
        """Add an actor, before or during the run."""
        actor = Actor(name, run)
        actor.turn.acquire()
        self._actors.append(actor)
        threading.Thread(target=self._life, args=(actor,), daemon=True).start()

    def play(self) -> None:
        """Run until rest, from which a new actor may wake the others. Raises what one raised."""
        self._over.acquire()
        self._hand(self._next())
        self._over.acquire()
        self._over.release()
        if self.failure is not None:
            raise self.failure

    def stop(self) -> None:
        """End all threads."""
        self._stopping = True
        for actor in self._actors:
            if not actor.done:  # it wakes, is told to stop, and gives the word back
                self.holder = actor
                self._over.acquire()
                actor.turn.release()
                self._over.acquire()
                self._over.release()

    def point(self) -> None:
        """The holder would wait here in reality: somebody else may go first."""
        me = self._me()
        if self._rng.random() < self._restless:
            self._wait(me)

    def sleep(self, until: int | None = None, ready: Callable[[], bool] = lambda: False) -> None:
        """The holder has nothing to do until then."""
        me = self._me()
        me.until, me.ready = until, ready
        self._wait(me)
        me.until, me.ready = None, lambda: True

    def _me(self) -> Actor:
        if self._stopping:
            raise Stopped
        self.points += 1
        assert self.points <= MOST_POINTS, "no rest"
        assert self.holder is not None
        return self.holder

    def _wait(self, me: Actor) -> None:
        following = self._next()
        if following is me:
            return
        self._hand(following)
        me.turn.acquire()
        if self._stopping:
            raise Stopped

    def _hand(self, actor: Actor | None) -> None:
        if actor is None:
            self._over.release()
        else:
            self.holder = actor
            actor.turn.release()

    def _next(self) -> Actor | None:
        """Somebody who is awake, else whoever wakes first; None if nobody ever does."""
        if self.failure is not None:
            return None
        living = [actor for actor in self._actors if not actor.done]
        while True:
            now = self._now()
            awake = [actor for actor in living if actor.is_awake(now)]
            if awake:
                return self._rng.choice(awake)
            times = [actor.until for actor in living if actor.until is not None]
            if not times:
                return None
            self._jump(min(times))

    def _life(self, actor: Actor) -> None:
        actor.turn.acquire()
        try:
            if not self._stopping:
                actor.run()
        except Stopped:
            pass
        except BaseException as error:  # noqa: BLE001 - told by `play`, in the main thread
            self.failure = self.failure or error
        actor.done = True
        self._hand(None if self._stopping else self._next())
