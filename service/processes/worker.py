"""gunicorn's gevent worker, with an end to what does not come and to what nobody reads.

Left to itself it waits for a body as long as the client likes, and as long for a client that asks
and reads no answer. And after the answer it takes in whatever is left of a body, however much that
is, to go on with the connection: 10 MB sent to be refused, or a stream of chunks without an end,
would each be read without a pause for others.
"""

import contextlib
import socket
from typing import Any, Final

import gevent
from gunicorn.workers.ggevent import GeventWorker

BODY_SECONDS: Final = 15.0
"""How long one reading of a body may take; a head has as long (`keepalive`)."""
SURPLUS_BYTES: Final = 65536
SURPLUS_SECONDS: Final = 2.0
"""What is taken in of a body after the answer, for the sake of the next request; else no more."""
UNREAD_SECONDS: Final = 30.0
"""How long a client may take nothing in of what is sent to it; it may read slowly."""


class Worker(GeventWorker):  # type: ignore[misc]
    """A greenlet for each connection (ADR 9)."""

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve one connection, until a client that asks and does not read is given up."""
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            with contextlib.suppress(OSError):  # not every socket is TCP
                wait = int(UNREAD_SECONDS * 1000)
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, wait)
        super().handle(listener, client, addr)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """Answer one request; StopIteration if the connection can have no other."""
        bound(req.body)
        super().handle_request(listener_name, req, sock, addr)
        if not is_used_up(req.body):
            raise StopIteration


def bound(body: Any) -> None:
    """Let no reading of this body take longer than BODY_SECONDS: then it is a TimeoutError."""
    read = body.read

    def read_in_time(size: int | None = None) -> bytes:
        with gevent.Timeout(BODY_SECONDS, TimeoutError("the body did not come")):
            found: bytes = read(size)
            return found

    body.read = read_in_time


def is_used_up(body: Any) -> bool:
    """Take in what is left of a body. False: the next request's start was not found."""
    if getattr(body.reader, "length", None) == 0:
        return True  # nearly always: there was none, or it was read to its end
    left = SURPLUS_BYTES
    with gevent.Timeout(SURPLUS_SECONDS, False):
        while left > 0:
            try:
                found = len(body.read(min(left, 8192)))
            except Exception:  # noqa: BLE001 - gunicorn's errors for a broken body, or the socket's
                return False
            if not found:
                return not body.failed
            left -= found
    return False
