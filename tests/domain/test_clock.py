"""Deadlines and what happens at them (rules: "Clocks")."""

import pytest

from domain.decisions import commands as c
from domain.decisions import open_decisions
from domain.decisions.clock import deadline, lowest
from domain.events import CardPicked, ChoiceMade, SeatHandedOver, SeatReturned
from tests.support.dsl import AT, answer, given, pick, table

ROWS = [[20], [30], [40], [50]]
HANDS = [[10, 60, 70], [61, 71, 72]]
DUE = AT + 30_000
IN_TIME, LATE = DUE, DUE + 1


def timed(policy, key="classic", rows=ROWS, hands=HANDS, **options):
    return given(table(key, rows, hands, turn_seconds=30, on_timeout=policy, **options))


def clock(seat, card, **named):
    return pick(seat, card, by="clock", **named)


def test_the_picks_of_others_do_not_move_the_deadline_and_a_choice_has_its_own():
    assert deadline(timed("none").when(pick(0, 60), at=IN_TIME).state) == DUE
    scene = timed("none").when(pick(0, 10), pick(1, 61), at=IN_TIME)
    assert deadline(scene.state) == IN_TIME + 30_000


@pytest.mark.parametrize("policy", ["none", "forfeit"])
def test_the_clock_answers_nothing_if_that_was_not_agreed(policy):
    timed(policy).when(clock(0, 10), at=LATE).refused("not_yet")
    given(table("classic", ROWS, HANDS)).when(clock(0, 10), at=LATE).refused("not_yet")


@pytest.mark.parametrize(("policy", "named"), [("careful", "careful/1"), ("lowest", None)])
def test_the_clock_answers_only_after_the_deadline_and_its_acts_are_marked(policy, named):
    asked = clock(0, 10, policy=named)
    timed(policy).when(asked, at=IN_TIME).refused("not_yet")
    (picked,) = timed(policy).when(asked, at=LATE).told(CardPicked)
    assert picked.by == "clock"


def test_the_policy_lowest_plays_the_lowest_card_and_takes_the_cheapest_row_and_no_other():
    timed("lowest").when(clock(0, 60), at=LATE).refused("not_an_option")
    scene = timed("lowest", rows=[[20], [30, 31], [41], [50]])
    scene = scene.when(pick(0, 10), pick(1, 61))
    row = answer("r1t1-row-s0", row=2, by="clock")
    assert scene.when(row, at=LATE).told(ChoiceMade)[0].by == "clock"
    scene.when(answer("r1t1-row-s0", row=0, by="clock"), at=LATE).refused("not_an_option")


def _lowest(scene):
    return lowest(scene.state, open_decisions(scene.state)[0])


def test_without_a_bull_lowest_plays_a_special_where_it_fits():
    specials = timed("lowest", "hornochsen", [[8], [21]], [[], [44]], row_specials={0: ["x2"]})
    assert _lowest(specials) == {"cards": [{"special": "x2", "row": 1}]}


@pytest.mark.parametrize(
    ("rows", "spot"),
    [
        ([[44, 45, 46, 47, 48], [52], [10], [90]], {"row": 1, "side": "left"}),
        ([[44, 45, 46, 47, 48], [52, 53, 54, 56, 57], [10], [90]], {"row": 1, "side": "left"}),
    ],
)
def test_lowest_prefers_the_place_that_costs_least(rows, spot):
    scene = timed("lowest", "professional", rows, [[50, 1], [91, 2]])
    assert _lowest(scene.when(pick(0, 50), pick(1, 91))) == spot


def test_a_forfeited_seat_is_played_by_a_bot_until_its_player_returns():
    scene = timed("forfeit").when(c.ForfeitSeat(seat=0), at=LATE)
    scene.then(SeatHandedOver(seat=0, policy="careful", reason="timeout"))
    scene.when(c.ForfeitSeat(seat=0), at=LATE).then()
    assert (scene.state.players[0].is_bot, scene.state.players[0].away) == (True, True)
    scene.when(pick(0, 60), at=LATE).refused("not_your_decision")
    bot = pick(0, 60, by="bot", policy="careful/1")
    scene = scene.when(bot, at=LATE).when(c.ReturnToSeat(seat=0))
    scene.then(SeatReturned(seat=0))
    assert (scene.state.players[0].is_bot, scene.state.players[0].away) == (False, False)
    scene.when(c.ReturnToSeat(seat=0)).then()


def test_a_seat_is_forfeited_only_after_the_deadline_and_if_it_owes():
    timed("forfeit").when(c.ForfeitSeat(seat=0), at=IN_TIME).refused("not_yet")
    timed("lowest").when(c.ForfeitSeat(seat=0), at=LATE).refused("not_yet")
    scene = timed("forfeit").when(pick(0, 60))
    scene.when(c.ForfeitSeat(seat=0), at=LATE).refused("not_yet")
    scene.when(c.ForfeitSeat(seat=1), at=LATE).then_types("SeatHandedOver")


def test_nobody_returns_who_resigned_or_to_a_game_that_is_over_or_to_a_seat_never_taken():
    scene = timed("forfeit").when(c.LeaveSeat(seat=0))
    scene.when(c.ReturnToSeat(seat=0)).refused("not_your_decision")
    away = timed("forfeit").when(c.ForfeitSeat(seat=0), at=LATE)
    away.when(c.LeaveSeat(seat=0), c.ReturnToSeat(seat=0)).refused("not_your_decision")
    away.when(c.AbandonGame(), c.ReturnToSeat(seat=0)).refused("game_over")
    for command in (c.ForfeitSeat(seat=5), c.ReturnToSeat(seat=5)):
        away.when(command, at=LATE).refused("no_such_seat")
