"""Points, the end of a game and places; expected values by hand."""

from typing import Any

import pytest

from tests.oracle import game_over, places, score_hornochsen, score_round


def test_a_round_scores_the_heads_of_each_pile() -> None:
    assert score_round({0: [], 1: [55, 1], 2: [100, 11]}) == {0: 0, 1: 8, 2: 8}


def test_doubling_comes_after_the_fives_and_before_the_penalty() -> None:
    assert score_hornochsen([1, 2], 1, 1, 1) == (1 + 2 + 5) * 2 - 10
    assert score_hornochsen([1, 2], 1, 2, 0) == (1 + 2 + 5) * 4


def test_doubling_doubles_negative_sums() -> None:
    assert score_hornochsen([55], 0, 1, 0) == -14


def test_the_penalty_can_be_doubled_too() -> None:
    options = {"special_penalty": "before_doubling"}
    assert score_hornochsen([1, 2], 1, 1, 2, options) == (1 + 2 + 5 - 20) * 2


@pytest.mark.parametrize(
    ("total", "rounds", "options", "over"),
    [
        (66, 9, {}, False),
        (67, 1, {}, True),
        (66, 1, {"end_comparison": "gte"}, True),
        (65, 1, {"end_comparison": "gte"}, False),
        (100, 1, {"end_score": 100}, False),
        (101, 1, {"end_score": 100}, True),
        (3, 2, {"max_rounds": 2}, True),
        (3, 1, {"max_rounds": 2}, False),
        (67, 1, {"max_rounds": 2}, True),
        (200, 1, {"end_score": None, "max_rounds": 2}, False),
        (200, 2, {"end_score": None, "max_rounds": 2}, True),
    ],
)
def test_the_game_ends_when_it_was_agreed(
    total: int, rounds: int, options: dict[str, Any], over: bool
) -> None:
    assert game_over({0: 0, 1: total}, rounds, options) is over


def test_without_a_target_the_number_of_rounds_is_required() -> None:
    with pytest.raises(ValueError, match="max_rounds"):
        game_over({0: 0}, 1, {"end_score": None})


def test_equal_totals_share_a_place_and_the_next_one_is_left_out() -> None:
    assert places({0: 9, 1: 3, 2: 9, 3: 12}, "low") == {0: 2, 1: 1, 2: 2, 3: 4}
    assert places({0: 9, 1: 3, 2: 9, 3: 12}, "high") == {0: 2, 1: 4, 2: 2, 3: 1}
