"""Before the first deal: sit down, leave, start, abandon, resign."""

import pytest

from domain.decisions import commands as c
from domain.events import (
    GameAbandoned,
    GameStarted,
    RoundDealt,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
)
from tests.support.dsl import SEED, given, lobby, pick, seal_of, sit, table


def test_the_lowest_free_seat_is_taken_unless_another_is_asked_for():
    scene = lobby("classic", 4, 1).when(sit("B", seat=2), sit("C"))
    assert scene.told(SeatTaken)[0].seat == 1
    assert set(scene.state.players) == {0, 1, 2}


def test_a_seat_that_is_taken_or_not_there_is_refused_with_the_free_ones():
    scene = lobby("classic", 4, 2)
    refusal = scene.when(sit("X", seat=1)).refused("seat_not_free")
    assert refusal.extras["allowed"] == [2, 3]
    for seat in (-1, 4):
        scene.when(sit("X", seat=seat)).refused("no_such_seat")


def test_a_full_game_takes_nobody():
    lobby("classic", 2).when(sit("X")).refused("game_full")
    lobby("classic", 2).when(sit("X", seat=0)).refused("game_full")


def test_a_seat_left_before_the_start_is_free_again():
    scene = lobby("classic", 3).when(c.LeaveSeat(seat=0)).then(SeatLeft(seat=0))
    assert scene.when(sit("X")).told(SeatTaken)[0].seat == 0


def test_nobody_leaves_a_seat_that_nobody_sits_on():
    lobby("classic", 3, 1).when(c.LeaveSeat(seat=2)).refused("no_such_seat")


def test_one_player_is_not_enough():
    lobby("classic", 3, 1).when(c.StartGame()).refused("not_enough_players")


def test_a_start_deals_to_those_who_sit_whatever_seats_are_empty():
    scene = lobby("classic", 5).when(c.LeaveSeat(seat=1), c.LeaveSeat(seat=3), c.StartGame())
    assert scene.told(GameStarted)[0].seats == (0, 2, 4)
    assert [hand.seat for hand in scene.told(RoundDealt)[0].hands] == [0, 2, 4]
    assert scene.state.owing == (0, 2, 4)


def test_starting_a_game_that_runs_changes_nothing():
    lobby("classic", 2).when(c.StartGame(), c.StartGame()).then()


def test_nobody_sits_down_in_a_game_that_runs():
    lobby("classic", 3, 2).when(c.StartGame(), sit("X")).refused("already_started")


def test_who_leaves_a_running_game_is_followed_by_a_bot():
    scene = lobby("classic", 2).when(c.StartGame(), c.LeaveSeat(seat=1, policy="careful"))
    scene.then(SeatHandedOver(seat=1, policy="careful", reason="resigned"))
    assert scene.state.players[1].is_bot
    assert scene.state.players[1].name_seal == seal_of("P1")
    assert scene.state.owing == (0, 1)
    scene.when(c.LeaveSeat(seat=1)).then()


def test_leaving_only_the_lobby_is_refused_once_the_game_runs():
    leaving = c.LeaveSeat(seat=1, lobby_only=True)
    lobby("classic", 3).when(leaving).then(SeatLeft(seat=1))
    lobby("classic", 3).when(c.StartGame(), leaving).refused("already_started")


def test_the_resigned_player_no_longer_answers_and_the_bot_does():
    hands = [[10, 11], [20, 21]]
    scene = given(table("classic", [[1], [2], [3], [4]], hands)).when(c.LeaveSeat(seat=1))
    scene.when(pick(1, 20)).refused("not_your_decision")
    scene.when(pick(1, 20, by="bot", policy="careful/1")).then_types("CardPicked")


@pytest.mark.parametrize("started", [False, True])
def test_abandoning_ends_the_game_and_reveals_the_seed(started):
    scene = lobby("classic", 2).when(*[c.StartGame()] * started)
    scene = scene.when(c.AbandonGame(reason="host"))
    scene.then(GameAbandoned(reason="host", server_seed=SEED))
    assert scene.state.owing == ()
    scene.when(c.AbandonGame()).then()


@pytest.mark.parametrize("command", [c.StartGame(), sit("X"), c.LeaveSeat(seat=0)])
def test_nothing_happens_in_an_abandoned_game(command):
    scene = given(table("classic", [[1], [2], [3], [4]], [[10, 11], [20, 21]]))
    scene = scene.when(c.AbandonGame())
    scene.when(command).refused("game_over")
    scene.when(pick(0, 10)).refused("decision_closed")


@pytest.mark.parametrize("command", [c.StartGame(), sit("X"), c.LeaveSeat(seat=0), c.AbandonGame()])
def test_nothing_happens_in_a_finished_game(command):
    scene = given(table("classic", [[1], [2], [3], [4]], [[10], [20]], max_rounds=1))
    scene = scene.when(pick(0, 10), pick(1, 20))
    scene.when(command).refused("game_over")
    scene.when(pick(0, 10)).refused("decision_closed")


# -- asking twice -----------------------------------------------------------------------------


def test_joining_twice_with_one_key_takes_one_seat():
    asking = sit("X", request="key.print")
    scene = lobby("classic", 3, 1).when(asking)
    scene.when(asking).then()
    scene.when(sit("Y", request="key.other")).refused("idempotency_key_reused")
    assert scene.when(sit("Y", request="yek.print")).told(SeatTaken)[0].seat == 2
