"""A seat that changes hands while a request of its holder is under way: what is dealt to the next
one there is never shown to the one before, and is not played by it, whichever way it asks.
"""

import pytest

from service.access import callers as access
from tests.support.client import Table

AS_LINES = ("Accept", "application/x-ndjson")
WAYS = {
    "a page": ("/events?after=1", ()),
    "a long poll": ("/events?after=3", (("Prefer", "wait=5"),)),
    "a stream": ("/events?after=1", (AS_LINES,)),
    "a stream of what is new": ("/events?after=3", (AS_LINES,)),
    "a bundle": ("/audit", ()),
    "attempts": ("/attempts", ()),
}
NEXT = {"a bot": {"policy": "random", "seat": 1}, "a person": {"name": "Next", "seat": 1}}


@pytest.fixture
def house(services):
    """The token of an account that creates games and plays in them."""
    token, _ = services.accounts.create("house", ["games:write", "play"], services.clock())
    return token


@pytest.fixture(params=["its token", "the account that plays it", "the account of the host"])
def asker(request, api, house):
    """A table with a person at seat 0, and the token by which seat 1 is held."""
    creator = house if request.param == "the account of the host" else None
    body = {"ruleset": "tactics", "seats": 2}
    table = Table.of(api, api.ask("POST", "/v1/games", creator, body))
    table.sit("Left")
    if request.param == "its token":
        table.sit("Held")
        return table, table.seats[1]
    held = {"name": "Held", "seat": 1}
    api.ask("POST", table.path("/seats"), house, held).expect(201)
    return table, house


@pytest.fixture(params=NEXT)
def displaced(request, api, asker, monkeypatch):
    """Once the server knows who asks next, and before it does anything for them, somebody else is
    seated at seat 1, the game starts, and an answer of theirs is refused. True when that was done.
    """
    table, done = asker[0], []

    def displace():
        api.ask("DELETE", table.path("/seats/1"), table.host).expect(204)
        seated = api.ask("POST", table.path("/seats"), table.host, NEXT[request.param]).expect(201)
        api.ask("POST", table.path("/start"), table.host).expect(200)
        if seated.json["token"] is not None:
            own = {"card": 1, "and": "too much"}
            refused = table.path("/decisions/r1t1-pick-s1")
            assert api.ask("PUT", refused, seated.json["token"], own).status in (400, 422)
        done.append(True)

    def slowed(identified):
        def asked(*what):
            found = identified(*what)
            if not done:
                done.append(False)
                displace()
            return found

        return asked

    for name in ("identify", "authorize"):
        monkeypatch.setattr(access, name, slowed(getattr(access, name)))
    return done


@pytest.mark.parametrize("way", WAYS)
def test_nothing_of_the_next_holder_is_shown_to_the_last_one(asker, api, displaced, way):
    table, token = asker
    path, headers = WAYS[way]
    answer = api.get(table.path(path), token, headers)
    assert displaced[-1], "it has happened"
    opened = answer.body.count(b'"salt":')
    assert opened == answer.body.count(b'"kind":"name"'), "what opens a seal of somebody else"
    assert b'"attempts":[{' not in answer.body


def test_the_last_holder_does_not_answer_for_the_next_one(asker, api, displaced):
    table, token = asker
    answer = api.ask("PUT", table.path("/decisions/r1t1-pick-s1"), token, {"card": 1})
    assert displaced[-1], "it has happened"
    answer.expect(409, "decision_not_open")


@pytest.mark.parametrize("command", ["start", "abandon"])
def test_a_host_who_sat_there_gets_no_view_of_who_sits_there_now(asker, api, displaced, command):
    table, token = asker
    answer = api.ask("POST", table.path(f"/{command}"), token)
    assert displaced[-1], "it has happened"
    assert answer.status == 403 or answer.json["you"] is None
