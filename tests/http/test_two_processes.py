"""Two web processes, each with its own memory of the games: neither acts on what is no more."""

from dataclasses import replace
from random import Random

import pytest

from service.games.games import Games


@pytest.fixture
def table(api):
    table = api.create(seats=2)
    table.sit("Ana")
    return table


@pytest.fixture
def elsewhere(table, sibling):
    """The same table at the other process."""
    return replace(table, api=sibling)


def leave_and_be_followed(table):
    """Ana leaves, Bo takes her seat."""
    table.leave(0).expect(204)
    table.sit("Bo")


def test_a_token_that_ended_does_nothing_in_a_process_that_remembers_it(table, elsewhere):
    left = table.seats[0]
    elsewhere.get("", left).expect(200)  # remembered
    leave_and_be_followed(table)
    revision = table.revision
    elsewhere.leave(0, left).expect(204)  # it has left, and says so again: nothing comes of it
    assert table.revision == revision
    table.sit("Cy")
    table.start()
    revision = table.revision
    for card in table.hand(0):
        asked = elsewhere.ask("PUT", "/decisions/r1t1-pick-s0", left, {"card": card})
        asked.expect(403, "foreign_token")
    assert table.revision == revision


def test_the_host_frees_no_seat_of_a_game_that_started_elsewhere(table, elsewhere):
    table.sit("Bo")
    elsewhere.get("", table.host).expect(200)
    table.start()
    revision = table.revision
    elsewhere.leave(0, table.host).expect(403, "not_your_seat")
    assert table.revision == revision


def between(here, happens):
    """Let `happens` come in between the next request's identification and its command."""
    waiting = [happens]

    def interrupted():
        if waiting:
            waiting.pop()()
        return 1

    here.told_by(interrupted)


def test_whoever_leaves_twice_at_once_takes_nobody_else_off_the_seat(here, table, elsewhere):
    left = table.seats[0]
    between(here, lambda: leave_and_be_followed(elsewhere))
    table.leave(0, left).expect(204)
    assert table.names("", table.invite)[0] == "Bo"


def test_a_host_who_frees_a_seat_while_the_game_starts_resigns_for_nobody(here, table, elsewhere):
    table.sit("Bo")
    between(here, elsewhere.start)
    table.leave(0, table.host).expect(409, "already_started")
    assert table.view(0)["seats"][0]["player"]["resigned"] is False


def test_two_of_one_name_who_sit_down_in_one_millisecond_get_two_seats(here, there):
    there.told_by(lambda: 1)
    table, body, taken = here.api.create(seats=3), {"name": "Bo"}, []
    path = table.path("/seats")
    between(here, lambda: taken.append(there.api.post(path, body).expect(201).json))
    taken.append(here.api.post(path, body).expect(201).json)
    assert [each["seat"] for each in taken] == [0, 1]
    for each in taken:
        assert table.get("", each["token"]).json["you"]["seat"] == each["seat"]


def test_a_game_that_is_created_while_it_is_looked_for_is_no_damage(here, sibling):
    def create(api):
        key = [("Idempotency-Key", "the-same")]
        return api.post("/v1/games", {"ruleset": "classic"}, headers=key).expect(201)

    waiting, first, made = [create], [], here.services

    def known(name):
        if waiting:
            first.append(waiting.pop()(sibling))
        return made.directory.knows(name)

    here.services = replace(made, games=Games(made.store, 10, known))
    here.told_by(made.clock)
    assert create(here.api).json == first[0].json


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
