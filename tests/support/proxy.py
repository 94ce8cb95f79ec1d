"""A proxy between a client and Redis that fails on purpose, at a named command.

It reads whole commands, so that a fault always hits the command meant and never half of one.
"""

import contextlib
import socket
import threading
from collections import Counter, deque
from enum import Enum, auto
from pathlib import Path
from typing import BinaryIO, Self


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
        self.seen: Counter[str] = Counter()
        """How often each command has arrived, whatever became of it."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._listener.getsockname()[1]}/0"

    def plan(self, command: str, *faults: Fault) -> None:
        """The next commands of that name meet these faults, one each, in order."""
        self._faults.extend((command.encode(), fault) for fault in faults)

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
        # One command, then its reply: enough for clients that do not pipeline past 64 kB, and
        # it leaves no doubt which reply belongs to which command.
        requests, replies = client.makefile("rb"), server.makefile("rb")
        with contextlib.suppress(OSError, EOFError, ValueError):
            while True:
                name, raw = _command(requests)
                fault = self._fault_for(name)
                if fault is Fault.CUT_BEFORE:
                    break
                server.sendall(raw)
                if fault is Fault.CUT_AFTER:
                    _close(client)
                reply = _reply(replies)
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


def _line(stream: BinaryIO) -> bytes:
    line = stream.readline()
    if not line.endswith(b"\r\n"):
        raise EOFError
    return line


def _command(stream: BinaryIO) -> tuple[bytes, bytes]:
    raw = _line(stream)
    parts = []
    for _ in range(int(raw[1:])):
        head = _line(stream)
        part = stream.read(int(head[1:]) + 2)
        parts.append(part[:-2])
        raw += head + part
    return parts[0].upper(), raw


def _reply(stream: BinaryIO) -> bytes:
    head = _line(stream)
    kind, rest = head[:1], head[1:]
    if kind == b"$" and int(rest) >= 0:
        return head + stream.read(int(rest) + 2)
    if kind in {b"*", b"~", b">"} and int(rest) >= 0:
        return head + b"".join(_reply(stream) for _ in range(int(rest)))
    if kind == b"%":
        return head + b"".join(_reply(stream) for _ in range(2 * int(rest)))
    return head
