"""The whole corpus against the running server: each is refused, and leaves no trace."""

import contextlib
import re
import socket

import pytest

from service.processes.worker import BODY_SECONDS
from tests.support.client import Answer
from tests.support.conforming import check_form
from tests.support.hostile import corpus
from tests.support.wire import JSON, raw
from tests.support.wire import Connection, request

GROWTH_KB = 10_000
STATUSES = {
    "101 headers": 431,
    "9 KB header": 431,
    "60 KB of headers": 431,
    "5 KB URL": 414,
    "3 KB URL": 414,
    "no Host": 400,
    "two tokens": 401,
    "two media types": 400,
}
"""Where it is told which limit was met, or who refuses."""


def talk(port, data, seconds=10):
    """Everything the server says to `data` until it closes, which it must do by itself."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as line:
        with contextlib.suppress(OSError):
            line.sendall(data)  # or it is refused before all of it was sent
        said = b""
        with contextlib.suppress(ConnectionResetError):
            while part := line.recv(65536):
                said += part
    return said


def answers(said):
    """All answers in `said`, in order."""
    found = []
    while said:
        head, _, rest = said.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        assert re.match(r"HTTP/1\.1 \d{3} ", first), said[:200]
        headers = [tuple(line.split(": ", 1)) for line in lines]
        length = next((int(v) for k, v in headers if k.lower() == "content-length"), len(rest))
        found.append(Answer("?", "?", int(first.split()[1]), headers, rest[:length]))
        said = rest[length:]
    return found


@pytest.fixture(scope="module")
def table(server):
    """A started game of two seats; what is asked of it below changes nothing."""
    return server.api.started(seats=2)


def test_the_corpus_is_large_and_nothing_in_it_is_there_twice(table):
    made = list(corpus(table))
    assert len(made) >= 400
    assert len({each.data for each in made}) == len(made)


def test_every_hostile_request_is_refused_and_leaves_no_trace(server, table):
    processes, entries, games = server.web(), table.feed(), set(stored(server))
    made = list(corpus(table))
    for each in made:  # this round also warms everything up
        check_refused(server.port, each)
    before = server.web()
    for each in made:
        check_refused(server.port, each)
    after = server.web()
    assert after.keys() == processes.keys()
    assert all(after[pid] - before[pid] < GROWTH_KB for pid in after), (before, after)
    assert table.feed() == entries
    assert set(stored(server)) == games


def stored(server):
    with server.redis as client:
        return list(client.scan_iter("*:game:*"))


def check_refused(port, hostile):
    """One answer, and the connection closed. An unknown transfer coding is 501 (RFC 9112, 6.1)."""
    found = answers(talk(port, hostile.data))
    assert len(found) == 1, (hostile.name, found)
    (answer,) = found
    assert 400 <= answer.status < 500 or (answer.status == 501 and not hostile.framed), (
        hostile.name,
        answer,
    )
    assert answer.status == STATUSES.get(hostile.name, answer.status), hostile.name
    assert len(answer.header("X-Request-Id") or "") == 16  # what gunicorn refuses has a number, too
    check_form(answer)


def test_a_chunked_body_is_read_and_one_that_stops_in_the_middle_is_refused(server):
    table = server.api.started(seats=2)
    card = b'{"card":%d}' % table.view(0)["you"]["hand"][0]
    line = f"PUT {table.path('/decisions/r1t1-pick-s0')} HTTP/1.1"
    by = f"Authorization: Bearer {table.seats[0]}", JSON, "Connection: close"
    chunks = b"5\r\n%b\r\n%x\r\n%b\r\n0\r\n\r\n" % (card[:5], len(card) - 5, card[5:])
    for framing, body, status in (
        ("Content-Length: 50", card, 400),
        ("Transfer-Encoding: chunked", chunks, 201),
    ):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as sending:
            sending.sendall(raw(line, *by, framing, body=body))
            sending.shutdown(socket.SHUT_WR)
            said = b"".join(iter(lambda: sending.recv(65536), b""))
        assert [each.status for each in answers(said)] == [status]


def test_pipelined_requests_are_answered_in_order_and_see_each_other(server):
    """S19: three GETs, and a GET that sees the pick sent before it on the same connection."""
    table = server.api.started(seats=3)
    card = table.view(0)["you"]["hand"][0]
    path = table.path("/decisions/r1t1-pick-s0")
    look = request("GET", table.path(), table.seats[0], None)
    line = Connection(server.port)
    try:
        line.send(look * 3)
        assert [line.read().json["you"]["pick"] for _ in range(3)] == [None] * 3
        line.send(request("PUT", path, table.seats[0], {"card": card}) + look)
        assert line.read().status == 201
        assert line.read().json["you"]["pick"] == card
    finally:
        line.close()


def test_a_chunked_body_of_ten_megabytes_is_refused_without_being_kept(server, table):
    """S17."""
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    before = server.web()
    path = table.path("/decisions/r1t1-pick-s0")
    head = (
        f"PUT {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {table.seats[0]}\r\nTransfer-Encoding: chunked\r\n\r\n"
    ).encode()
    (answer,) = answers(talk(server.port, head + chunk * 160 + b"0\r\n\r\n"))
    assert answer.status == 413
    after = server.web()
    assert all(after[pid] - before[pid] < GROWTH_KB for pid in after)


def test_a_small_body_that_nobody_reads_does_not_end_the_connection(server):
    line = Connection(server.port)
    try:
        for _ in range(2):
            line.send(request("POST", "/v1/nowhere", None, {"much": "x" * 9_000}))
            assert line.read().status == 404
    finally:
        line.close()


@pytest.mark.slow
def test_half_a_body_is_a_time_out(server, table):
    half = raw(
        f"PUT {table.path('/decisions/r1t1-pick-s0')} HTTP/1.1",
        f"Authorization: Bearer {table.seats[0]}",
        JSON,
        "Content-Length: 12",
        body=b'{"card',
    )
    (answer,) = answers(talk(server.port, half, seconds=BODY_SECONDS + 10))
    assert answer.status == 408
    assert answer.json["code"] == "request_timeout"
