"""Points, the end of a game, places (rules: classic 6-9, hornochsen 8)."""

import pytest

from domain.events import GameFinished, RoundScored
from domain.rulesets import RULESETS
from domain.table.cards import DOUBLE, PLUS_FIVE
from domain.table.hands import Hand, Pile
from tests.support.dsl import SEED, given, pick, table

ROWS = [[1], [2], [3], [4]]
HORNOCHSEN = RULESETS["hornochsen"]


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


FOUR = ("classic", "tactics", "logic", "professional")


@pytest.mark.parametrize(
    ("options", "round", "most", "over"),
    [
        ({}, 2, 66, False), ({}, 2, 67, True),
        ({"end_comparison": "gte"}, 2, 65, False), ({"end_comparison": "gte"}, 2, 66, True),
        ({"max_rounds": 3}, 2, 5, False), ({"max_rounds": 3}, 3, 5, True),
        ({"max_rounds": 5}, 2, 67, True),
        ({"end_score": None, "max_rounds": 3}, 2, 999, False),
        ({"end_score": None, "max_rounds": 3}, 3, 5, True),
        *(({"end_score": score}, 2, score, False) for score in (1, 100, 1000)),
        *(({"end_score": score}, 2, score + 1, True) for score in (1, 100, 1000)),
    ],
)  # fmt: skip
def test_a_game_ends_beyond_its_target_and_after_its_rounds_whichever_is_first(
    options, round, most, over
):
    for key in FOUR:
        assert is_over(last_turn([most, 0], round=round, key=key, **options)) == over


def test_the_end_is_checked_only_after_the_tenth_turn():
    scene = given(table("classic", ROWS, [[5, 7], [6, 8]], totals=[900, 5], round=2))
    scene = scene.when(pick(0, 5, round=2), pick(1, 6, round=2))
    assert scene.state.status == "playing"


def test_another_round_is_dealt_and_starts_with_everybodys_pick():
    scene = last_turn([30, 40, 50])
    dealt = [type(told).__name__ for told in scene.last[-4:]]
    assert dealt == ["RoundScored", "RoundDealt", "RowsLaid", "TurnStarted"]
    state = scene.state
    assert (state.round, state.turn, state.owing) == (3, 1, (0, 1, 2))
    assert [hand.count for hand in state.hands.values()] == [10] * 3
    assert all(pile.cards == () for pile in state.piles.values())


@pytest.mark.parametrize(
    ("totals", "places"),
    [([9, 66, 100, 66], [1, 2, 4, 2]), ([70, 70, 80], [1, 1, 3]), ([70, 1, 0], [3, 2, 1]),
     ([67, 67], [1, 1])],
)  # fmt: skip
def test_the_lowest_total_wins_equal_totals_share_a_place_and_the_seed_is_revealed(totals, places):
    (finished,) = last_turn(totals).told(GameFinished)
    assert [(place.seat, place.place, place.total) for place in finished.places] == [
        *zip(range(len(totals)), places, totals, strict=True)
    ]
    assert finished.server_seed == SEED


# -- hornochsen -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "specials", "held", "penalty", "points"),
    [
        ((1, 2, 10, 55), (), (), None, 1 + 2 - 3 - 7),
        ((1,), (PLUS_FIVE, PLUS_FIVE), (), None, 11),
        ((2, 3), (DOUBLE,), (), None, 6),
        ((55,), (DOUBLE, DOUBLE), (), None, -28),
        ((3,), (DOUBLE, PLUS_FIVE), (), None, 12),
        ((2, 3), (DOUBLE,), (PLUS_FIVE,), None, -4),
        ((2, 3), (DOUBLE,), (PLUS_FIVE,), "after_doubling", -4),
        ((2, 3), (DOUBLE,), (PLUS_FIVE,), "before_doubling", -14),
    ],
)
def test_green_pays_red_costs_plus_five_pays_then_all_is_doubled_and_specials_left_cost_ten(
    pile, specials, held, penalty, points
):
    options = HORNOCHSEN.settle({} if penalty is None else {"special_penalty": penalty})
    assert HORNOCHSEN.score(Pile(pile, specials), Hand(0, (), held), options) == points


def test_the_most_points_win_hornochsen():
    scene = given(
        table("hornochsen", [[8], [21]], [[43], []], piles={0: [1], 1: [55]}, specials=[[], []])
    )
    (finished,) = scene.answers(0, cards=[{"card": 43}]).told(GameFinished)
    assert [(place.place, place.total) for place in finished.places] == [(1, 1), (2, -7)]
