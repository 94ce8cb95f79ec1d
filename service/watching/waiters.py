"""Who waits: for news of one game, or of several. The hub (`hub.py`) wakes them."""

import threading

from service.storage.stored import Stored
from service.watching.client_line import ClientLine
from service.watching.tail_cache import Topic


class Waiter:
    """One who waits for news of a game."""

    __slots__ = ("_topic", "_woken", "game", "gone", "line", "stopping")

    def __init__(
        self, game: str, topic: Topic, line: ClientLine, woken: "threading.Lock | None" = None
    ) -> None:
        self.game, self.line, self._topic = game, line, topic
        self.gone = False
        """The client has closed its connection."""
        self.stopping = False
        """This process is about to stop."""
        # A bare lock, free when woken: an Event is four objects, and there are thousands of us.
        self._woken = woken or threading.Lock()

    @property
    def released(self) -> bool:
        """Is there nothing to wait for any more?"""
        return self.gone or self.stopping

    def wait(self, seconds: float) -> None:
        """Wait until something may have happened, so long at most."""
        self._woken.acquire(timeout=seconds)

    def wake(self) -> None:
        """Let it go on. Called by one thread alone, the hub's."""
        if self._woken.locked():
            self._woken.release()

    def read(self, after: int, limit: int) -> list[Stored]:
        """The entries after a revision. Raises StoreDown, Damaged."""
        self._woken.acquire(blocking=False)  # before the look: what comes after must wake us
        return self._topic.read(after, limit)


class Bell:
    """Rings when something may have happened in any of several games."""

    def __init__(self, waiters: list[Waiter], woken: threading.Lock) -> None:
        self._waiters, self._woken = waiters, woken

    @property
    def released(self) -> bool:
        """Is there nothing to wait for any more?"""
        return any(waiter.released for waiter in self._waiters)

    def hush(self) -> None:
        """To be called before each look: what comes after it rings again."""
        self._woken.acquire(blocking=False)

    def wait(self, seconds: float) -> None:
        """Wait until it rings, so long at most."""
        self._woken.acquire(timeout=seconds)
