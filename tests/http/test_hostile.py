"""The whole corpus against the running server: each is refused, and leaves no trace."""

import pytest

from tests.support.conforming import check_form
from tests.support.hostile import corpus
from tests.support.processes import resident_kb
from tests.support.wire import CLOSE, JSON, Connection, raw, request, talk

GROWTH_KB = 10_000


@pytest.fixture(scope="module")
def table(server):
    """A started game of two seats; what is asked of it below changes nothing."""
    return server.api.started(seats=2)


def memory(server):
    """What the web processes hold, in kB."""
    return {pid: resident_kb(pid) for pid in server.web()}


def stored(server):
    with server.redis as client:
        return set(client.scan_iter("*:game:*"))


def test_every_hostile_request_is_refused_and_leaves_no_trace(server, table):
    entries, games, made = table.feed(), stored(server), list(corpus(table))
    assert len({each.data for each in made}) == len(made) >= 400
    for each in made:  # this round also warms everything up
        check_refused(server.port, each)
    before = memory(server)
    for each in made:
        check_refused(server.port, each)
    after = memory(server)
    assert before.keys() == after.keys(), "a process was replaced"
    assert all(after[pid] - before[pid] < GROWTH_KB for pid in after), (before, after)
    assert table.feed() == entries
    assert stored(server) == games


def check_refused(port, hostile):
    """One answer, and the connection closed. An unknown transfer coding is 501 (RFC 9112, 6.1)."""
    found = talk(port, hostile.data)
    assert len(found) == 1, (hostile.name, found)
    (answer,) = found
    told = hostile.name, answer
    assert 400 <= answer.status < 500 or (answer.status == 501 and not hostile.framed), told
    assert answer.status == (hostile.status or answer.status), told
    assert len(answer.header("X-Request-Id") or "") == 16  # what gunicorn refuses has a number, too
    check_form(answer)


def pick(table, *more, body=b""):
    line = f"PUT {table.path('/decisions/r1t1-pick-s0')} HTTP/1.1"
    return raw(line, f"Authorization: Bearer {table.seats[0]}", JSON, *more, body=body)


def test_a_chunked_body_is_read_and_one_that_stops_in_the_middle_is_refused(server):
    table = server.api.started(seats=2)
    card = b'{"card":%d}' % table.hand(0)[0]
    chunks = b"5\r\n%b\r\n%x\r\n%b\r\n0\r\n\r\n" % (card[:5], len(card) - 5, card[5:])
    for framing, body, status in (
        ("Content-Length: 50", card, 400),
        ("Transfer-Encoding: chunked", chunks, 201),
    ):
        said = talk(server.port, pick(table, CLOSE, framing, body=body), half=True)
        assert [each.status for each in said] == [status]


def test_pipelined_requests_are_answered_in_order_and_see_each_other(server):
    """Three GETs, and a GET that sees the pick sent before it on the same connection."""
    table = server.api.started(seats=3)
    card = table.hand(0)[0]
    look = request("GET", table.path(), table.seats[0])
    put = request("PUT", table.path("/decisions/r1t1-pick-s0"), table.seats[0], {"card": card})
    with Connection(server.port) as line:
        line.socket.sendall(look * 3)
        assert [line.read().json["you"]["pick"] for _ in range(3)] == [None] * 3
        assert line.ask(put + look).status == 201
        assert line.read().json["you"]["pick"] == card


def test_a_small_body_that_nobody_reads_does_not_end_the_connection(server):
    with Connection(server.port) as line:
        for _ in range(2):
            asked = request("POST", "/v1/nowhere", None, {"much": "x" * 9_000})
            assert line.ask(asked).status == 404
