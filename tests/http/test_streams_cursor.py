"""A watcher that is cut off goes on where it was: nothing twice, nothing missing, in order."""

import json
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from tests.support.client import SHORT
from tests.support.server import Web
from tests.support.wire import ids, watch

FORMS = ["text/event-stream", "application/x-ndjson", "*/*"]


@pytest.fixture(scope="module")
def web(engine_of_its_own, tmp_path_factory):
    folder = tmp_path_factory.mktemp("web")
    with Web(engine_of_its_own.url, folder, web_processes=2) as running:
        yield running


@pytest.fixture(scope="module")
def table(web):
    """A game of three in the tenth turn or so, with 30 entries at least."""
    table = web.api.started(seats=3)
    while (left := 30 - table.revision) > 0:
        table.play_on(Random(22).choice, left)
    return table


def test_the_cursor_is_the_last_id_or_else_after(web, table):
    for query, last, first in (
        *(("", "0", 1), ("?after=0", None, 1), ("", None, 1), ("?after=17", None, 18)),
        *(("?after=3", "17", 18), ("?after=29", "17", 18), ("?after=17", "", 18)),
    ):
        headers = {} if last is None else {"Last_Event_ID": last}
        with watch(web, table, None, query, **headers) as watcher:
            assert ids(watcher.until(lambda sent: sent.id is not None)) == [first], (query, last)


@pytest.mark.parametrize("accept", FORMS)
def test_an_id_that_is_no_revision_or_one_from_the_future_is_refused(web, table, accept):
    for last in ("-1", "abc", "1.5", "17 18", "0x11", "9" * 17, "17,18", "\u0667", "00", "01", "+1",
                 "-0", "1.0", "1e0", "1_0", "1, 2", "0x", "0" * 17):  # fmt: skip
        with watch(web, table, accept=accept, Last_Event_ID=last) as watcher:
            assert (watcher.status, watcher.json["code"]) == (400, "bad_cursor"), last
    ahead = str(table.revision + 1)
    for query, headers in ((f"?after={ahead}", {}), ("", {"Last_Event_ID": ahead})):
        with watch(web, table, None, query, accept=accept, **headers) as watcher:
            problem = watcher.json
            assert (watcher.status, problem["code"]) == (409, "cursor_ahead")
            assert problem["head"]["revision"] == table.revision


def test_a_cursor_of_another_game_is_recognised_by_its_hash(web, table):
    here = table.feed()[16]["hash"]
    there = web.api.started(seats=4).feed(None, "?after=5&limit=1")[0]["hash"]
    with watch(web, table, None, f"?after=17&hash={here}") as watcher:
        assert ids(watcher.until(lambda sent: sent.id is not None)) == [18]
    for accept in FORMS:
        for query, headers in (
            (f"?after=17&hash={there}", {}), ("", {"Last_Event_ID": f"17.{there[:8]}"})
        ):  # fmt: skip
            with watch(web, table, None, query, accept=accept, **headers) as watcher:
                assert (watcher.status, watcher.json["code"]) == (409, "foreign_cursor")
    with watch(web, table, None, "", Last_Event_ID=f"17.{here[:8]}") as watcher:
        assert ids(watcher.until(lambda sent: sent.id is not None)) == [18]


def test_a_stream_begins_with_the_callers_view_and_shows_what_its_pages_show_with_their_ids(
    web, table
):
    with watch(web, table) as raw:
        assert next(raw.chunks()).startswith(b"retry: ")
    for token in (None, table.host, *table.seats.values()):
        with watch(web, table, token) as watcher:
            state, *sent = watcher.until(lambda sent: sent.id == table.revision)
        assert (state.kind, state.id) == ("state", None)
        assert state.data.pop("server_time")
        assert state.data == json.loads(table.get("", token).lasting)
        assert {each.kind for each in sent} == {"message"}
        assert ids(sent) == list(range(1, table.revision + 1))
        page = table.get("/events?limit=500", token).expect(200).json["entries"]
        assert [each.data for each in sent] == page
        opened = {each["payload"]["kind"] for item in page for each in item.get("openings", ())}
        own = {"hand", "pick"} if token in table.seats.values() else set()
        assert opened == {"name"} | own


def follow_to_the_end(web, table, token):
    """Watch as a browser does: connect again with the last id until the game is over; the ids."""
    seen, last, sent = [], "0", None
    while sent is None or sent.kind != "end":
        try:
            with watch(web, table, token, Last_Event_ID=last) as watcher:
                for sent in watcher.events:
                    if sent.id is not None:
                        seen.append(sent.id)
                        last = str(sent.id)
        except OSError:
            continue
    return seen


def test_restarts_in_the_middle_lose_nothing_and_repeat_nothing(web):
    table = web.api.started(seats=3, options=SHORT | {"max_rounds": 2})
    tokens = [None, table.host, *table.seats.values()]
    with ThreadPoolExecutor(len(tokens)) as pool:
        followers = [pool.submit(follow_to_the_end, web, table, token) for token in tokens]
        choose = Random(7).choice
        for _ in range(2):
            table.play_on(choose, 12)
            web.reload()
        table.play_on(choose)
        seen = [each.result(60) for each in followers]
    assert seen == [list(range(1, table.revision + 1))] * len(tokens)
