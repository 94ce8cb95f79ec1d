"""gunicorn's gevent worker, with an end to what does not come and to what nobody reads.

Left to itself it waits for a body as long as the client likes, and as long for a client that asks
and reads no answer; it takes no more connections once all places are taken, whoever has them; and
after the answer it takes in whatever is left of a body, however much that is, to go on with the
connection. How long each waiting may take is in `connection.py`; here is who gets a place.
"""

import contextlib
import errno
import time
from collections import Counter
from collections.abc import Collection
from typing import Any, Final

import gevent
from gevent.pool import Pool
from gunicorn.workers.ggevent import GeventWorker
from gunicorn.workers.workertmp import WorkerTmp

from service.processes.connection import ANSWERED, IDLE, Connection

SURPLUS_BYTES: Final = 65536
SURPLUS_SECONDS: Final = 2.0
"""What is taken in of a body after the answer, for the sake of the next request; else no more."""
TICK_SECONDS: Final = 0.2
"""Between two looks at whether to stop, and after a connection that could not be taken."""
GONE_ALREADY: Final = (errno.ECONNABORTED, errno.EPROTO)
LOST_SECONDS: Final = 5.0
"""A master that has not looked for so long was stopped itself."""


class Worker(GeventWorker):  # type: ignore[misc]
    """A greenlet for each connection (ADR 9)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tmp: Heartbeat = Heartbeat(self.cfg)
        self._held: set[Connection] = set()
        self._no_bound = contextlib.nullcontext()

    def run(self) -> None:
        """Take connections until told to stop; then answer what has begun, so long at most."""
        pool = Pool(self.worker_connections)
        doors = [gevent.spawn(self._take, listener, pool) for listener in self.sockets]
        while self.alive and not any(door.ready() for door in doors):  # else it would be deaf
            self.notify()
            gevent.sleep(TICK_SECONDS)
        gevent.killall(doors)
        for listener in self.sockets:
            listener.close()
        # A little less than the master waits, which then kills.
        until = time.monotonic() + 0.9 * self.cfg.graceful_timeout
        while self._held and time.monotonic() < until:
            for each in [one for one in self._held if one.at <= IDLE]:
                each.cut()
            self.notify()
            gevent.sleep(TICK_SECONDS)
        if self._held:
            self.log.warning("%d requests were not over in time", len(self._held))

    def _take(self, listener: Any, pool: Pool) -> None:
        while True:
            try:
                taken, address = listener.accept()
            except OSError as error:
                if error.errno in GONE_ALREADY:
                    continue
                # The process or the machine has no more descriptors, or memory.
                self.log.warning("no connection can be taken: %s", error)
                make_room(self._held)
                gevent.sleep(TICK_SECONDS)
                continue
            if pool.full():
                make_room(self._held)
            pool.spawn(self.handle, listener, Connection(taken, address), address)
            gevent.sleep(0)  # the next one may be another process's

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve one connection to its end."""
        self._held.add(client)
        try:
            super().handle(listener, client, addr)
        finally:
            self._held.discard(client)

    def timeout_ctx(self) -> Any:
        """The connection itself knows how long it may wait for a head."""
        return self._no_bound

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """Answer one request; StopIteration if the connection can have no other."""
        sock.at = ANSWERED
        super().handle_request(listener_name, req, sock, addr)
        if getattr(req.body.reader, "length", None) != 0:  # nearly always it is read to its end
            sock.until = time.monotonic() + SURPLUS_SECONDS
            if not is_used_up(req.body):
                raise StopIteration
        sock.rest(self.cfg.keepalive, begun=bool(req.unreader.buf.getbuffer().nbytes))


class Heartbeat(WorkerTmp):  # type: ignore[misc]
    """When a worker was last heard of, which the master asks each second.

    A master that was stopped itself, with the whole machine perhaps, would else find all workers
    silent when it goes on, and kill them.
    """

    _looked = _since = 0.0

    def last_update(self) -> float:
        now = time.monotonic()
        if now - self._looked > LOST_SECONDS:
            self._since = now
        self._looked = now
        heard: float = super().last_update()
        return max(self._since, heard)


def make_room(held: Collection[Connection]) -> None:
    """Cut a twentieth of the connections, among those that wait for their client.

    Whoever has the most loses first, so that nobody keeps all others out; among theirs those that
    are between two requests, the longest idle first, then those that are the longest slow.
    """
    homes = Counter(each.home for each in held)
    waiting = [each for each in held if each.blocked]
    waiting.sort(key=lambda each: (-homes[each.home], each.at != IDLE, each.until))
    for each in waiting[: len(held) // 20 + 1]:
        each.cut()


def is_used_up(body: Any) -> bool:
    """Take in what is left of a body. False: the next request's start was not found."""
    left = SURPLUS_BYTES
    while left > 0 and not body.failed:
        try:
            found = len(body.read(min(left, 8192)))
        except Exception:  # noqa: BLE001 - gunicorn's errors for a broken body, or the socket's
            return False
        if not found:
            return True
        left -= found
    return False
