"""The connection to a client that watches: let go when the client no longer listens.

Three ways to be no listener: to say goodbye (seen within a second), to vanish without a word (the
kernel gives up when nothing is acknowledged), and to stay connected but read nothing (a write
times out once the buffers are full).
"""

import contextlib
import select
import socket

# The original one. gevent's replacement would switch to another greenlet in each call, and knows
# no POLLRDHUP; this module is first imported before anything is patched.
from select import poll
from typing import Final, Protocol

WRITE_SECONDS: Final = 20.0
"""How long one write may take, and how long bytes may remain unacknowledged."""
UNREAD_BYTES: Final = 65536
"""What the kernel holds for a client that does not read; left to itself, it would be megabytes."""

_GONE: Final = select.POLLHUP | select.POLLERR | select.POLLNVAL | getattr(select, "POLLRDHUP", 0)
_USER_TIMEOUT: Final = getattr(socket, "TCP_USER_TIMEOUT", None)


class Socket(Protocol):
    """What is used of a socket, be it the standard library's, gevent's or one with TLS."""

    def fileno(self) -> int: ...
    def settimeout(self, value: float, /) -> None: ...
    def setsockopt(self, level: int, option: int, value: int, /) -> None: ...
    def shutdown(self, how: int, /) -> None: ...


class ClientConnection:
    """One client's connection; without a socket (a test's client) it is always there."""

    __slots__ = ("_socket",)

    def __init__(self, of: Socket | None) -> None:
        self._socket = of
        if of is None:
            return
        of.settimeout(WRITE_SECONDS)
        of.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
        if _USER_TIMEOUT is not None:
            with contextlib.suppress(OSError):  # not every socket is TCP
                of.setsockopt(socket.IPPROTO_TCP, _USER_TIMEOUT, int(WRITE_SECONDS * 1000))

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
