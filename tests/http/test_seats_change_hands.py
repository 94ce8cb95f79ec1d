"""A seat that changes hands while a request of its holder is under way: what is dealt to the next
one there is never shown to the one before, and is not played by it, whichever way it asks."""

import pytest

from service.access import callers as access
from tests.support.client import NDJSON

WAYS = {
    "a page": ("/events?after=1", ()),
    "a long poll": ("/events?after=3", (("Prefer", "wait=5"),)),
    "a stream": ("/events?after=1", (NDJSON,)),
    "a stream of what is new": ("/events?after=3", (NDJSON,)),
    "a bundle": ("/audit", ()),
    "attempts": ("/attempts", ()),
}
NEXT = {"a bot": {"policy": "random", "seat": 1}, "a person": {"name": "Next", "seat": 1}}


@pytest.fixture(params=["its token", "the account that plays it", "the account of the host"])
def asker(request, here):
    """A table with a person at seat 0, and the token by which seat 1 is held."""
    house = here.account()
    creator = house if request.param == "the account of the host" else None
    table = here.api.by(creator).create("tactics", seats=2)
    table.sit("Left")
    by = None if request.param == "its token" else house
    table.sit("Held", by, seat=1)
    return table, by or table.seats[1]


@pytest.fixture(params=NEXT)
def displaced(request, asker, monkeypatch):
    """Once the server knows who asks next, and before it does anything for them, somebody else is
    seated at seat 1, the game starts, and an answer of theirs is refused. True when that was done.
    """
    table, done = asker[0], []

    def displace():
        table.leave(1, table.host).expect(204)
        seated = table.ask("POST", "/seats", table.host, NEXT[request.param]).expect(201)
        table.start()
        if seated.json["token"] is not None:
            own = {"card": 1, "and": "too much"}
            refused = table.ask("PUT", "/decisions/r1t1-pick-s1", seated.json["token"], own)
            assert refused.status in (400, 422)
        done.append(True)

    def slowed(identified):
        def asked(*what, **how):
            found = identified(*what, **how)
            if not done:
                done.append(False)
                displace()
            return found

        return asked

    for name in ("identify", "authorize"):
        monkeypatch.setattr(access, name, slowed(getattr(access, name)))
    return done


@pytest.mark.parametrize("way", WAYS)
def test_nothing_of_the_next_holder_is_shown_to_the_last_one(asker, displaced, way):
    table, token = asker
    path, headers = WAYS[way]
    answer = table.get(path, token, headers)
    assert displaced[-1], "it has happened"
    opened = answer.body.count(b'"salt":')
    assert opened == answer.body.count(b'"kind":"name"'), "what opens a seal of somebody else"
    assert b'"attempts":[{' not in answer.body


def test_the_last_holder_does_not_answer_for_the_next_one(asker, displaced):
    table, token = asker
    answer = table.ask("PUT", "/decisions/r1t1-pick-s1", token, {"card": 1})
    assert displaced[-1], "it has happened"
    answer.expect(409, "decision_not_open")


@pytest.mark.parametrize("command", ["start", "abandon"])
def test_a_host_who_sat_there_gets_no_view_of_who_sits_there_now(asker, displaced, command):
    table, token = asker
    answer = table.ask("POST", f"/{command}", token)
    assert displaced[-1], "it has happened"
    assert answer.status == 403 or answer.json["you"] is None
