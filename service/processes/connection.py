"""A client's connection, whose every waiting has an end.

A request, head and body, is there REQUEST_SECONDS after its first byte, however it trickles in, and
its first byte so long after the connection was made; between two requests a client may be silent
for the keep-alive's time. An answer is taken in, or the connection ends: every UNREAD_SECONDS the
kernel must have become rid of a third of the UNREAD_BYTES that it holds (some 4 kB a second).
"""

import contextlib
import socket
import struct
from time import monotonic
from typing import Any, Final

from gevent import socket as cooperative

from service.http.proxies import network_of
from service.processes.gunicorn_errors import write_error

REQUEST_SECONDS: Final = 9.5
"""A little less than the ten that are promised: it takes time to notice, where there is much to do.
"""
SPREAD_SECONDS: Final = 1.0
"""So much earlier it is for some: a thousand that came at once shall not all be over at once."""
UNREAD_SECONDS: Final = 9.5
UNREAD_BYTES: Final = 65536
"""What the kernel holds for a client that does not read; left to itself, it would be megabytes."""
AT_ONCE: Final = struct.pack("ii", 1, 0)

NEW, IDLE, HEAD, ANSWERED, LEAVING = range(5)
"""What a connection is at: no byte came yet; between two requests; a head is coming; its request is
the application's, which may be reading the body; our half is closed, and the client's lingers."""


class Connection(cooperative.socket):  # type: ignore[misc]
    """A gevent socket that knows what it is at, and until when it may wait for its client."""

    def __init__(self, taken: Any, address: Any) -> None:
        """Of what `accept` gave: a socket, which is of no use afterwards, and an address."""
        super().__init__(taken.family, taken.type, taken.proto, fileno=taken.detach())
        self.home = home(address)
        self.blocked = False
        """It waits for its client now, so that nothing is lost if it is cut."""
        self.patience = REQUEST_SECONDS - SPREAD_SECONDS * (self.fileno() % 64) / 64
        self.at, self.until = NEW, monotonic() + self.patience
        self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # for what the kernel has taken from us already
            with contextlib.suppress(OSError):  # not every socket is TCP
                wait = int(UNREAD_SECONDS * 1000)
                self._sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, wait)

    def rest(self, seconds: float, *, begun: bool) -> None:
        """An answer is over. `begun`: some of the next request is here already; else it may come
        within so many seconds."""
        self.at = HEAD if begun else IDLE
        self.until = monotonic() + (self.patience if begun else seconds)

    def recv(self, *args: Any) -> bytes:
        """What came; b"" at the end, and when a request's time is over before its head is there,
        which is answered with 408 here. TimeoutError if it is over before its body is there."""
        if self.at != LEAVING:
            self.timeout = max(self.until - monotonic(), 0.001)
        self.blocked = True
        try:
            found: bytes = super().recv(*args)
        except TimeoutError:
            found = self._last(*args)
        finally:
            self.blocked = False
        if self.at <= IDLE:
            self.at, self.until = HEAD, monotonic() + self.patience
        return found

    def _last(self, *args: Any) -> bytes:
        """What came after all, while this process was stopped or had too much to do."""
        with contextlib.suppress(BlockingIOError):
            found: bytes = self._sock.recv(*args)
            return found
        if self.at == HEAD:
            with contextlib.suppress(OSError):
                write_error(self, 408, "Request Timeout", "")
        elif self.at == ANSWERED:
            raise TimeoutError("the body did not come")
        return b""

    def sendall(self, data: bytes, flags: int = 0) -> None:
        """Send it all. TimeoutError if the client takes too little of it in."""
        try:
            sent = self._sock.send(data, flags)
        except BlockingIOError:
            if self.timeout == 0:
                raise
            sent = 0
        if sent == len(data):
            return
        left = memoryview(data)[sent:]
        self.timeout, self.blocked = UNREAD_SECONDS, True
        try:
            while left:
                self._wait(self._write_event)
                with contextlib.suppress(BlockingIOError):
                    left = left[self._sock.send(left, flags) :]
        except TimeoutError:
            # Nor will it read a farewell: what the kernel holds for it goes at once.
            self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self.cut()
            raise
        finally:
            self.blocked = False

    def send(self, data: bytes, flags: int = 0) -> int:
        """The same, for files and for "100 Continue"."""
        self.sendall(data, flags)
        return len(data)

    def shutdown(self, how: int) -> None:
        """As any socket; from now on reading is waited for as `settimeout` says."""
        self.at = LEAVING
        super().shutdown(how)

    def cut(self) -> None:
        """End it for both sides; whoever waits for it here is woken, and finds its end."""
        self.at = LEAVING
        with contextlib.suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)  # gevent's own throws an error at who waits


def home(address: Any) -> str:
    """Whose connection it is: an IPv4 address, or the 64 bits of an IPv6 network."""
    return network_of(address[0] if isinstance(address, tuple) else "")
