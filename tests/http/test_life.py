"""The life of a game over HTTP, from creating it to the proof that it was fair; its entries, whole
or not at all, the same on every way, and counted by the revision."""

from random import Random

import pytest

from domain.rulesets import RULESETS
from tests.support import dsl
from tests.support.client import SHORT, events
from tests.support.conforming import verified
from tests.support.ways import WAYS
from workers.bots import play_bots

every = pytest.mark.parametrize("key", RULESETS)


def short(key):
    """Options of a short game, where the ruleset knows lengths."""
    known = {option.name for option in RULESETS[key].options}
    return {name: value for name, value in SHORT.items() if name in known}


@every
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_game_is_played_to_its_end_proves_itself_and_every_viewer_sees_it_again_as_it_was_live(
    api, key, visibility
):
    table = api.started(key, seats=2, options=short(key), visibility=visibility)
    tokens = [None if visibility == "public" else table.invite, table.host, *table.seats.values()]
    seen, start = {}, table.revision
    while True:
        for token in tokens:
            answer = table.get("", token).expect(200)
            seen[answer.json["revision"], token] = answer
        if not table.play_on(Random(len(seen)).choice, 1):
            break
    assert {revision for revision, _ in seen} == set(range(start, table.revision + 1))
    eyes = {token: seat for seat, token in table.seats.items()}
    for (revision, token), live in seen.items():
        replayed = table.get(f"?revision={revision}", token).expect(200)
        assert replayed.lasting == live.lasting
        assert replayed.header("ETag") == live.header("ETag")
        for other in (tokens[0], table.seats[1]) if token in eyes else ():
            as_seat = table.get(f"?revision={revision}&seat={eyes[token]}", other).expect(200)
            assert as_seat.lasting == live.lasting
    assert answer.json["status"] == "finished"
    assert sorted(place["seat"] for place in answer.json["places"]) == [0, 1]
    verified(table.get("/audit", table.invite))


def test_an_old_entry_is_the_same_bytes_for_ever_and_all_but_its_openings_for_everybody(api):
    table = api.started(seats=3, options=SHORT)
    told = dict.fromkeys([table.invite, table.host, *table.seats.values()], b"")
    while True:
        for token in told:
            page = table.get("/events?limit=500", token).lasting.partition(b'],"head":')[0]
            assert page.startswith(told[token])
            told[token] = page
        if not table.play_on(Random(3).choice, 8):
            break
    assert table.view()["status"] == "finished"
    feeds = [table.feed(token) for token in told]
    for item in (item for feed in feeds for item in feed):
        item.pop("openings", None)
    assert all(feed == feeds[0] for feed in feeds)


def test_the_feed_is_walked_by_its_links_each_entry_once(api):
    table = api.started(seats=3)
    table.play_on(Random(4).choice, 10)
    path, found = table.path("/events?limit=7"), []
    while path:
        answer = api.get(path).expect(200)
        found += [each["revision"] for each in answer.json["entries"]]
        path = answer.next
    assert found == list(range(1, table.revision + 1))


@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_watching_shows_the_same_entries(api, way):
    table = api.started(seats=3)
    table.play_on(Random(1).choice, 12)
    table.abandon()
    assert any(len(events(item)) > 1 for item in table.feed())
    for token in (None, table.seats[1]):
        shown = table.feed(token)
        assert WAYS[way](table, token, 0) == shown
        assert WAYS[way](table, token, 7) == shown[7:]
    assert [item["revision"] for item in shown] == list(range(1, table.revision + 1))


def test_the_pick_that_closes_a_turn_is_one_entry_and_nothing_is_between_it_and_what_follows(here):
    """Two seats with two cards each, of which none takes a row."""
    rows = [[12], [37], [43], [58]]
    laid = here.lay(dsl.given(dsl.table("classic", rows, [[14, 60], [44, 61]])))
    first = laid.pick(0, 14).expect(201).json["receipt"]
    last = laid.pick(1, 44).expect(201).json["receipt"]
    assert last["revision"] == first["revision"] + 1 == laid.revision
    (item,) = laid.feed(query=f"?after={first['revision']}")
    assert [event["type"] for event in events(item)] == [
        *("CardPicked", "PicksRevealed", "CardPlaced", "CardPlaced", "TurnStarted")
    ]
    assert (item["hash"], item["entry"]["at"]) == (last["hash"], last["at"])
    assert laid.view()["head"]["hash"] == last["hash"]
    assert laid.get("/audit").expect(200).json["entries"][-1] == item
    assert laid.pick(1, 44).expect(200).json["receipt"] == last
    before, after = (laid.view(1, f"?revision={n}") for n in (last["revision"] - 1, laid.revision))
    assert (before["turn"], before["waiting_on"], before["revealed"]) == (1, [1], [])
    assert (after["turn"], after["waiting_on"], len(after["revealed"])) == (2, [0, 1], 2)
    assert after == laid.view(1)
    laid.get(f"?revision={laid.revision + 1}").expect(404, "no_such_revision")
    laid.get(f"/events?after={laid.revision + 1}").expect(409, "cursor_ahead")


def test_an_entry_with_two_of_ones_own_seals_opens_both(here):
    """The last pick of a round, with the deal of the next one."""
    events = dsl.table("classic", [[12], [37], [43], [58]], [[14], [44]], turn=10)
    table = here.lay(dsl.given(events))
    for seat, card in ((0, 14), (1, 44)):
        table.pick(seat, card, turn=10).expect(201)
    for seat, kinds in ((0, ["hand"]), (1, ["pick", "hand"])):
        opened = table.feed(table.seats[seat])[-1]["openings"]
        assert [each["payload"]["kind"] for each in opened] == kinds
        assert {each["payload"]["seat"] for each in opened} == {seat}
    assert "openings" not in table.feed()[-1]


@every
def test_whoever_resigns_is_played_on_by_the_careful_bot(api, services, key):
    table = api.started(key, seats=2, options=short(key))
    table.play_on(Random(6).choice, 3)
    for _ in range(2):  # resigning twice is no different
        table.leave(0).expect(204)
    player = table.view()["seats"][0]["player"]
    assert (player["kind"], player["policy"], player["resigned"]) == ("bot", "careful", True)
    assert table.view(0)["you"]["seat"] == 0
    while (view := table.view())["status"] == "playing":
        if 0 in view["waiting_on"]:
            assert play_bots(services, table.game) == 1
        else:
            table.answer_owed(1, Random(6).choice)
    assert view["status"] == "finished"


def test_an_abandoned_game_shows_its_seed_and_stays_as_it_is(api):
    table = api.started(seats=3)
    table.play_on(Random(7).choice, 4)
    assert table.view()["server_seed"] is None
    first, again = table.abandon(), table.abandon()
    assert first.lasting == again.lasting
    assert first.json["status"] == "abandoned"
    assert len(first.json["server_seed"]) == 43
    assert table.start().lasting == first.lasting, "it has been started"
    table.leave(1).expect(409, "game_over")
    table.pick(1, 1, turn=2).expect(410, "decision_closed")
    verified(table.get("/audit"))
