"""Two web processes, each with its own memory of the games: neither acts on what is no more."""

from dataclasses import replace
from random import Random

import pytest

from service.app import SERVICES
from service.games.games import Games
from service.handling import Handler


@pytest.fixture
def table(api):
    """A lobby of two seats, the first one taken by somebody who leaves again."""
    table = api.create(seats=2)
    table.sit("Ana")
    return table


def leave_and_be_followed(api, table):
    """Ana leaves, Bo takes her seat. Returns Ana's token, which has ended."""
    left = table.seats[0]
    api.ask("DELETE", table.path("/seats/0"), left).expect(204)
    table.sit("Bo")
    return left


def test_a_token_that_ended_plays_for_nobody_in_a_process_that_remembers_it(api, sibling, table):
    sibling.get(table.path(), table.seats[0]).expect(200)  # remembered
    left = leave_and_be_followed(api, table)
    table.sit("Cy")
    table.start()
    revision = table.revision
    for card in table.view(0)["you"]["hand"]:
        path = table.path("/decisions/r1t1-pick-s0")
        sibling.ask("PUT", path, left, {"card": card}).expect(403, "foreign_token")
    assert table.revision == revision


def test_a_token_that_ended_frees_no_seat_in_a_process_that_remembers_it(api, sibling, table):
    sibling.get(table.path(), table.seats[0]).expect(200)
    left = leave_and_be_followed(api, table)
    revision = table.revision
    sibling.ask("DELETE", table.path("/seats/0"), left).expect(403, "foreign_token")
    assert table.revision == revision


def test_the_host_frees_no_seat_of_a_game_that_started_elsewhere(api, sibling, table):
    table.sit("Bo")
    sibling.get(table.path(), table.host).expect(200)
    table.start()
    revision = table.revision
    sibling.ask("DELETE", table.path("/seats/0"), table.host).expect(403, "not_your_seat")
    assert table.revision == revision


def told_by(app, clock):
    """Let the app's commands happen at the time of this clock, which is asked for each."""
    services = app.extensions[SERVICES]
    handler = Handler(services.games, services.dispatcher, services.listing, clock)
    app.extensions[SERVICES] = replace(services, handler=handler, clock=clock)


def between(app, happens, clock=lambda: 1):
    """Let `happens` come in between the next request's identification and its command."""
    waiting = [happens]

    def interrupted():
        if waiting:
            waiting.pop()()
        return clock()

    told_by(app, interrupted)


def test_whoever_leaves_twice_at_once_takes_nobody_else_off_the_seat(app, api, sibling, table):
    left = table.seats[0]
    between(app, lambda: leave_and_be_followed(sibling, table))
    api.ask("DELETE", table.path("/seats/0"), left).expect(404, "no_such_seat")
    assert table.view(0)["seats"][0]["player"]["name"] == "Bo"


def test_a_host_who_frees_a_seat_while_the_game_starts_resigns_for_nobody(app, api, sibling, table):
    table.sit("Bo")
    start = table.path("/start")
    between(app, lambda: sibling.ask("POST", start, table.host).expect(200))
    api.ask("DELETE", table.path("/seats/0"), table.host).expect(409, "already_started")
    assert table.view(0)["seats"][0]["player"]["resigned"] is False


def test_two_of_one_name_who_sit_down_in_one_millisecond_get_two_seats(app, apps, api, sibling):
    told_by(apps[1], lambda: 1)
    table, body, first = api.create(seats=3), {"name": "Bo"}, []
    path = table.path("/seats")
    between(app, lambda: first.append(sibling.ask("POST", path, None, body).expect(201).json))
    second = api.ask("POST", path, None, body).expect(201).json
    assert [first[0]["seat"], second["seat"]] == [0, 1]
    for taken in (first[0], second):
        assert api.get(table.path(), taken["token"]).json["you"]["seat"] == taken["seat"]


def test_a_game_that_is_created_while_it_is_looked_for_is_no_damage(app, api, sibling):
    services, path = app.extensions[SERVICES], "/v1/games"
    key, body = [("Idempotency-Key", "the-same")], {"ruleset": "classic"}
    waiting = [lambda: sibling.ask("POST", path, None, body, headers=key).expect(201)]
    first = []

    def known(name):
        if waiting:
            first.append(waiting.pop()())
        return services.directory.knows(name)

    games = Games(services.store, 10, known)
    app.extensions[SERVICES] = replace(services, games=games)
    told_by(app, services.clock)
    second = api.ask("POST", path, None, body, headers=key).expect(201)
    assert second.json == first[0].json


def test_a_game_is_the_same_bytes_under_the_same_etag_in_both(api, sibling):
    table = api.started(seats=3)
    table.play_on(Random(8).choice, 7)
    for token in (None, table.host, *table.seats.values()):
        for path in (table.path(), table.path("/decisions"), table.path("?revision=9")):
            here, there = api.get(path, token).expect(200), sibling.get(path, token).expect(200)
            assert here.lasting == there.lasting
            assert here.header("ETag") == there.header("ETag")
            tagged = [("If-None-Match", str(here.header("ETag")))]
            assert sibling.get(path, token, headers=tagged).expect(304).body == b""


def test_moves_may_go_to_either_process_in_any_order(api, sibling):
    table = api.started(seats=3, options={"end_score": None, "max_rounds": 1})
    processes, choose = [api, sibling], Random(9).choice
    while waiting := choose(processes).get(table.path()).json["waiting_on"]:
        owed = table.owed(waiting[0])
        path = table.path(f"/decisions/{owed['id']}")
        answer, token = choose(owed["options"]), table.seats[waiting[0]]
        first = choose(processes).ask("PUT", path, token, answer).expect(201)
        again = choose(processes).ask("PUT", path, token, answer)
        assert again.status in {200, 201}  # 201: decided alike in the same millisecond
        assert again.json == first.json
    assert table.view()["status"] == "finished"
