"""When a client counts as gone, and what the kernel is told to do about one that is silent."""

import socket
import sys

import pytest

from service.watching.client_connection import UNREAD_BYTES, WRITE_SECONDS, ClientConnection
from tests.support.service.processes import eventually


@pytest.fixture
def ends():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        server, _ = listener.accept()
        with client, server:
            yield server, client


def test_a_client_is_there_until_it_closes(ends):
    server, client = ends
    line = ClientConnection(server)
    assert not line.gone()
    client.sendall(b"more")
    assert not line.gone(), "one that sends is there"
    client.close()
    assert eventually(line.gone, 10)


@pytest.mark.skipif(sys.platform != "linux", reason="poll says it on Linux alone")
def test_a_client_that_has_closed_one_half_is_gone(ends):
    server, client = ends
    client.shutdown(socket.SHUT_WR)
    assert eventually(ClientConnection(server).gone, 10)


def test_a_closed_socket_has_nobody_at_its_end(ends):
    server, _ = ends
    line = ClientConnection(server)
    server.close()
    assert line.gone()
    line.cut()


def test_what_is_cut_is_gone_for_both(ends):
    server, client = ends
    line = ClientConnection(server)
    line.cut()
    assert line.gone()
    assert client.recv(1) == b""


def test_a_write_that_nobody_reads_ends_with_a_timeout(ends, monkeypatch):
    monkeypatch.setattr("service.watching.client_connection.WRITE_SECONDS", 0.05)
    server, _ = ends
    ClientConnection(server)
    with pytest.raises(TimeoutError):
        server.sendall(bytes(50_000_000))


@pytest.mark.skipif(sys.platform != "linux", reason="an option of Linux")
def test_the_kernel_gives_up_a_client_that_acknowledges_nothing(ends):
    server, _ = ends
    ClientConnection(server)
    milliseconds = server.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert milliseconds == WRITE_SECONDS * 1000 < 60_000
    assert server.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * UNREAD_BYTES


def test_a_unix_socket_and_none_at_all_will_do():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert not ClientConnection(ours).gone()
    assert not ClientConnection(None).gone()
