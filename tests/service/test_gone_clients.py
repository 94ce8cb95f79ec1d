"""Clients that do not listen, and bodies that do not come: when they are given up."""

import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress

import gevent
import pytest
from gunicorn.http.body import Body, LengthReader
from gunicorn.http.unreader import IterUnreader

from service.processes import worker
from service.processes.worker import SURPLUS_BYTES, bound, is_used_up
from service.watching.client_connection import UNREAD_BYTES, WRITE_SECONDS, ClientConnection
from tests.support.processes import ALONE, environment, eventually

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


def test_a_write_that_nobody_reads_ends_with_a_timeout(ends, monkeypatch):
    monkeypatch.setattr("service.watching.client_connection.WRITE_SECONDS", 0.05)
    ClientConnection(ends[0])
    with pytest.raises(TimeoutError):
        ends[0].sendall(bytes(50_000_000))


@LINUX
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


UNREAD_SECONDS = 1.0
CONFIG = f"""
from service.processes import worker
worker.UNREAD_SECONDS = {UNREAD_SECONDS}
workers, worker_class = 1, "service.processes.worker.Worker"
bind = "127.0.0.1:0"
control_socket_disable = True
"""


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """A real gunicorn that loses its patience soon."""
    conf = tmp_path_factory.mktemp("gunicorn") / "conf.py"
    conf.write_text(CONFIG)
    command = [sys.executable, "-m", "gunicorn", "-c", conf, "tests.support.edge_app:make_app()"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stderr=pipe, text=True, env=environment(), **ALONE) as process:
        told = (re.search(r"http://127\.0\.0\.1:(\d+)", line) for line in process.stderr)
        yield int(next(filter(None, told))[1])
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


@pytest.mark.slow
@LINUX
def test_a_client_that_asks_and_reads_nothing_is_let_go_and_one_that_reads_is_not(port):
    """Left to itself it would hold its place among the connections for ever."""
    paths = "/docs/swagger-ui-bundle.js", "/v1/openapi.json"
    requests = [f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for path in paths]
    for asked in requests:
        with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
            client.sendall(asked * 3)
            client.shutdown(socket.SHUT_WR)
            said = b"".join(iter(lambda: client.recv(1 << 16), b""))
            assert said.count(b"HTTP/1.1 200") == 3
    silent = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in requests]
    for client, asked in zip(silent, requests, strict=True):
        client.sendall(asked * 400)
    time.sleep(UNREAD_SECONDS + 4)  # the kernel looks ever more rarely
    for client in silent:
        with client, suppress(ConnectionResetError):
            while client.recv(1 << 20):
                pass
            pytest.fail("the server went on, or took its leave")


def body(length, pieces):
    return Body(LengthReader(IterUnreader(pieces), length))


def test_a_body_that_trickles_in_is_a_time_out_and_ends_the_connection(monkeypatch):
    def slowly():
        while True:
            gevent.sleep(0.01)
            yield b"x"

    monkeypatch.setattr(worker, "BODY_SECONDS", 0.05)
    monkeypatch.setattr(worker, "SURPLUS_SECONDS", 0.05)
    trickling = body(1000, slowly())
    bound(trickling)
    with pytest.raises(TimeoutError):
        trickling.read()
    assert not is_used_up(trickling)
    assert not is_used_up(body(1000, slowly())), "nor is what is left waited for"


@pytest.mark.parametrize(("more", "used"), [(-1, True), (0, False), (10**7, False)])
def test_a_little_that_nobody_read_is_taken_in_and_no_more_than_that(more, used):
    length = SURPLUS_BYTES + more
    assert is_used_up(body(length, [b"x" * length])) is used


def test_a_body_that_breaks_off_ends_the_connection():
    def broken():
        yield b"x"
        raise ConnectionResetError

    assert not is_used_up(body(10, broken()))
