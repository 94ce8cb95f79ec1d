"""The server's time in answers, so that a client can tell how long a deadline is away.

Bodies are made once for each revision; the time is put in front of the ready bytes.
"""

import time
from collections.abc import Callable

from domain.state import State
from domain.text.times import rfc3339
from service.games.store import Store
from service.storage.stored import StoreDown


def machine_time() -> int:
    """This machine's time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def moment(at: int) -> bytes:
    """Milliseconds since 1970, as times are written everywhere (RFC 3339)."""
    return rfc3339(at).encode()


def at_the_front(body: bytes, now: bytes) -> bytes:
    """A JSON object that is not empty, with `server_time` as its first member."""
    return b'{"server_time":"%b",%b' % (now, body[1:])


class Moments:
    """The time as answers write it, by the clock of Redis or by this machine's (`own`)."""

    def __init__(self, store: Store, own: Callable[[], int]) -> None:
        self._store, self._own = store, own

    def of(self, state: State) -> bytes:
        """By the clock that decides on this game's deadlines, if it has any.

        :raises StoreDown: the clock of Redis was needed, and does not answer.
        """
        is_clocked = state.options.get("turn_seconds") is not None and not state.is_over
        return moment(self._store.now()) if is_clocked else self.own()

    def shared(self) -> bytes:
        """By the clock of Redis; by this machine's while that does not answer."""
        try:
            return moment(self._store.now())
        except StoreDown:
            return self.own()

    def own(self) -> bytes:
        return moment(self._own())
