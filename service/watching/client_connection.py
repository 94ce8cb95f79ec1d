"""The connection to a client that watches: let go when the client no longer listens.

Whoever says goodbye is seen here within a second. Whoever vanishes without a word, or stays and
reads nothing, ends the next write or the one after it (`service/processes/connection.py`).
"""

import contextlib
import select
import socket

# The original one. gevent's replacement would switch to another greenlet in each call, and knows
# no POLLRDHUP; this module is first imported before anything is patched.
from select import poll
from typing import Final

_GONE: Final = select.POLLHUP | select.POLLERR | select.POLLNVAL | getattr(select, "POLLRDHUP", 0)


class ClientConnection:
    """One client's connection; without a socket (a test's client) it is always there."""

    __slots__ = ("_socket",)

    def __init__(self, of: socket.socket | None) -> None:
        self._socket = of

    def gone(self) -> bool:
        """Has the client closed the connection, or its sending half?"""
        if self._socket is None:
            return False
        number = self._socket.fileno()
        if number < 0:
            return True
        asked = poll()
        asked.register(number, _GONE)
        return bool(asked.poll(0))

    def cut(self) -> None:
        """Close it at once: the server's polite closing would wait for a client that is away."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
