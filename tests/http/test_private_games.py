"""A private game does not exist for outsiders: no mistake of theirs, and no listing, tells it."""

import pytest

from service.routes import common
from tests.support.client import JSON, WATCHING
from tests.support.conforming import without_number

PICK, SEATS = "/decisions/r1t1-pick-s0", "/seats"
NAMED, KEY = {"name": "A"}, "Idempotency-Key"
MISTAKES = {
    "a body that is no JSON": ("PUT", PICK, "t6s_" + "A" * 43, {"body": b"{", "headers": [JSON]}),
    "a body of no type": ("POST", SEATS, None, {"body": b"{}"}),
    "a name that cannot be": ("POST", SEATS, None, {"data": {"name": ""}}),
    "a policy that is not": ("POST", SEATS, None, {"data": {"policy": "x"}}),
    "a decision that cannot be": ("PUT", "/decisions/x", None, {"data": {}}),
    "a decision of a later turn": ("GET", "/decisions/r9t9-pick-s0", None, {}),
    "a revision beyond the end": ("GET", "?revision=9999", None, {}),
    "a page beyond the end": ("GET", "/events?after=9999", None, {}),
    "a wrong query": ("GET", "/events?limit=0", None, {}),
    "a seat that is not": ("DELETE", "/seats/99", None, {}),
    "a method that is not": ("PATCH", "", None, {}),
    "a match of any tag": ("GET", "", None, {"headers": [("If-None-Match", "*")]}),
    "a request for the head only": ("HEAD", "", None, {}),
    "a key that cannot be": ("POST", SEATS, None, {"data": NAMED, "headers": [(KEY, " ")]}),
    "a key": ("POST", SEATS, None, {"data": NAMED, "headers": [(KEY, "k")]}),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_no_mistake_tells_a_private_game_from_none(api, mistake):
    method, rest, token, more = MISTAKES[mistake]
    table = api.started(seats=2, visibility="private")
    there = table.ask(method, rest, token, **more)
    nothing = api.ask(method, "/v1/games/" + "z" * 26 + rest, token, **more)
    assert there.status >= 400
    assert (there.status, there.body) == (nothing.status, nothing.body)
    assert without_number(there.headers) == without_number(nothing.headers)


def test_a_private_game_is_in_no_listing(api):
    table = api.started(seats=2, visibility="private")
    for path in ("/v1/games", "/metrics"):
        headers = WATCHING if path == "/metrics" else ()
        assert table.game.encode() not in api.get(path, headers=headers).body


@pytest.mark.parametrize("token", [None, "t6s_" + "A" * 43])
def test_no_time_tells_a_private_game_from_none(api, sibling, monkeypatch, token):
    """Kept, read anew or never there: the answer comes at the end of the same step."""
    waits = []
    monkeypatch.setattr(common.time, "sleep", waits.append)
    monkeypatch.setattr(common, "perf_counter", iter(range(100)).__next__)
    monkeypatch.setattr(common, "UNSEEN_SECONDS", 4)
    table = api.started(seats=2, visibility="private")
    waits.clear()
    paths = table.path(), "/v1/games/" + "z" * 26
    for asked in (api, sibling):
        for path in paths:
            asked.get(path, token).expect(404)
            asked.ask("DELETE", path + "/seats/0", token).expect(404)
    assert waits == [3] * 8
    table.get("", table.invite).expect(200)
    assert len(waits) == 8
