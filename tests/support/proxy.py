"""A proxy between a client and Redis that fails on purpose, at a named command. It reads whole
commands, so that a fault always hits the command meant and never half of one."""

import contextlib
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from enum import Enum, auto
from pathlib import Path
from typing import Self

import hiredis


class Fault(Enum):
    SWALLOW = auto()
    """Pass the command on, wait for the reply, throw it away and cut the line."""
    CUT_BEFORE = auto()
    """Cut the line before the command reaches Redis."""
    CUT_AFTER = auto()
    """Pass the command on and cut the client's line without waiting for the reply."""
    MUTE = auto()
    """Pass the command on, throw the reply away and keep the line open: the client must give up."""


class FaultProxy:
    """Listens on `url` and passes everything on to the unix socket of an engine."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._faults: deque[tuple[bytes, Fault]] = deque()
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        self._open = threading.Event()
        self._open.set()
        self._takes: Callable[[], float] = lambda: 0.0
        self.seen: Counter[str] = Counter()
        """How often each command has arrived, whatever became of it."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._listener.getsockname()[1]}/0"

    def plan(self, command: str, *faults: Fault) -> None:
        """The next commands of that name meet these faults, one each, in order."""
        self._faults.extend((command.encode(), fault) for fault in faults)

    @contextlib.contextmanager
    def slow(self, takes: Callable[[], float]) -> Iterator[None]:
        """Meanwhile each command takes so many seconds."""
        before, self._takes = self._takes, takes
        try:
            yield
        finally:
            self._takes = before

    @contextlib.contextmanager
    def silent(self) -> Iterator[None]:
        """Meanwhile nothing passes; afterwards all of it does, whoever still waits for it."""
        self._open.clear()
        try:
            yield
        finally:
            self._open.set()

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            for line in [self._listener, *self._sockets]:
                _close(line)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._target))
                with self._lock:
                    self._sockets += client, server
                threading.Thread(target=self._serve, args=(client, server), daemon=True).start()

    def _serve(self, client: socket.socket, server: socket.socket) -> None:
        # One command, then its reply: it leaves no doubt which reply belongs to which command.
        with contextlib.suppress(OSError, EOFError):
            for command in _commands(client):
                self._open.wait()
                time.sleep(self._takes())
                fault = self._fault_for(command[0].upper())
                if fault is Fault.CUT_BEFORE:
                    break
                parts = (b"$%d\r\n%b\r\n" % (len(part), part) for part in command)
                server.sendall(b"*%d\r\n%b" % (len(command), b"".join(parts)))
                if fault is Fault.CUT_AFTER:
                    _close(client)
                reply = _reply(server)
                if fault in {Fault.SWALLOW, Fault.CUT_AFTER}:
                    break
                if fault is not Fault.MUTE:
                    client.sendall(reply)
        _close(client)
        _close(server)

    def _fault_for(self, name: bytes) -> Fault | None:
        with self._lock:
            self.seen[name.decode()] += 1
            if self._faults and self._faults[0][0] == name:
                return self._faults.popleft()[1]
        return None


def _close(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()


def _commands(line: socket.socket) -> Iterator[list[bytes]]:
    reader = hiredis.Reader()
    while some := line.recv(65536):
        reader.feed(some)
        while (command := reader.gets()) is not False:
            yield command


def _reply(line: socket.socket) -> bytes:
    reader, raw = hiredis.Reader(notEnoughData=...), b""
    while reader.gets() is ...:
        if not (some := line.recv(65536)):
            raise EOFError
        reader.feed(some)
        raw += some
    return raw
