"""Before the first deal: sit down, leave, start, abandon, resign."""

from dataclasses import replace

import pytest

from domain.decisions import commands as c
from domain.events import (
    SeatHandedOver,
    SeatLeft,
    SeatSecret,
    SeatTaken,
)
from domain.state.state import Left
from tests.support.dsl import given, lobby, pick, seal_of, sit, table

ROWS = [[1], [2], [3], [4]]


def test_a_seat_that_is_taken_or_not_there_is_refused_with_the_free_ones():
    scene = lobby("classic", 4, 2)
    refusal = scene.when(sit("X", seat=1)).refused("seat_not_free")
    assert refusal.extras["allowed"] == [2, 3]
    for seat in (-1, 4):
        scene.when(sit("X", seat=seat)).refused("no_such_seat")


def test_a_full_game_takes_nobody():
    for seat in (None, 0):
        lobby("classic", 2).when(sit("X", seat=seat)).refused("game_full")


def test_a_seat_left_before_the_start_is_free_again_and_one_that_nobody_has_is_not_left():
    scene = lobby("classic", 3).when(c.LeaveSeat(seat=0)).then(SeatLeft(seat=0))
    scene.when(c.LeaveSeat(seat=0)).refused("no_such_seat")
    assert scene.when(sit("X")).told(SeatTaken)[0].seat == 0


def test_one_player_is_not_enough():
    lobby("classic", 3, 1).when(c.StartGame()).refused("not_enough_players")


def test_a_game_that_runs_is_not_started_again_and_nobody_sits_down_in_it():
    scene = lobby("classic", 3, 2).when(c.StartGame())
    scene.when(c.StartGame()).then()
    scene.when(sit("X")).refused("already_started")


def test_who_leaves_a_running_game_is_followed_by_a_bot_that_answers_instead():
    scene = given(table("classic", ROWS, [[10, 11], [20, 21]]))
    scene = scene.when(c.LeaveSeat(seat=1, policy="random"))
    scene.then(SeatHandedOver(seat=1, policy="random", reason="resigned"))
    assert scene.state.players[1].is_bot
    assert scene.state.players[1].name_seal == seal_of("P1")
    assert scene.state.owing == (0, 1)
    scene.when(c.LeaveSeat(seat=1)).then()
    scene.when(pick(1, 20)).refused("not_your_decision")
    scene.when(pick(1, 20, by="bot", policy="random/1")).then_types("CardPicked")


def test_leaving_only_the_lobby_is_refused_once_the_game_runs():
    leaving = c.LeaveSeat(seat=1, lobby_only=True)
    lobby("classic", 3).when(leaving).then(SeatLeft(seat=1))
    lobby("classic", 3).when(c.StartGame(), leaving).refused("already_started")


@pytest.mark.parametrize("command", [sit("X"), c.LeaveSeat(seat=0), pick(0, 10)])
def test_nothing_happens_in_a_game_that_is_over(command):
    code = "decision_closed" if isinstance(command, c.Answer) else "game_over"
    scene = given(table("classic", ROWS, [[10], [20]], max_rounds=1))
    scene.when(c.AbandonGame(), command).refused(code)
    scene = scene.when(pick(0, 10), pick(1, 20))
    assert scene.state.status == "finished"
    scene.when(command).refused(code)
    scene.when(c.AbandonGame()).refused("game_over")
    scene.when(c.StartGame()).then()  # it has been started
    lobby("classic", 2).when(c.AbandonGame(), c.StartGame()).refused("game_over")


def test_who_has_left_does_not_sit_down_again_by_a_late_repeat_nor_leave_for_the_next_one():
    asking = sit("X", request="key.print", token_hash="70" * 32)
    scene = lobby("classic", 3, 1).when(asking, c.LeaveSeat(seat=1))
    scene.when(asking).refused("gone")
    scene.when(sit("Y", request="key.other")).refused("idempotency_key_reused")
    assert scene.state.left == (Left(1, "70" * 32, "key.print", None),)
    scene.when(c.LeaveSeat(seat=1, lobby_only=True)).then()  # the host frees what is free
    scene.when(c.LeaveSeat(seat=1)).refused("no_such_seat")
    scene.when(c.LeaveSeat(seat=3, lobby_only=True)).refused("no_such_seat")
    for number in range(105):
        scene = scene.when(sit("Z", request=f"{number}.print"), c.LeaveSeat(seat=1))
    assert len(scene.state.left) == 100
    scene.when(sit("Z", request="5.print")).refused("gone")


def test_who_has_resigned_may_say_so_again_when_all_is_over():
    scene = given(table("classic", ROWS, [[10, 11], [20, 21]])).when(c.LeaveSeat(seat=1))
    scene = scene.when(c.AbandonGame())
    scene.when(c.LeaveSeat(seat=1)).then()
    scene.when(c.LeaveSeat(seat=1, lobby_only=True)).refused("game_over")


# -- a seat that is taken for a bot is nobody's, from its taking to the end of the game --------

BOT = sit("Bo", policy="careful", token_hash="70" * 32, owner="acc0" * 4, request="key.print")


def test_a_bot_has_no_token_and_no_owner_whatever_the_command_says():
    scene = lobby("classic", 3, 2).when(BOT)
    (taken,) = scene.told(SeatTaken)
    assert (taken.policy, taken.secret) == ("careful", SeatSecret(request="key.print"))
    assert scene.state.players[2].owner is None
    scene.when(BOT).then()  # its key is kept all the same: the same request seats one bot


def test_a_person_keeps_both():
    (taken,) = lobby("classic", 3, 2).when(replace(BOT, policy=None)).told(SeatTaken)
    assert taken.secret == SeatSecret(
        token_hash=BOT.token_hash, request=BOT.request, owner=BOT.owner
    )


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.LeaveSeat(seat=2), "already_started"),
        (c.LeaveSeat(seat=2, policy="random"), "already_started"),
        (c.LeaveSeat(seat=2, holder="70" * 32), "no_such_seat"),
        (c.ReturnToSeat(seat=2), "not_your_decision"),
    ],
)
def test_a_bot_never_resigns_and_nobody_takes_its_seat_or_returns_to_it(command, code):
    lobby("classic", 3, 2).when(BOT, c.StartGame(), command).refused(code)


def test_a_seat_that_was_handed_over_is_still_its_persons():
    scene = given(table("classic", ROWS, [[10, 11], [20, 21]]))
    handed = scene.when(c.LeaveSeat(seat=1)).state.players[1]
    assert (handed.is_bot, handed.seated_as_bot) == (True, False)
