"""One listener per process wakes everybody who waits for a game.

A thread of its own hears the store's wake-up hints on one connection. Whoever is woken reads the
store from its own cursor, so a hint that is lost, late or wrong costs time and nothing else. The
thread (in the web a greenlet) starts with the first waiter, which is after the fork.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

from service.storage.connections import Hints
from service.storage.stored import Stored, StoreDown
from service.watching.client_connection import ClientConnection
from service.watching.tail_cache import Reader, TailCache

log = logging.getLogger("toma6.hub")

TICK_SECONDS: Final = 1.0
"""Between two looks at whether this process stops and which clients have gone."""
RECONNECT_SECONDS: Final = 0.5
IDLE_SECONDS: Final = 60.0
"""So long the thread listens on when nobody waits any more."""


class Waiter:
    """One who waits for news of one game, or of several."""

    __slots__ = ("_caches", "_woken", "connection", "gone", "stopping")

    def __init__(self, connection: ClientConnection, caches: tuple[TailCache, ...]) -> None:
        self.connection, self._caches = connection, caches
        self.gone = False
        """The client has closed its connection."""
        self.stopping = False
        """This process is about to stop."""
        # A bare lock, free when woken: an Event is four objects, and there are thousands of us.
        self._woken = threading.Lock()

    @property
    def released(self) -> bool:
        return self.gone or self.stopping

    def hush(self) -> None:
        """To be called before each look: what comes after it wakes again."""
        self._woken.acquire(blocking=False)

    def wait(self, seconds: float) -> None:
        """Wait until something may have happened, so long at most."""
        self._woken.acquire(timeout=seconds)

    def wake(self) -> None:
        """Let it go on. Called by one thread alone, the hub's."""
        if self._woken.locked():
            self._woken.release()

    def read(self, after: int, limit: int) -> list[Stored]:
        """The entries of its one game after a revision. Raises StoreDown, Damaged."""
        self.hush()
        return self._caches[0].read(after, limit)


def await_more(waiter: Waiter, after: int, limit: int, seconds: float) -> list[Stored]:
    """The entries after a revision, waiting so long for the first; none if none came.

    :raises StoreDown, Damaged: as the store does.
    """
    until = time.monotonic() + seconds
    while True:
        entries = waiter.read(after, limit)
        left = until - time.monotonic()
        if entries or waiter.released or left <= 0:
            return entries
        waiter.wait(left)


class Hub:
    """Wakes waiters. `read` is the store's, `listen` subscribes to the hints of all games.

    `stopping` tells whether this process is about to stop; whoever runs it says how to ask. A web
    server lets requests finish when it stops, and a stream never finishes by itself.
    """

    def __init__(self, read: Reader, listen: Callable[[], Hints]) -> None:
        self._read, self._listen = read, listen
        self.stopping: Callable[[], bool] = lambda: False
        self._lock = threading.Lock()
        self._watched: dict[str, tuple[TailCache, set[Waiter]]] = {}
        self._started = False

    @contextlib.contextmanager
    def waiting(self, connection: ClientConnection, *game_ids: str) -> Iterator[Waiter]:
        """A waiter for these games, known to the hub until the block ends."""
        waiter = self._join(connection, game_ids)
        try:
            yield waiter
        finally:
            with self._lock:
                for game_id in game_ids:
                    _, waiters = self._watched[game_id]
                    waiters.discard(waiter)
                    if not waiters:
                        del self._watched[game_id]

    def _join(self, connection: ClientConnection, game_ids: tuple[str, ...]) -> Waiter:
        with self._lock:
            watched = [
                self._watched.setdefault(each, (TailCache(each, self._read), set()))
                for each in game_ids
            ]
            waiter = Waiter(connection, tuple(cache for cache, _ in watched))
            for _, waiters in watched:
                waiters.add(waiter)
            if not self._started:
                self._started = True
                threading.Thread(target=self._run, name="hub", daemon=True).start()
        return waiter

    def _run(self) -> None:
        hints: Hints | None = None
        heard, ticked, needed = True, 0.0, time.monotonic()
        while not self._ends(needed):
            try:
                hints = hints or self._listen()
                self._pass_on(hints.next(TICK_SECONDS))
                heard = True
            except StoreDown as down:
                if heard:  # said once for each time that the store is away
                    log.warning("no hints for now: %s", down)
                hints, heard = None, False
                time.sleep(RECONNECT_SECONDS)
            except Exception:
                log.exception("the hub goes on")
                hints = None
                time.sleep(RECONNECT_SECONDS)
            now = time.monotonic()
            if self._watched:
                needed = now
            if now - ticked >= TICK_SECONDS:
                ticked = now
                self._tick()

    def _ends(self, needed: float) -> bool:
        """Has nobody waited for so long? Whoever comes next starts another thread."""
        with self._lock:
            if self._watched or time.monotonic() - needed < IDLE_SECONDS:
                return False
            self._started = False
            return True

    def _pass_on(self, hint: str | None) -> None:
        if hint is None:
            return
        game_id, _, revision = hint.partition(" ")
        for cache, waiters in self._now(game_id):
            if hint:
                cache.hint(int(revision))
            else:
                cache.doubt()
            for waiter in waiters:
                waiter.wake()

    def _tick(self) -> None:
        stopping = self.stopping()
        for _, waiters in self._now():
            for waiter in waiters:
                waiter.stopping = stopping
                waiter.gone = waiter.connection.gone()
                if waiter.released:
                    waiter.wake()

    def _now(self, game_id: str = "") -> list[tuple[TailCache, list[Waiter]]]:
        """Who waits for a game now; "": for any."""
        with self._lock:
            found = [self._watched.get(game_id)] if game_id else self._watched.values()
            return [(each[0], list(each[1])) for each in found if each]
