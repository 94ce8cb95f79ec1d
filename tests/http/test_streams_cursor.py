"""S22: a watcher that is cut off goes on where it was: nothing twice, nothing missing, in order."""

import json
import threading
from random import Random

import pytest

from tests.support.client import SHORT
from tests.support.server import Web
from tests.support.wire import Watcher, ids

CUT = 17


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


def watch(web, table, token=None, query="", **headers):
    return Watcher(web.port, table.path(f"/events{query}"), token, **headers)


def cut_after(web, table, token):
    with watch(web, table, token) as watcher:
        before = watcher.until(lambda sent: sent.id == CUT)
    assert ids(before) == list(range(1, CUT + 1))


def test_after_a_cut_the_rest_comes_once_and_in_order(web, table):
    revision = table.revision
    cut_after(web, table, table.seats[1])
    with watch(web, table, table.seats[1], Last_Event_ID=str(CUT)) as again:
        rest = again.until(lambda sent: sent.id == revision)
    assert ids(rest) == list(range(CUT + 1, revision + 1))


@pytest.mark.parametrize(
    ("query", "last", "first"),
    [
        *[("", "0", 1), ("?after=0", None, 1), ("", None, 1), ("?after=17", None, 18)],
        *[("?after=3", "17", 18), ("?after=29", "17", 18), ("?after=17", "", 18)],
    ],
)
def test_the_cursor_is_the_last_id_or_else_after(web, table, query, last, first):
    headers = {} if last is None else {"Last_Event_ID": last}
    with watch(web, table, None, query, **headers) as watcher:
        sent = watcher.until(lambda sent: sent.id is not None)
    assert ids(sent) == [first]


@pytest.mark.parametrize("last", ["-1", "abc", "1.5", "17 ", "0x11", "9" * 17, "17,18", "\u0667"])
@pytest.mark.parametrize("accept", ["text/event-stream", "application/x-ndjson", "*/*"])
def test_an_id_that_is_no_revision_is_refused(web, table, last, accept):
    if last == "17 ":
        last = "17 18"  # blanks at the ends are no part of a header
    with watch(web, table, accept=accept, Last_Event_ID=last) as watcher:
        assert watcher.status == 400
        assert watcher.json["code"] == "bad_cursor"


@pytest.mark.parametrize("accept", ["text/event-stream", "application/x-ndjson", "*/*"])
def test_an_id_from_the_future_is_refused_and_told_the_head(web, table, accept):
    ahead = str(table.revision + 1)
    for query, headers in ((f"?after={ahead}", {}), ("", {"Last_Event_ID": ahead})):
        with watch(web, table, None, query, accept=accept, **headers) as watcher:
            problem = watcher.json
            assert (watcher.status, problem["code"]) == (409, "cursor_ahead")
            assert problem["head"]["revision"] == table.revision


def test_a_cursor_of_another_game_is_recognised_by_its_hash(web, table):
    other = web.api.started(seats=4)
    here = table.feed()[CUT - 1]["hash"]
    there = other.feed(None, f"?after={5}&limit=1")[0]["hash"]
    with watch(web, table, None, f"?after={CUT}&hash={here}") as watcher:
        assert ids(watcher.until(lambda sent: sent.id is not None)) == [CUT + 1]
    for accept in ("text/event-stream", "*/*"):
        with watch(web, table, None, f"?after={CUT}&hash={there}", accept=accept) as watcher:
            assert (watcher.status, watcher.json["code"]) == (409, "foreign_cursor")


def test_an_id_from_before_a_restart_is_as_good_as_any(web, table):
    cut_after(web, table, None)
    web.reload()
    with watch(web, table, None, Last_Event_ID=str(CUT)) as again:
        rest = again.until(lambda sent: sent.id == table.revision)
    assert ids(rest) == list(range(CUT + 1, table.revision + 1))


def test_the_first_message_is_the_callers_view_and_only_entries_have_ids(web, table):
    for seat in (None, 0, 1, 2):
        token = None if seat is None else table.seats[seat]
        with watch(web, table, token) as watcher:
            sent = watcher.until(lambda sent: sent.id == 5)
        state = sent[0].data
        assert (sent[0].kind, sent[0].id) == ("state", None)
        assert state.pop("server_time")
        assert state == json.loads(table.get("", token).lasting)
        assert [(each.kind, each.id) for each in sent[1:]] == [("message", n) for n in range(1, 6)]


def test_a_stream_shows_each_viewer_what_its_pages_show_and_nothing_else(web, table):
    for token in (None, table.host, *table.seats.values()):
        with watch(web, table, token) as watcher:
            streamed = watcher.until(lambda sent: sent.id == table.revision)[1:]
        page = table.get("/events?limit=500", token).expect(200).json["entries"]
        assert [sent.data for sent in streamed] == page
        opened = {each["payload"]["kind"] for item in page for each in item.get("openings", ())}
        own = {"hand", "pick"} if token in table.seats.values() else set()
        assert opened == {"name"} | own


def test_tokens_in_the_address_are_refused_and_stand_in_no_log(web, table):
    token = table.seats[2]
    for query in (f"?token={token}", f"?access_token={token}&after=3", f"?after=1&%74oken={token}"):
        with watch(web, table, None, query) as watcher:
            assert (watcher.status, watcher.json["code"]) == (401, "token_in_query")
    with watch(web, table, None, f"?auth={token}") as watcher:
        assert watcher.status == 422
        assert token not in json.dumps(watcher.json)
    with watch(web, table, token) as watcher:
        watcher.until(lambda sent: sent.id == 3)
    log = web.log.read_text()
    assert table.path("/events") in log, "the log would tell"
    for secret in (table.host, table.invite, *table.seats.values()):
        assert secret not in log
        assert secret[4:] not in log


def follow_to_the_end(web, table, token, seen):
    """Watch as a browser does: connect again with the last id until the game is over."""
    last, sent = "0", None
    while sent is None or sent.kind != "end":
        try:
            with watch(web, table, token, Last_Event_ID=last) as watcher:
                for sent in watcher.events:
                    if sent.id is not None:
                        seen.append(sent.id)
                        last = str(sent.id)
        except OSError:
            continue


def test_restarts_in_the_middle_lose_nothing_and_repeat_nothing(web):
    table = web.api.started(seats=3, options=SHORT | {"max_rounds": 2})
    followers = [None, table.host, *table.seats.values()]
    seen = [[] for _ in followers]
    threads = [
        threading.Thread(target=follow_to_the_end, args=(web, table, token, into), daemon=True)
        for token, into in zip(followers, seen, strict=True)
    ]
    for thread in threads:
        thread.start()
    choose = Random(7).choice
    for _ in range(2):
        table.play_on(choose, 12)
        web.reload()
    table.play_on(choose)
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert seen == [list(range(1, table.revision + 1))] * len(followers)
