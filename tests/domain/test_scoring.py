"""What cards cost, points, the end of a game, places (rules: classic 6-9, hornochsen 8)."""

import pytest

from domain.events import GameFinished
from domain.rulesets import ruleset
from domain.table.cards import bullheads, signed_value
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


HEADS = {
    7: {55},
    5: {11, 22, 33, 44, 66, 77, 88, 99},
    3: {10, 20, 30, 40, 50, 60, 70, 80, 90, 100},
    2: {5, 15, 25, 35, 45, 65, 75, 85, 95},
}


def test_four_classes_of_cards_cost_seven_five_three_and_two_heads_and_all_others_one():
    dear = {card: cost for cost, cards in HEADS.items() for card in cards}
    assert [bullheads(card) for card in range(1, 105)] == [dear.get(x, 1) for x in range(1, 105)]


def test_red_bulls_of_hornochsen_cost_their_heads_and_green_ones_pay_one_or_two():
    for card in range(1, 99):
        red, pays = card % 5 == 0 or card % 11 == 0, 2 if card % 10 == 2 else 1
        assert signed_value(card) == (-bullheads(card) if red else pays)


def test_a_ruleset_answers_to_its_german_name():
    names = {"taktik": "tactics", "logik": "logic", "profi": "professional"}
    assert {name: ruleset(name).key for name in names} == names
