"""One listener per process wakes everybody who waits for a game.

A thread of its own hears the store's wake-up hints on one connection. Whoever is woken reads the
store from its own cursor, so a hint that is lost, late or wrong costs time and nothing else. The
thread (in the web a greenlet) starts with the first waiter, which is after the fork. What is done
with the entries is in `streams.py`.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol

from service.storage.stored import StoreDown
from service.watching.client_line import ClientLine
from service.watching.tail_cache import Reader, Topic
from service.watching.waiters import Bell, Waiter

log = logging.getLogger("toma6.hub")

TICK: Final = 1.0
"""Seconds between two looks at whether this process stops and which clients have gone."""
PAUSE: Final = 0.5
IDLE: Final = 60.0
"""Seconds that the thread listens on when nobody waits any more."""


class Hints(Protocol):
    """A subscription to the hints of all games."""

    def next(self, timeout: float) -> str | None:
        """The next hint, `<game> <revision>`; "" if some may have been missed; None: nothing.

        :raises StoreDown: the subscription is broken.
        """


class Hub:
    """Wakes waiters. `read` is the store's, `listen` makes a subscription.

    `stopping` tells whether this process is about to stop; whoever runs it says how to ask. A web
    server lets requests finish when it stops, and a stream never finishes by itself.
    """

    def __init__(self, read: Reader, listen: Callable[[], Hints]) -> None:
        self._read, self._listen = read, listen
        self.stopping: Callable[[], bool] = lambda: False
        self._lock = threading.Lock()
        self._topics: dict[str, tuple[Topic, set[Waiter]]] = {}
        self._started = False

    @contextlib.contextmanager
    def waiting(self, game: str, line: ClientLine) -> Iterator[Waiter]:
        """A waiter for the game, known to the hub until the block ends."""
        waiter = self._join(game, line)
        try:
            yield waiter
        finally:
            self._leave(waiter)

    @contextlib.contextmanager
    def bell(self, games: Iterable[str], line: ClientLine) -> Iterator[Bell]:
        """A bell for several games, until the block ends."""
        woken = threading.Lock()
        waiters = [self._join(game, line, woken) for game in games]
        try:
            yield Bell(waiters, woken)
        finally:
            for waiter in waiters:
                self._leave(waiter)

    def _join(self, game: str, line: ClientLine, woken: "threading.Lock | None" = None) -> Waiter:
        with self._lock:
            topic, waiters = self._topics.setdefault(game, (Topic(game, self._read), set()))
            waiter = Waiter(game, topic, line, woken)
            waiters.add(waiter)
            if not self._started:
                self._started = True
                threading.Thread(target=self._run, name="hub", daemon=True).start()
        return waiter

    def _leave(self, waiter: Waiter) -> None:
        with self._lock:
            _, waiters = self._topics[waiter.game]
            waiters.discard(waiter)
            if not waiters:
                del self._topics[waiter.game]

    def _run(self) -> None:
        hints: Hints | None = None
        heard, ticked, needed = True, 0.0, time.monotonic()
        while not self._ends(needed):
            try:
                hints = hints or self._listen()
                self._tell(hints.next(TICK))
                heard = True
            except StoreDown as down:
                if heard:  # said once for each time that the store is away
                    log.warning("no hints for now: %s", down)
                hints, heard = None, False
                time.sleep(PAUSE)
            except Exception:
                log.exception("the hub goes on")
                hints = None
                time.sleep(PAUSE)
            now = time.monotonic()
            if self._topics:
                needed = now
            if now - ticked >= TICK:
                ticked = now
                self._tick()

    def _ends(self, needed: float) -> bool:
        """Has nobody waited for so long? Whoever comes next starts another thread."""
        with self._lock:
            if self._topics or time.monotonic() - needed < IDLE:
                return False
            self._started = False
            return True

    def _tell(self, hint: str | None) -> None:
        if hint is None:
            return
        if not hint:
            for topic, waiters in self._now():
                topic.doubt()
                for waiter in waiters:
                    waiter.wake()
            return
        game, _, revision = hint.partition(" ")
        with self._lock:
            found = self._topics.get(game)
            woken = list(found[1]) if found else []
        if found:
            found[0].hint(int(revision))
            for waiter in woken:
                waiter.wake()

    def _tick(self) -> None:
        """Release whoever should wait no longer."""
        stopping = self.stopping()
        for _, waiters in self._now():
            for waiter in waiters:
                waiter.stopping = stopping
                waiter.gone = waiter.line.gone()
                if waiter.released:
                    waiter.wake()

    def _now(self) -> list[tuple[Topic, list[Waiter]]]:
        with self._lock:
            return [(topic, list(waiters)) for topic, waiters in self._topics.values()]
