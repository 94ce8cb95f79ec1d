"""The life of a game over HTTP, from creating it to the proof that it was fair."""

from random import Random

import pytest

from domain.rulesets import RULESETS
from tests.support.conforming import verified
from workers.bots import play_bots

SHORT = {"end_score": None, "max_rounds": 1}


def short(key):
    """Options of a short game, where the ruleset knows lengths."""
    known = {option.name for option in RULESETS[key].options}
    return {name: value for name, value in SHORT.items() if name in known}


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_game_of_every_ruleset_is_played_to_its_end_and_proves_itself(api, key, visibility):
    table = api.started(key, seats=2, options=short(key), visibility=visibility)
    table.play_on(Random(key).choice)
    view = table.view()
    assert view["status"] == "finished"
    assert sorted(place["seat"] for place in view["places"]) == [0, 1]
    verified(api.get(table.path("/audit"), table.invite))


def test_a_running_games_bundle_is_true_as_far_as_it_goes(api):
    table = api.started(seats=3)
    table.play_on(Random(1).choice, 17)
    for token in (None, table.host, table.invite, *table.seats.values()):
        verified(api.get(table.path("/audit"), token))


@pytest.mark.parametrize("key", RULESETS)
def test_every_revision_is_replayed_as_every_viewer_saw_it_live(api, key):
    table = api.started(key, seats=2, options=short(key))
    tokens = [None, table.host, *table.seats.values()]
    seen = {}

    def look():
        for token in tokens:
            answer = api.get(table.path(), token).expect(200)
            seen[answer.json["revision"], token] = answer

    start = table.revision
    look()
    while table.play_on(Random(len(seen)).choice, 1):
        look()
    assert {revision for revision, _ in seen} == set(range(start, table.revision + 1))
    for (revision, token), live in seen.items():
        replayed = api.get(table.path(f"?revision={revision}"), token).expect(200)
        assert replayed.lasting == live.lasting
        assert replayed.header("ETag") == live.header("ETag")


def test_an_old_entry_is_the_same_bytes_for_ever_and_every_page_says_the_same(api):
    table = api.started(seats=3, options=SHORT)
    tokens = [None, *table.seats.values()]
    first = {}

    def look():
        for token in tokens:
            for revision in range(table.revision):
                page = api.get(table.path(f"/events?after={revision}&limit=1"), token).lasting
                entry = page.partition(b',"head":')[0]
                assert first.setdefault((token, revision), entry) == entry

    look()
    while table.play_on(Random(3).choice, 8):
        look()
    assert table.view()["status"] == "finished"
    for token in tokens:
        whole = api.get(table.path("/events?limit=500"), token).lasting
        singles = [
            entry.removeprefix(b'{"entries":[').removesuffix(b"]")
            for (who, _), entry in sorted(first.items(), key=lambda e: e[0][1])
            if who == token
        ]
        assert whole.startswith(b'{"entries":[' + b",".join(singles) + b"]")


def test_the_feed_is_walked_by_its_links_each_entry_once(api):
    table = api.started(seats=3)
    table.play_on(Random(4).choice, 10)
    path, found = table.path("/events?limit=7"), []
    while path:
        answer = api.get(path).expect(200)
        found += [each["revision"] for each in answer.json["entries"]]
        link = answer.header("Link")
        path = link.partition(">")[0].removeprefix("<") if link else None
    assert found == list(range(1, table.revision + 1))


def test_all_viewers_get_the_same_public_form_and_the_same_hashes(api):
    table = api.started(seats=3)
    table.play_on(Random(5).choice, 11)
    feeds = [table.feed(token) for token in (table.host, table.invite, *table.seats.values())]
    for feed in feeds:
        for item in feed:
            item.pop("openings", None)
    assert all(feed == feeds[0] for feed in feeds)


def test_a_seat_that_is_left_before_the_start_is_free_again_and_its_token_ends(api):
    table = api.create(seats=2)
    first = table.sit("Ana")
    assert api.ask("DELETE", table.path(f"/seats/{first}"), table.seats[first]).expect(204)
    assert api.get(table.path(), table.seats[first]).expect(403, "foreign_token")
    assert table.sit("Bo") == first


@pytest.mark.parametrize("key", RULESETS)
def test_whoever_resigns_is_played_on_by_the_careful_bot(api, services, key):
    table = api.started(key, seats=2, options=short(key))
    table.play_on(Random(6).choice, 3)
    for _ in range(2):  # resigning twice is no different
        api.ask("DELETE", table.path("/seats/0"), table.seats[0]).expect(204)
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
    table = api.create(seats=4, options=SHORT)
    for policy in ("careful", "random", "careful", "random"):
        table.sit_bot(policy)
    table.start()
    while play_bots(services, table.game):
        pass
    assert table.view()["status"] == "finished"


def test_an_abandoned_game_shows_its_seed_and_stays_as_it_is(api):
    table = api.started(seats=3)
    table.play_on(Random(7).choice, 4)
    assert table.view()["server_seed"] is None
    first = api.ask("POST", table.path("/abandon"), table.host).expect(200)
    again = api.ask("POST", table.path("/abandon"), table.host).expect(200)
    assert first.lasting == again.lasting
    assert first.json["status"] == "abandoned"
    assert len(first.json["server_seed"]) == 43
    api.ask("POST", table.path("/start"), table.host).expect(409, "game_over")
    api.ask("DELETE", table.path("/seats/1"), table.seats[1]).expect(409, "game_over")
    owed = "r1t2-pick-s1"
    table.put(owed, {"card": 1}, 1).expect(410, "decision_closed")
    verified(api.get(table.path("/audit")))


def test_a_game_is_not_started_with_too_few_players(api):
    table = api.create(seats=2)
    table.sit("Ana")
    api.ask("POST", table.path("/start"), table.host).expect(409, "not_enough_players")
