"""Entries over HTTP: whole or not at all, the same on every way, and counted by the revision."""

from random import Random

import pytest

from tests.support import dsl
from tests.support.client import events
from tests.support.laid import lay
from tests.support.ways import WAYS


@pytest.fixture
def table(api, services):
    """Two seats with two cards each, of which none takes a row."""
    laid = dsl.table("classic", [[12], [37], [43], [58]], [[14, 60], [44, 61]])
    return lay(api, services.store, laid)


def test_the_pick_that_closes_a_turn_is_one_entry_with_all_that_follows(api, table):
    first = table.put("r1t1-pick-s0", {"card": 14}, 0).expect(201).json["receipt"]
    last = table.put("r1t1-pick-s1", {"card": 44}, 1).expect(201).json["receipt"]
    assert last["revision"] == first["revision"] + 1 == table.revision
    (item,) = table.feed(query=f"?after={first['revision']}")
    assert [event["type"] for event in events(item)] == [
        *("CardPicked", "PicksRevealed", "CardPlaced", "CardPlaced", "TurnStarted"),
    ]
    assert (item["hash"], item["entry"]["at"]) == (last["hash"], last["at"])
    assert table.view()["head"]["hash"] == last["hash"]
    bundle = api.get(table.path("/audit")).expect(200).json
    assert bundle["entries"][-1] == item
    again = table.put("r1t1-pick-s1", {"card": 44}, 1).expect(200).json["receipt"]
    assert again == last


def test_before_the_pick_that_closes_the_turn_and_after_it_there_is_nothing_between(table):
    for seat, card in ((0, 14), (1, 44)):
        table.put(f"r1t1-pick-s{seat}", {"card": card}, seat).expect(201)
    last = table.revision
    before, after = (table.view(1, f"?revision={n}") for n in (last - 1, last))
    assert (before["turn"], before["waiting_on"], before["revealed"]) == (1, [1], [])
    assert (after["turn"], after["waiting_on"], len(after["revealed"])) == (2, [0, 1], 2)
    assert after == table.view(1)
    table.api.get(table.path(f"?revision={last + 1}")).expect(404, "no_such_revision")
    table.api.get(table.path(f"/events?after={last + 1}")).expect(409, "cursor_ahead")


def test_an_entry_with_two_of_ones_own_seals_opens_both(api, services):
    """The last pick of a round, with the deal of the next one."""
    rows, hands = [[12], [37], [43], [58]], [[14], [44]]
    table = lay(api, services.store, dsl.table("classic", rows, hands, turn=10))
    table.put("r1t10-pick-s0", {"card": 14}, 0).expect(201)
    table.put("r1t10-pick-s1", {"card": 44}, 1).expect(201)
    for seat, kinds in ((0, ["hand"]), (1, ["pick", "hand"])):
        opened = table.feed(table.seats[seat])[-1]["openings"]
        assert [each["payload"]["kind"] for each in opened] == kinds
        assert {each["payload"]["seat"] for each in opened} == {seat}
    assert "openings" not in table.feed()[-1]


@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_watching_shows_the_same_entries(app, api, way):
    table = api.started(seats=3)
    table.play_on(Random(1).choice, 12)
    api.ask("POST", table.path("/abandon"), table.host).expect(200)
    assert any(len(events(item)) > 1 for item in table.feed())
    for token in (None, table.seats[1]):
        shown = table.feed(token)
        assert WAYS[way](app, table.path("/events"), token, 0) == shown
        assert WAYS[way](app, table.path("/events"), token, 7) == shown[7:]
    assert [item["revision"] for item in shown] == list(range(1, table.revision + 1))
