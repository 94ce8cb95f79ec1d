"""The store's reply is lost between the append and the client. Exactly one entry."""

import pytest

from tests.support.proxy import Fault

SWALLOWED = [Fault.SWALLOW], [Fault.SWALLOW] * 2, [Fault.CUT_BEFORE], [Fault.CUT_AFTER]
MIXED = [Fault.CUT_BEFORE, Fault.SWALLOW], [Fault.SWALLOW, Fault.CUT_BEFORE]


def named(faults):
    return " ".join(fault.name for fault in faults)


@pytest.fixture
def table(site, proxy):
    """A started game over a line that can be told to fail at its appends."""
    made = site.process(redis_url=proxy.url)
    yield made.api.started(seats=3)
    made.services.store._client.close()


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
def test_a_pick_is_one_event_never_a_conflict_with_itself_and_the_last_one_reveals_once(
    table, proxy, faults
):
    for seat in range(3):
        card = table.hand(seat)[0]
        if seat != 1:
            proxy.plan("EVALSHA", *faults)
        answer = insist(lambda seat=seat, card=card: table.pick(seat, card))
        assert answer.status in {200, 201}
        assert table.pick(seat, card).expect(200).json == answer.json
    assert len(table.events("CardPicked")) == 3
    assert len(table.events("PicksRevealed")) == 1


@pytest.mark.parametrize("faults", SWALLOWED, ids=named)
def test_creating_and_joining_leave_one_game_and_one_seat(table, proxy, faults):
    api, key = table.api, [("Idempotency-Key", "once")]

    def repeated(path, body):
        proxy.plan("EVALSHA", *faults)
        made = insist(lambda: api.post(path, body, headers=key)).expect(201).json
        assert api.post(path, body, headers=key).expect(201).json == made
        return made

    path = f"/v1/games/{repeated('/v1/games', {'ruleset': 'classic'})['game']['id']}"
    sat = repeated(f"{path}/seats", {"name": "Ana"})
    assert api.get(path, sat["token"]).json["you"]["seat"] == 0
    assert sum(seat["player"] is not None for seat in api.get(path).json["seats"]) == 1
