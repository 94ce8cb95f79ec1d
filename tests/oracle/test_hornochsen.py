"""Open turns of hornochsen; expected values by hand."""

from typing import Any

import pytest

from tests.oracle import Illegal, legal_open, play_open


def bulls(*rows: list[int]) -> dict[int, dict[str, Any]]:
    return {i: {"cards": row, "specials": []} for i, row in enumerate(rows)}


def test_cards_resolve_one_after_another_on_the_table_left_before() -> None:
    table, steps = play_open(bulls([4], [31]), 0, [{"card": 33}, {"card": 32}, {"card": 34}])
    assert [row["cards"] for row in table.values()] == [[4, 32], [31, 33, 34]]
    assert [step["reason"] for step in steps] == ["nearest"] * 3


def test_the_fifth_bull_takes_all_five_and_the_specials_and_the_row_is_gone() -> None:
    rows: dict[int, dict[str, Any]] = {
        3: {"cards": [1, 2, 3, 4], "specials": ["x2"]},
        7: {"cards": [50], "specials": []},
    }
    table, steps = play_open(rows, 1, [{"special": "+5", "row": 3}, {"card": 6}])
    assert table == {7: {"cards": [50], "specials": []}}
    assert steps[1] == {
        "kind": "take",
        "seat": 1,
        "card": 6,
        "row": 3,
        "cards": [1, 2, 3, 4, 6],
        "specials": ["x2", "+5"],
        "value": 1 + 2 + 1 + 1 + 1,
        "reason": "full",
    }
    assert rows[3]["specials"] == ["x2"]


def test_a_low_bull_can_be_the_fifth_and_then_its_end_no_longer_counts() -> None:
    table, steps = play_open(bulls([40], [50, 60, 70, 80]), 0, [{"card": 3}, {"card": 90}])
    assert (steps[0]["kind"], steps[0]["row"]) == ("take", 1)
    assert table == bulls([40, 90])


def test_a_low_bull_lowers_the_end_of_the_highest_row() -> None:
    table, steps = play_open(bulls([40], [50]), 0, [{"card": 3}, {"card": 20}])
    assert table == bulls([40], [50, 3, 20])
    assert [step["reason"] for step in steps] == ["low", "nearest"]


@pytest.mark.parametrize(
    "items",
    [
        [],
        [{"card": 7}, {"card": 8}, {"card": 9}, {"card": 10}],
        [{"card": 11}],
        [{"card": 7}, {"card": 7}],
        [{"card": 0}],
        [{"special": "+5", "row": 0}],
        [{"special": "x2", "row": 5}],
        [{"special": "x2", "row": 1}],
        [{"special": "x2", "row": 0}, {"special": "x2", "row": 2}],
        [{"card": 99}],
        [{"special": "x3", "row": 0}],
        [{"card": 7, "row": 0}],
        [{"special": "x2"}],
        [{"card": 98}, {"special": "x2", "row": 3}],
    ],
    ids=[
        "no card",
        "four cards",
        "a bull of somebody else",
        "a bull twice",
        "no bull",
        "a special already played",
        "no such row",
        "the same special in the row",
        "a special twice",
        "no such bull",
        "no such special",
        "a bull with a row",
        "a special without a row",
        "a row that has just gone",
    ],
)
def test_an_open_turn_is_refused(items: list[dict[str, Any]]) -> None:
    rows = bulls([20], [30], [40], [50, 60, 70, 80])
    rows[1]["specials"].append("x2")
    with pytest.raises(Illegal):
        play_open(rows, 0, items, [7, 8, 9, 10, 98], ["x2"])


def test_two_specials_of_different_kinds_may_share_a_row() -> None:
    table, _ = play_open(bulls([20]), 0, [{"special": "x2", "row": 0}, {"special": "+5", "row": 0}])
    assert table[0] == {"cards": [20], "specials": ["x2", "+5"]}


def test_who_has_no_card_or_only_specials_that_fit_nowhere_is_skipped() -> None:
    rows = {2: {"cards": [20], "specials": ["x2"]}}
    assert not legal_open([], [], rows)
    assert not legal_open([], ["x2"], rows)
    assert legal_open([], ["x2", "+5"], rows)
    assert legal_open([5], ["x2"], rows)
    assert not legal_open([], ["x2"], {})
