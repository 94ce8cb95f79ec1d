"""So many may wait and no more; whoever has gone makes room; moves go through meanwhile."""

import socket
import struct
from concurrent.futures import ThreadPoolExecutor
from random import Random
from unittest import mock

import pytest

from bench.games import chained
from service.games.store import Store
from service.storage.connections import connect
from tests.support import chains, play
from tests.support.laid import NAME
from tests.support.processes import eventually
from tests.support.server import HastyWeb, Web
from tests.support.wire import PATIENCE, Watcher, poll, request, talk, watch

TOTAL, PER_TOKEN, PER_ADDRESS = 6, 2, 3
with mock.patch.object(play, "GAME", NAME):
    LONG = chained(play.random_game("classic", 10, {"end_score": None, "max_rounds": 12}, 5))
"""A game of some 500 kB, which is more than the kernel holds."""


@pytest.fixture(scope="module")
def web(engine_of_its_own, tmp_path_factory):
    limits = {"max_streams": TOTAL, "streams_per_token": PER_TOKEN}
    limits |= {"streams_per_address": PER_ADDRESS, "keepalive_seconds": 3}
    with HastyWeb(engine_of_its_own.url, tmp_path_factory.mktemp("web"), **limits) as running:
        yield running


@pytest.fixture
def table(web):
    """A game of four, and nobody who waits for anything."""
    assert eventually(lambda: web.waiting() == 0)
    return web.api.started(seats=4)


def fill(held, web, table):
    """Take every place: two each of three seats."""
    seats = [seat for seat in range(TOTAL // PER_TOKEN) for _ in range(PER_TOKEN)]
    watchers = [held.enter_context(watch(web, table, table.seats[seat])) for seat in seats]
    assert [watcher.status for watcher in watchers] == [200] * TOTAL
    return watchers


def refused(watcher, status, code):
    assert (watcher.status, watcher.json["code"]) == (status, code)
    assert int(watcher.header("Retry-After")) > 0
    watcher.close()


@pytest.mark.parametrize(("seat", "most"), [(0, PER_TOKEN), (None, PER_ADDRESS)])
def test_one_token_or_without_one_an_address_has_so_many_streams(web, table, held, seat, most):
    token = table.seats.get(seat)
    for _ in range(most):
        assert held.enter_context(watch(web, table, token)).status == 200
    refused(watch(web, table, token), 429, "too_many_streams_for_you")
    assert held.enter_context(watch(web, table, table.seats[1])).status == 200


def test_when_all_places_are_taken_moves_and_pages_still_go_through(web, table, held):
    fill(held, web, table)
    refused(watch(web, table, table.seats[3]), 503, "too_many_streams")
    refused(poll(web, table, table.seats[3], table.revision), 503, "too_many_streams")
    assert table.play_on(Random(3).choice, 8) == 8
    assert table.feed(table.seats[3])
    assert web.waiting() == TOTAL


def test_a_long_poll_waits_for_the_first_entry_takes_a_place_too_and_gives_it_back(web, table):
    last = table.revision

    def polled(seat):
        with poll(web, table, table.seats[seat], last) as watcher:
            page = watcher.json
            revisions = [item["revision"] for item in page["entries"]]
            return watcher.header("Preference-Applied"), revisions, page["head"]["revision"]

    with ThreadPoolExecutor(TOTAL) as pool:
        polls = [pool.submit(polled, n % 3) for n in range(TOTAL)]
        assert eventually(lambda: web.waiting() == TOTAL)
        refused(watch(web, table, table.seats[3]), 503, "too_many_streams")
        table.play_on(Random(4).choice, 1)
        assert [each.result(20) for each in polls] == [("wait=25", [last + 1], last + 1)] * TOTAL
    assert eventually(lambda: web.waiting() == 0)


class Bounded(Web):
    """A web that may open few files."""

    def argv(self):
        return ["sh", "-c", 'ulimit -n 120; exec "$@"', "sh", *super().argv()]


def test_where_few_files_may_be_open_half_of_the_places_are_left_to_moves(
    engine_of_its_own, tmp_path, held
):
    with Bounded(engine_of_its_own.url, tmp_path) as web:
        table = web.api.started(seats=4)
        got = [held.enter_context(watch(web, table)).status for _ in range(20)]
        assert got == [200] * 15 + [503] * 5, "of 30 places"
        assert table.play_on(Random(5).choice, 4) == 4
        assert "it holds 30 connections, half of them streams" in web.log.read_text()


@pytest.mark.parametrize("how", ["goodbye", "reset"])
def test_clients_that_have_gone_make_room(web, table, held, how):
    for watcher in fill(held, web, table):
        if how == "reset":  # closing then tells the server so with an RST
            linger = struct.pack("ii", 1, 0)
            watcher.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    held.close()
    assert eventually(lambda: web.waiting() == 0)
    fill(held, web, table)


def test_between_two_requests_a_connection_is_closed_in_the_end_and_without_a_word(web):
    assert len(talk(web.port, b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n", PATIENCE)) == 1


def test_a_client_that_has_asked_for_all_that_it_wants_is_answered(web):
    """One that reads nothing of it is not: tests/http/test_slow_clients.py."""
    for path in ("/docs/swagger-ui-bundle.js", "/v1/openapi.json"):
        said = talk(web.port, request("GET", path) * 3, PATIENCE, half=True)
        assert [each.status for each in said] == [200] * 3


def test_a_client_that_reads_nothing_is_let_go_without_a_complaint(web, engine_of_its_own):
    with connect(engine_of_its_own.url) as client:
        chains.lay(Store(client), LONG, NAME)
    assert eventually(lambda: web.waiting() == 0)
    path = f"/v1/games/{NAME}/events"
    with Watcher(web.port, path, receive=4096) as watcher:
        assert watcher.status == 200
        assert eventually(lambda: "a client that did not read was let go" in web.log.read_text())
        assert eventually(lambda: web.waiting() == 0)
    assert "Traceback" not in web.log.read_text()
    assert web.status("/v1/games") == 200
