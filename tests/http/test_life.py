"""The life of a game over HTTP, from creating it to the proof that it was fair; its entries, whole
or not at all, the same on every way, and counted by the revision.
"""

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
def test_a_game_of_every_ruleset_is_played_to_its_end_and_proves_itself(api, key, visibility):
    table = api.started(key, seats=2, options=short(key), visibility=visibility)
    table.play_on(Random(key).choice)
    view = table.view()
    assert view["status"] == "finished"
    assert sorted(place["seat"] for place in view["places"]) == [0, 1]
    verified(table.get("/audit", table.invite))


def test_a_running_games_bundle_is_true_as_far_as_it_goes(api):
    table = api.started(seats=3)
    table.play_on(Random(1).choice, 17)
    for token in (None, table.host, table.invite, *table.seats.values()):
        verified(table.get("/audit", token))


@every
def test_every_revision_is_replayed_as_every_viewer_saw_it_live(api, key):
    table = api.started(key, seats=2, options=short(key))
    tokens = [None, table.host, *table.seats.values()]
    seen = {}

    def look():
        for token in tokens:
            answer = table.get("", token).expect(200)
            seen[answer.json["revision"], token] = answer

    start = table.revision
    look()
    while table.play_on(Random(len(seen)).choice, 1):
        look()
    assert {revision for revision, _ in seen} == set(range(start, table.revision + 1))
    for (revision, token), live in seen.items():
        replayed = table.get(f"?revision={revision}", token).expect(200)
        assert replayed.lasting == live.lasting
        assert replayed.header("ETag") == live.header("ETag")


def test_an_old_entry_is_the_same_bytes_for_ever_and_every_page_says_the_same(api):
    table = api.started(seats=3, options=SHORT)
    tokens = [None, *table.seats.values()]
    first = {}

    def look():
        for token in tokens:
            for revision in range(table.revision):
                page = table.get(f"/events?after={revision}&limit=1", token).lasting
                entry = page.partition(b',"head":')[0]
                assert first.setdefault((token, revision), entry) == entry

    look()
    while table.play_on(Random(3).choice, 8):
        look()
    assert table.view()["status"] == "finished"
    for token in tokens:
        whole = table.get("/events?limit=500", token).lasting
        singles = [
            first[token, revision].removeprefix(b'{"entries":[').removesuffix(b"]")
            for revision in range(table.revision)
        ]
        assert whole.startswith(b'{"entries":[' + b",".join(singles) + b"]")


def test_the_feed_is_walked_by_its_links_each_entry_once(api):
    table = api.started(seats=3)
    table.play_on(Random(4).choice, 10)
    path, found = table.path("/events?limit=7"), []
    while path:
        answer = api.get(path).expect(200)
        found += [each["revision"] for each in answer.json["entries"]]
        path = answer.next
    assert found == list(range(1, table.revision + 1))


def test_all_viewers_get_the_same_public_form_and_the_same_hashes(api):
    table = api.started(seats=3)
    table.play_on(Random(5).choice, 11)
    feeds = [table.feed(token) for token in (table.host, table.invite, *table.seats.values())]
    for feed in feeds:
        for item in feed:
            item.pop("openings", None)
    assert all(feed == feeds[0] for feed in feeds)


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


@pytest.fixture
def laid(here):
    """Two seats with two cards each, of which none takes a row."""
    rows, hands = [[12], [37], [43], [58]], [[14, 60], [44, 61]]
    return here.lay(dsl.given(dsl.table("classic", rows, hands)))


def test_the_pick_that_closes_a_turn_is_one_entry_with_all_that_follows(laid):
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


def test_before_the_pick_that_closes_the_turn_and_after_it_there_is_nothing_between(laid):
    for seat, card in ((0, 14), (1, 44)):
        laid.pick(seat, card).expect(201)
    last = laid.revision
    before, after = (laid.view(1, f"?revision={n}") for n in (last - 1, last))
    assert (before["turn"], before["waiting_on"], before["revealed"]) == (1, [1], [])
    assert (after["turn"], after["waiting_on"], len(after["revealed"])) == (2, [0, 1], 2)
    assert after == laid.view(1)
    laid.get(f"?revision={last + 1}").expect(404, "no_such_revision")
    laid.get(f"/events?after={last + 1}").expect(409, "cursor_ahead")


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


def test_a_seat_that_is_left_before_the_start_is_free_again_and_its_token_ends(api):
    table = api.create(seats=2)
    seat = table.sit("Ana")
    left = table.seats[seat]
    table.leave(seat).expect(204)
    table.get("", left).expect(403, "foreign_token")
    assert table.sit("Bo") == seat


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


def test_bots_alone_play_a_game_to_its_end(api, services):
    table = api.started(seats=0, bots=["careful", "random"] * 2, options=SHORT)
    while play_bots(services, table.game):
        pass
    assert table.view()["status"] == "finished"


def test_an_abandoned_game_shows_its_seed_and_stays_as_it_is(api):
    table = api.started(seats=3)
    table.play_on(Random(7).choice, 4)
    assert table.view()["server_seed"] is None
    first, again = table.abandon(), table.abandon()
    assert first.lasting == again.lasting
    assert first.json["status"] == "abandoned"
    assert len(first.json["server_seed"]) == 43
    table.ask("POST", "/start", table.host).expect(409, "game_over")
    table.leave(1).expect(409, "game_over")
    table.pick(1, 1, turn=2).expect(410, "decision_closed")
    verified(table.get("/audit"))


def test_a_game_is_not_started_with_too_few_players(api):
    table = api.create(seats=2)
    table.sit("Ana")
    table.ask("POST", "/start", table.host).expect(409, "not_enough_players")
