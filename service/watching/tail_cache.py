"""What all who watch one game in this process share: its newest entries, read once for all.

A hint only says that there may be more. What is shown always comes from the store; without the
sharing, ten watchers would ask it ten times for the same entry.
"""

import threading
import time
from collections.abc import Callable
from typing import Final

from service.storage.stored import Stored

Reader = Callable[[str, int, int | None], list[Stored]]
"""`Store.read`: game, after, limit."""

MAX_ENTRIES_KEPT: Final = 64
ENTRIES_PER_READ: Final = 500
TRUSTED_SECONDS: Final = 10.0
"""A hint can be lost: after so long without a look at the store, the next question looks."""


class TailCache:
    """The newest entries of one game: those after `_base`, as far as they are known."""

    def __init__(self, game_id: str, read: Reader) -> None:
        self._game_id, self._read_store = game_id, read
        self._lock = threading.Lock()
        self._base = 0
        self._tail: list[Stored] = []
        self._hinted = 0
        self._in_doubt = True
        self._looked = 0.0

    def hint(self, revision: int) -> None:
        """The game is said to have come to `revision`."""
        self._hinted = max(self._hinted, revision)

    def doubt(self) -> None:
        """Hints may have been missed."""
        self._in_doubt = True

    def read(self, after: int, limit: int) -> list[Stored]:
        """As `Store.read`, which is asked only if there may be something new.

        :raises StoreDown, Damaged: as the store does.
        """
        with self._lock:
            if after > self._base + len(self._tail):
                self._base, self._tail, self._in_doubt = after, [], True
            if after >= self._base:
                self._catch_up()
                found = self._tail[after - self._base :][:limit]
                surplus = max(0, len(self._tail) - MAX_ENTRIES_KEPT)
                del self._tail[:surplus]
                self._base += surplus
                return found
        return self._read_store(self._game_id, after, limit)

    def _catch_up(self) -> None:
        end = self._base + len(self._tail)
        now = time.monotonic()
        if not (self._in_doubt or self._hinted > end or now - self._looked > TRUSTED_SECONDS):
            return
        self._in_doubt = False  # before the look: what is hinted meanwhile must not be forgotten
        try:
            found = self._read_store(self._game_id, end, ENTRIES_PER_READ)
        except BaseException:
            self._in_doubt = True
            raise
        self._in_doubt = self._in_doubt or len(found) == ENTRIES_PER_READ
        self._looked = now
        self._tail += found
