"""A private game does not exist for outsiders: no mistake of theirs, and no listing, tells it."""

from collections.abc import Callable

import pytest

from tests.support.client import Answer, Api
from tests.support.conforming import without_number

PICK = "/decisions/r1t1-pick-s0"

MISTAKES: dict[str, Callable[[Api, str], Answer]] = {
    "a body that is no JSON": lambda api, path: api.ask(
        "PUT",
        path + PICK,
        "t6s_" + "A" * 43,
        body=b"{",
        headers=[("Content-Type", "application/json")],
    ),
    "a body of no type": lambda api, path: api.ask("POST", path + "/seats", body=b"{}"),
    "a name that cannot be": lambda api, path: api.ask("POST", path + "/seats", None, {"name": ""}),
    "a policy that is not": lambda api, path: api.ask(
        "POST", path + "/seats", None, {"policy": "x"}
    ),
    "a decision that cannot be": lambda api, path: api.ask("PUT", path + "/decisions/x", None, {}),
    "a decision of a later turn": lambda api, path: api.get(path + "/decisions/r9t9-pick-s0"),
    "a revision beyond the end": lambda api, path: api.get(path + "?revision=9999"),
    "a page beyond the end": lambda api, path: api.get(path + "/events?after=9999"),
    "a wrong query": lambda api, path: api.get(path + "/events?limit=0"),
    "a seat that is not": lambda api, path: api.ask("DELETE", path + "/seats/99"),
    "a method that is not": lambda api, path: api.ask("PATCH", path),
    "a match of any tag": lambda api, path: api.get(path, headers=[("If-None-Match", "*")]),
    "a request for the head only": lambda api, path: api.ask("HEAD", path),
    "a wrong Idempotency-Key": lambda api, path: api.ask(
        "POST", path + "/seats", None, {"name": "A"}, headers=[("Idempotency-Key", " ")]
    ),
    "a good Idempotency-Key": lambda api, path: api.ask(
        "POST", path + "/seats", None, {"name": "A"}, headers=[("Idempotency-Key", "k")]
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_no_mistake_tells_a_private_game_from_none(api, mistake):
    table = api.started(seats=2, visibility="private")
    there = MISTAKES[mistake](api, table.path())
    nothing = MISTAKES[mistake](api, "/v1/games/" + "z" * 26)
    assert there.status >= 400
    assert (there.status, there.body) == (nothing.status, nothing.body)
    assert without_number(there.headers) == without_number(nothing.headers)


def test_a_private_game_is_in_no_listing(api):
    table = api.started(seats=2, visibility="private")
    assert table.game.encode() not in api.get("/v1/games").body
    assert table.game.encode() not in api.get("/metrics").body


def test_a_seat_named_in_a_body_is_refused(api):
    """S13: whose seat it is, the token says."""
    table = api.started(seats=2)
    card = table.view(0)["you"]["hand"][0]
    before = table.revision
    for more in ({"seat": 1}, {"seat": 0}, {"by": "bot"}, {"decision": "r1t1-pick-s1"}):
        table.put("r1t1-pick-s0", {"card": card, **more}, 0).expect(422, "invalid_body")
    assert table.revision == before
