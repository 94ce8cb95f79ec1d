"""Points, the end of a game, places (rules: classic 6-9, hornochsen 8)."""

import pytest

from domain.events import GameFinished, RoundScored
from domain.rulesets import RULESETS
from domain.table.cards import DOUBLE, PLUS_FIVE
from domain.table.hands import Hand, Pile
from tests.support.dsl import SEED, given, pick, table

ROWS = [[1], [2], [3], [4]]


def last_turn(totals, *, round=2, key="classic", **options):
    """The last card of every seat is placed without cost, so the totals stay as they are."""
    hands = [[5 + seat] for seat in range(len(totals))]
    scene = given(table(key, ROWS, hands, totals=totals, round=round, turn=10, **options))
    for seat in range(len(totals)):
        scene = scene.when(pick(seat, 5 + seat, round=round, turn=10))
    return scene


def is_over(scene):
    return bool(scene.told(GameFinished))


def test_heads_of_the_pile_are_added_to_the_total():
    scene = given(
        table("classic", ROWS, [[5], [6]], piles={0: [55, 10], 1: [1]}, totals=[9, 20], round=2)
    )
    scene = scene.when(pick(0, 5, round=2), pick(1, 6, round=2))
    (scored,) = scene.told(RoundScored)
    assert [(s.seat, s.points, s.total) for s in scored.scores] == [(0, 10, 19), (1, 1, 21)]


def test_exactly_66_plays_on_and_67_ends_the_game():
    assert not is_over(last_turn([66, 5]))
    assert is_over(last_turn([67, 5]))


def test_with_gte_exactly_66_ends_the_game():
    assert is_over(last_turn([66, 5], end_comparison="gte"))
    assert not is_over(last_turn([65, 5], end_comparison="gte"))


@pytest.mark.parametrize("key", ["classic", "tactics", "logic", "professional"])
@pytest.mark.parametrize("score", [1, 100, 1000])
def test_another_target_may_be_agreed(key, score):
    assert not is_over(last_turn([score, 0], key=key, end_score=score))
    assert is_over(last_turn([score + 1, 0], key=key, end_score=score))


def test_the_game_ends_after_the_agreed_rounds_even_below_the_target():
    assert not is_over(last_turn([3, 5], max_rounds=3))
    assert is_over(last_turn([3, 5], round=3, max_rounds=3))


def test_the_target_ends_a_game_of_agreed_rounds_earlier():
    assert is_over(last_turn([67, 5], max_rounds=5))


def test_without_a_target_only_the_rounds_end_the_game():
    assert not is_over(last_turn([999, 5], end_score=None, max_rounds=3))
    assert is_over(last_turn([0, 5], round=3, end_score=None, max_rounds=3))


def test_the_end_is_checked_only_after_the_tenth_turn():
    scene = given(table("classic", ROWS, [[5, 7], [6, 8]], totals=[900, 5], round=2))
    scene = scene.when(pick(0, 5, round=2), pick(1, 6, round=2))
    assert scene.state.status == "playing"


def test_another_round_is_dealt_and_starts_with_everybodys_pick():
    scene = last_turn([30, 40, 50])
    dealt = [type(told).__name__ for told in scene.last[-4:]]
    assert dealt == ["RoundScored", "RoundDealt", "RowsLaid", "TurnStarted"]
    assert scene.state.round == 3
    assert scene.state.turn == 1
    assert scene.state.owing == (0, 1, 2)
    assert [hand.count for hand in scene.state.hands.values()] == [10] * 3
    assert all(pile.cards == () for pile in scene.state.piles.values())


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ([9, 66, 100, 66], [1, 2, 4, 2]),
        ([70, 70, 80], [1, 1, 3]),
        ([70, 1, 0], [3, 2, 1]),
        ([67, 67], [1, 1]),
    ],
)
def test_the_lowest_total_wins_and_equal_totals_share_a_place(totals, places):
    (finished,) = last_turn(totals).told(GameFinished)
    assert [place.place for place in finished.places] == places
    assert [place.total for place in finished.places] == totals
    assert [place.seat for place in finished.places] == list(range(len(totals)))


def test_the_end_reveals_the_server_seed():
    (finished,) = last_turn([67, 5]).told(GameFinished)
    assert finished.server_seed == SEED


# -- hornochsen -------------------------------------------------------------------------------


def points(cards, specials=(), held=(), **options):
    rules = RULESETS["hornochsen"]
    return rules.score(Pile(cards, specials), Hand(0, (), held), rules.settle(options))


def test_red_cards_cost_and_green_cards_pay():
    assert points((1, 2, 10, 55)) == 1 + 2 - 3 - 7


def test_each_plus_five_in_the_pile_is_worth_five():
    assert points((1,), (PLUS_FIVE, PLUS_FIVE)) == 11


def test_each_double_in_the_pile_doubles_also_what_is_below_zero():
    assert points((2, 3), (DOUBLE,)) == 6
    assert points((55,), (DOUBLE, DOUBLE)) == -28
    assert points((3,), (DOUBLE, PLUS_FIVE)) == 12


@pytest.mark.parametrize(("penalty", "total"), [("after_doubling", -4), ("before_doubling", -14)])
def test_specials_left_cost_ten_each_after_doubling_unless_agreed_otherwise(penalty, total):
    assert points((2, 3), (DOUBLE,), (PLUS_FIVE,), special_penalty=penalty) == total


def test_the_most_points_win_hornochsen():
    scene = given(
        table("hornochsen", [[8], [21]], [[43], []], piles={0: [1], 1: [55]}, specials=[[], []])
    )
    (finished,) = scene.answers(0, cards=[{"card": 43}]).told(GameFinished)
    assert [(place.place, place.total) for place in finished.places] == [(1, 1), (2, -7)]
