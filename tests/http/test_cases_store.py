"""Case S10: the store's reply is lost between the append and the client. Exactly one entry."""

from dataclasses import replace

import pytest

from service.app import SERVICES, create_app
from service.services import assemble
from tests.support.client import Api, in_process
from tests.support.proxy import Fault, FaultProxy

SWALLOWED = [Fault.SWALLOW], [Fault.SWALLOW] * 2, [Fault.CUT_BEFORE], [Fault.CUT_AFTER]
MIXED = [Fault.CUT_BEFORE, Fault.SWALLOW], [Fault.SWALLOW, Fault.CUT_BEFORE]


def named(faults):
    return " ".join(fault.name for fault in faults)


@pytest.fixture
def proxy(engine):
    with FaultProxy(engine.socket) as running:
        yield running


@pytest.fixture
def table(settings, real_redis, proxy, documented):
    """A started game over a line that can be told to fail at its appends."""
    own = replace(settings, redis_url=proxy.url)
    app = create_app(own, services=assemble(own))
    yield Api(in_process(app), documented).started(seats=3)
    app.extensions[SERVICES].store._client.close()


def insist(send):
    """The first answer but 503, which is safe to repeat; at most five times."""
    for _ in range(5):
        answer = send()
        if answer.status != 503:
            return answer
        assert answer.json["code"] == "store_down"
        assert answer.header("Retry-After")
    raise AssertionError("only 503")


@pytest.mark.parametrize("faults", [*SWALLOWED, *MIXED, [Fault.SWALLOW] * 8], ids=named)
def test_a_pick_is_one_event_and_never_a_conflict_with_itself(table, proxy, faults):
    card = table.view(0)["you"]["hand"][0]
    proxy.plan("EVALSHA", *faults)
    answer = insist(lambda: table.put("r1t1-pick-s0", {"card": card}, 0))
    assert answer.status in {200, 201}
    assert table.put("r1t1-pick-s0", {"card": card}, 0).expect(200).json == answer.json
    assert len(table.events("CardPicked")) == 1


@pytest.mark.parametrize("faults", SWALLOWED, ids=named)
def test_the_last_pick_of_a_turn_is_followed_by_one_reveal(table, proxy, faults):
    cards = [table.view(seat)["you"]["hand"][0] for seat in range(3)]
    for seat in (0, 1):
        table.put(f"r1t1-pick-s{seat}", {"card": cards[seat]}, seat).expect(201)
    proxy.plan("EVALSHA", *faults)
    insist(lambda: table.put("r1t1-pick-s2", {"card": cards[2]}, 2))
    assert len(table.events("CardPicked")) == 3
    assert len(table.events("PicksRevealed")) == 1


@pytest.mark.parametrize("faults", SWALLOWED, ids=named)
def test_creating_and_joining_leave_one_game_and_one_seat(table, proxy, faults):
    api, key = table.api, [("Idempotency-Key", "once")]
    proxy.plan("EVALSHA", *faults)
    new = {"ruleset": "classic"}
    made = insist(lambda: api.ask("POST", "/v1/games", None, new, headers=key)).expect(201).json
    again = api.ask("POST", "/v1/games", None, new, headers=key).expect(201).json
    assert again == made
    path = f"/v1/games/{made['game']['id']}"
    proxy.plan("EVALSHA", *faults)
    ana = {"name": "Ana"}
    sat = insist(lambda: api.ask("POST", f"{path}/seats", None, ana, headers=key)).expect(201).json
    assert api.ask("POST", f"{path}/seats", None, ana, headers=key).expect(201).json == sat
    assert api.get(path, sat["token"]).json["you"]["seat"] == 0
    taken = [seat["player"] is not None for seat in api.get(path).json["seats"]]
    assert sum(taken) == 1
