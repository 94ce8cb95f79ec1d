"""How streams begin, go on and end: forms, long polls, terminal events, rights, a stop."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from random import Random

import pytest

from service.storage.client import MAX_IDLE_CONNECTIONS
from service.storage.connections import connect
from tests.support.client import SHORT, Table, events
from tests.support.processes import eventually
from tests.support.server import Web
from tests.support.wire import ids, poll, watch

NDJSON = "application/x-ndjson"


@pytest.fixture(scope="module")
def web(engine_of_its_own, tmp_path_factory):
    with Web(engine_of_its_own.url, tmp_path_factory.mktemp("web")) as running:
        yield running


@pytest.mark.parametrize(
    ("finish", "last"),
    [(lambda table: table.play_on(), "GameFinished"), (Table.abandon, "GameAbandoned")],
)
def test_a_stream_ends_with_the_game_and_says_so(web, finish, last):
    table = web.api.started(seats=2, options=SHORT)
    with watch(web, table, table.seats[0]) as watcher:
        finish(table)
        *_, entry, end = watcher.events
    assert (entry.kind, end.kind, end.id) == ("message", "end", None)
    assert end.data["head"]["revision"] == entry.id == table.revision
    assert events(entry.data)[-1]["type"] == last


def test_a_stream_that_has_ended_leaves_its_connection_to_the_next_request(web):
    table = web.api.started(seats=2, options=SHORT)
    table.abandon()
    with closing(HTTPConnection("127.0.0.1", web.port, timeout=60)) as line:
        for accept, sort in (("text/event-stream", b"event: end"), (NDJSON, b'{"end":')):
            line.request("GET", table.path("/events"), headers={"Accept": accept})
            first = line.sock
            assert sort in line.getresponse().read()
            line.request("GET", "/healthz")
            assert line.getresponse().read() == b'{"status":"ok"}'
            assert line.sock is first


def test_of_a_game_that_is_over_one_gets_the_rest_and_the_end_and_then_no_more(web):
    table = web.api.started(seats=2, options=SHORT)
    table.play_on(Random(2).choice)
    last = table.revision
    for query in ("", f"?after={last - 3}", f"?after={last}"):
        with watch(web, table, None, query) as watcher:
            kinds = [sent.kind for sent in watcher.events]
        assert (kinds[0], kinds[-1]) == ("state", "end")
    with watch(web, table, None, Last_Event_ID=str(last)) as watcher:
        assert watcher.status == 204


LIKED = {
    "*/*": "application/json", "application/*": "application/json", "text/*": "text/event-stream",
    "text/event-stream, */*;q=0.1": "text/event-stream", f"{NDJSON};q=0.5": NDJSON,
    f"application/json;q=0.1, {NDJSON}": NDJSON,
    "text/html": None, "application/json;q=0": None, "application/xml": None,
}  # fmt: skip


def test_the_form_is_the_one_that_is_liked_best(web):
    table = web.api.started(seats=2)
    for accept, given in LIKED.items():
        with watch(web, table, accept=accept) as watcher:
            if given is None:
                assert (watcher.status, watcher.json["code"]) == (406, "not_acceptable"), accept
            else:
                assert (watcher.status, watcher.header("Content-Type")) == (200, given), accept


def test_a_question_for_the_headers_alone_holds_nothing_up(web):
    table = web.api.started(seats=2)
    for accept in ("text/event-stream", "application/json"):
        headers = [("Accept", accept), ("Prefer", "wait=25")]
        path = table.path(f"/events?after={table.revision}")
        answer = web.api.ask("HEAD", path, headers=headers).expect(200)
        assert answer.header("Content-Type") == accept
    assert eventually(lambda: web.waiting() == 0)


WAITS = {
    "wait=0": True, 'wait="0"': True, "WAIT = 0; x=y, wait=9": True, "respond-async, wait=0": True,
    "wait=-1": False, "wait": False, "wait=abc": False, "return=minimal": False,
}  # fmt: skip


def test_when_nothing_comes_the_page_is_empty_and_no_wait_is_begun_that_would_be_for_nothing(web):
    table = web.api.started(seats=2)
    token = table.seats[0]
    for prefer, heard in WAITS.items():
        with poll(web, table, token, table.revision, prefer) as watcher:
            assert watcher.header("Preference-Applied") == ("wait=0" if heard else None), prefer
            page = watcher.json
        assert page["entries"] == []
        assert page["head"]["revision"] == table.revision
        assert page["server_time"].endswith("Z")
    with poll(web, table, token, 0, "wait=9999") as watcher:
        assert watcher.header("Preference-Applied") == "wait=25"
        assert watcher.json["entries"]
    table.abandon()
    with poll(web, table, token, table.revision) as watcher:
        assert watcher.json["entries"] == []


def test_a_stream_ends_when_its_token_does(web):
    table = web.api.create(seats=2)
    for name in ("Ana", "Bo"):
        table.sit(name)
    with watch(web, table, table.seats[0]) as left, watch(web, table, table.seats[1]) as stays:
        taken = table.revision
        left.until(lambda sent: sent.id == taken)  # else it may end before it shows the leaving
        table.leave(0).expect(204)
        sent = list(left.events)
        assert (sent[-1].kind, sent[-1].data["reason"]) == ("close", "rights")
        assert events(sent[-2].data)[-1]["type"] == "SeatLeft"
        table.sit("Cy")
        revision = table.revision
        (named,) = stays.until(lambda sent: sent.id == revision)[-1].data["openings"]
        assert named["payload"]["name"] == "Cy"


COUNT = 300


def test_a_stop_ends_every_stream_and_every_wait_of_hundreds_on_few_connections(
    engine_of_its_own, tmp_path
):
    many = {"max_streams": COUNT + 10, "streams_per_address": COUNT}
    server = Web(engine_of_its_own.url, tmp_path, **many)
    with ExitStack() as held, ThreadPoolExecutor(1) as pool, server as web:
        table = web.api.started(seats=2)
        before = table.revision
        query = f"?after={before}"
        watchers = [held.enter_context(watch(web, table, query=query)) for _ in range(COUNT)]
        lines = [
            held.enter_context(watch(web, table, token, query, accept=NDJSON))
            for token in table.seats.values()
        ]
        assert {watcher.status for watcher in (*watchers, *lines)} == {200}
        table.play_on(Random(1).choice, 1)
        revision = table.revision
        for watcher in watchers:
            seen = watcher.until(lambda sent: sent.id == revision)
            assert ids(seen) == list(range(before + 1, revision + 1))
        with connect(engine_of_its_own.url) as client:
            # A handful of parts keep connections for what was under way at once.
            assert client.info("clients")["connected_clients"] < 4 * MAX_IDLE_CONNECTIONS < COUNT
        waiting = pool.submit(poll, web, table, table.seats[0], revision)
        assert eventually(lambda: web.waiting() == COUNT + len(lines) + 1)
        web.stop()  # graceful_seconds is longer than this has patience
        for watcher in watchers:
            assert [sent.data["reason"] for sent in watcher.events] == ["restart"]
        assert all(b'"reason":"restart"' in watcher.body() for watcher in lines)
        with waiting.result(20) as watcher:
            assert watcher.json["entries"] == []
