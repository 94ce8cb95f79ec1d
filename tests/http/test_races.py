"""Many at the same moment, on the running server. TOMA6_RACE_TURNS sets how many turns ten play
(default 20), TOMA6_RACE_TRIES how often a pick is to be changed (40)."""

import os
from random import Random

import pytest

from tests.support.wire import Crowd, request

TURNS = int(os.environ.get("TOMA6_RACE_TURNS", "20"))
TRIES = int(os.environ.get("TOMA6_RACE_TRIES", "40"))
LONG = {"end_score": None, "max_rounds": 100, "row_choice": "cheapest"}


@pytest.fixture
def api(server):
    return server.api


def pick(table, seat, card, round=1, turn=1):
    path = table.path(f"/decisions/r{round}t{turn}-pick-s{seat}")
    return request("PUT", path, table.seats[seat], {"card": card})


def moment(table):
    view = table.view()
    return view["round"], view["turn"]


def test_ten_who_pick_in_the_same_millisecond_all_succeed_at_once(api, server):
    table = api.started(seats=10, options=LONG)
    choose = Random(7).choice
    with Crowd(server.port, 10) as crowd:
        for number in range(TURNS):
            when = moment(table)
            assert when == (number // 10 + 1, number % 10 + 1)
            cards = [choose(table.hand(seat)) for seat in range(10)]
            said = crowd.ask([pick(table, seat, cards[seat], *when) for seat in range(10)])
            assert [each.status for each in said] == [201] * 10, said
            assert len({each.json["receipt"]["revision"] for each in said}) == 10
    for kind, count in ("PicksRevealed", 1), ("CardPicked", 10), ("CardPlaced", 10):
        assert len(table.events(kind)) == count * TURNS


def test_whoever_says_eight_times_at_once_to_leave_has_left(api, server):
    with Crowd(server.port, 8) as crowd:
        for _ in range(5):
            table = api.create(seats=2)
            table.sit("Ana")
            leave = request("DELETE", table.path("/seats/0"), table.seats[0], None)
            assert [each.status for each in crowd.ask([leave] * 8)] == [204] * 8
            assert len(table.events("SeatLeft")) == 1


def test_a_pick_is_changed_neither_while_the_last_one_comes_nor_after_the_reveal(api, server):
    """A pick that is stored is never changed here, so the change always gets a 409."""
    table = api.started(seats=3, options=LONG)
    choose = Random(8).choice
    with Crowd(server.port, 2) as crowd:
        for _ in range(TRIES):
            when, before = moment(table), table.revision
            hands = [table.hand(seat) for seat in range(3)]
            cards = [choose(each) for each in hands]
            for seat in (0, 1):
                table.pick(seat, cards[seat], *when)
            other = choose(hands[0])
            both = pick(table, 2, cards[2], *when), pick(table, 0, other, *when)
            last, change = crowd.ask(both)
            assert last.status == 201
            assert change.status == (200 if other == cards[0] else 409), change
            late = table.pick(0, other, *when)
            assert late.status == (200 if other == cards[0] else 409)
            assert len(table.events("CardPicked", after=before)) == 3
            (reveal,) = table.events("PicksRevealed", after=before)
            assert {p["seat"]: p["card"] for p in reveal["picks"]} == dict(enumerate(cards))


def test_of_five_who_want_the_last_seat_one_gets_it(api, server):
    for _ in range(5):
        table = api.create(seats=10)
        for number in range(9):
            table.sit(f"P{number}")
        with Crowd(server.port, 5) as crowd:
            path, names = table.path("/seats"), [{"name": f"N{n}"} for n in range(5)]
            said = crowd.ask([request("POST", path, None, name) for name in names])
        assert sorted(each.status for each in said) == [201, 409, 409, 409, 409]
        assert {each.json["code"] for each in said if each.status == 409} == {"game_full"}
        assert len(table.events("SeatTaken")) == 10
    table.start()
    table.ask("POST", "/seats", None, {"name": "late"}).expect(409, "already_started")


def test_twenty_equal_answers_at_once_are_one_entry_and_twenty_equal_receipts(api, server):
    """Two that were decided alike in one millisecond both count as the one stored (201)."""
    table = api.started(seats=3)
    with Crowd(server.port, 20) as crowd:
        for seat in range(3):
            card = table.hand(seat)[0]
            said = crowd.ask([pick(table, seat, card)] * 20)
            assert {each.status for each in said} <= {200, 201}
            assert len({str(each.json) for each in said}) == 1
            table.pick(seat, 105 - card).expect(409, "already_answered")
    assert len(table.events("CardPicked")) == 3
