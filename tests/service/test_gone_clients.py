"""Clients that do not listen, and bodies that do not come: when they are given up."""

import socket
import sys

import pytest
from gunicorn.http.body import Body, LengthReader
from gunicorn.http.unreader import IterUnreader

from service.processes.connection import (
    REQUEST_SECONDS,
    UNREAD_BYTES,
    UNREAD_SECONDS,
    Connection,
    home,
)
from service.processes.worker import SURPLUS_BYTES, is_used_up
from service.watching.client_connection import ClientConnection
from tests.support.processes import eventually

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="poll and TCP_USER_TIMEOUT say it there")


@pytest.fixture
def ends():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        server, _ = listener.accept()
        with client, server:
            yield server, client


@pytest.mark.parametrize("half", [False, pytest.param(True, marks=LINUX)])
def test_a_client_is_there_until_it_closes_or_one_half_of_it(ends, half):
    server, client = ends
    line = ClientConnection(server)
    assert not line.gone()
    client.sendall(b"more")
    assert not line.gone(), "one that sends is there"
    if half:
        client.shutdown(socket.SHUT_WR)
    else:
        client.close()
    assert eventually(line.gone)


def test_what_is_cut_is_gone_for_both_and_a_closed_socket_can_be_cut(ends):
    server, client = ends
    line = ClientConnection(server)
    line.cut()
    assert line.gone()
    assert client.recv(1) == b""
    server.close()
    assert line.gone()
    line.cut()


@LINUX
def test_what_waits_unread_is_little_and_the_kernel_gives_up_in_time():
    """Nothing larger may lie there for ten seconds, with some thousand connections."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        with client, Connection(*listener.accept()) as line:
            milliseconds = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            assert milliseconds == UNREAD_SECONDS * 1000 < 10_000
            assert line.patience <= REQUEST_SECONDS < 10
            assert line.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * UNREAD_BYTES


@pytest.mark.parametrize(
    ("address", "same"),
    [
        (("192.0.2.1", 1), ("192.0.2.1", 2)),
        (("192.0.2.1", 1), ("::ffff:192.0.2.1", 1, 0, 0)),
        (("2001:db8::1", 1, 0, 0), ("2001:db8::ffff:1", 2, 0, 0)),
        (("fe80::1%eth0", 1, 0, 2), ("fe80::2%eth0", 1, 0, 2)),
    ],
)
def test_who_holds_many_connections_is_an_address_or_a_network_of_ipv6(address, same):
    others = [("192.0.2.2", 1), ("2001:db8:0:1::1", 1, 0, 0), ""]
    assert home(address) == home(same)
    assert home(address) not in {home(other) for other in others}
    assert len({home(other) for other in others}) == len(others)


def test_a_unix_socket_and_none_at_all_will_do():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert not ClientConnection(ours).gone()
    assert not ClientConnection(None).gone()


def body(length, pieces):
    return Body(LengthReader(IterUnreader(pieces), length))


@pytest.mark.parametrize(("more", "used"), [(-1, True), (0, False), (10**7, False)])
def test_a_little_that_nobody_read_is_taken_in_and_no_more_than_that(more, used):
    length = SURPLUS_BYTES + more
    assert is_used_up(body(length, [b"x" * length])) is used


def test_a_body_that_breaks_off_ends_the_connection():
    def broken():
        yield b"x"
        raise ConnectionResetError

    assert not is_used_up(body(10, broken()))
