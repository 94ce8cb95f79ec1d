"""Who loses a connection when there are too many: whoever has the most of them, the idlest first,
and nobody whose request is being served."""

import socket
from dataclasses import dataclass, field
from typing import Any

import gevent
import pytest
from gevent import socket as cooperative

from service.processes.connection import HEAD, IDLE, Connection
from service.processes.worker import make_room


@dataclass
class Held:
    home: str
    at: int = IDLE
    until: float = 0.0
    blocked: bool = True
    cuts: list[Any] = field(default_factory=list)

    def cut(self) -> None:
        self.cuts.append(self)


def cut_of(held, count):
    """Those that are cut when room is made so often, in order."""
    found = []
    for _ in range(count):
        make_room([each for each in held if not each.cuts])
        found += [each for each in held if each.cuts and each not in found]
    return found


def test_whoever_has_the_most_loses_first_the_longest_idle_then_the_longest_slow():
    few, idle, idler = Held("few"), Held("many", until=2.0), Held("many", until=1.0)
    slow, slower = Held("many", HEAD, 4.0), Held("many", HEAD, 3.0)
    served = Held("many", HEAD, 0.0, blocked=False)
    assert cut_of([few, slow, idle, served, idler, slower], 4)[:3] == [idler, idle, slower]
    assert not served.cuts


@pytest.mark.parametrize("count", [1, 19, 20, 39, 40, 100])
def test_a_twentieth_of_them_is_cut_at_once_and_one_at_least(count):
    held = [Held("one") for _ in range(count)]
    make_room(held)
    assert sum(bool(each.cuts) for each in held) == min(count, count // 20 + 1)


@pytest.fixture
def line():
    """A connection as the server has it, and its client."""
    here, there = socket.socketpair()
    here.setblocking(False)
    connection = Connection(
        cooperative.socket(fileno=here.detach(), family=socket.AF_UNIX)._sock, ""
    )
    yield connection, there
    connection.close()
    there.close()


def test_who_waits_for_its_client_can_be_told_from_who_is_served(line):
    connection, client = line
    assert not connection.blocked
    sending = gevent.spawn(connection.sendall, b"x" * (8 << 20))
    gevent.sleep(0.05)
    assert connection.blocked, "it sends, and nobody reads"
    left = 8 << 20
    client.setblocking(False)
    while left:
        gevent.sleep(0.001)
        try:
            left -= len(client.recv(1 << 20))
        except BlockingIOError:
            continue
    sending.join(5)
    assert not connection.blocked
    reading = gevent.spawn(connection.recv, 10)
    gevent.sleep(0.02)
    assert connection.blocked, "it reads, and nobody sends"
    client.send(b"hello")
    assert reading.get(timeout=5) == b"hello"
    assert not connection.blocked
