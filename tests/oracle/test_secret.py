"""Turns of cards revealed together, and a child's card; expected values by hand."""

from typing import Any

import pytest

from tests.oracle import Illegal, flip_card, resolve_secret_turn


def never(*question: Any) -> Any:
    raise AssertionError(f"nobody should be asked {question}")


def test_a_placed_card_is_one_step_and_the_given_table_stays_as_it_was() -> None:
    rows = [[12], [37], [43], [58]]
    after, steps = resolve_secret_turn("classic", rows, {2: 44, 0: 14}, never)
    assert after == [[12, 14], [37], [43, 44], [58]]
    assert steps == [
        {"kind": "place", "seat": 0, "card": 14, "row": 0, "side": "right", "reason": "nearest"},
        {"kind": "place", "seat": 2, "card": 44, "row": 2, "side": "right", "reason": "nearest"},
    ]
    assert rows == [[12], [37], [43], [58]]


def test_the_owner_of_a_low_card_is_asked_for_any_row_with_the_table_of_that_moment() -> None:
    asked = []

    def choose(*question: Any) -> Any:
        asked.append(question)
        return 2

    rows = [[20], [30], [40, 55], [50]]
    after, steps = resolve_secret_turn("classic", rows, {0: 60, 1: 3}, choose)
    assert asked == [(1, 3, "row", [0, 1, 2, 3], rows)]
    assert after == [[20], [30], [3], [50, 60]]
    assert steps[0] == {
        "kind": "take",
        "seat": 1,
        "card": 3,
        "row": 2,
        "cards": [40, 55],
        "heads": 10,
        "reason": "low",
    }


def test_a_row_that_is_not_there_cannot_be_chosen() -> None:
    with pytest.raises(Illegal):
        resolve_secret_turn("classic", [[20], [30]], {0: 3}, lambda *question: 2)


def test_the_same_card_cannot_be_played_by_two() -> None:
    with pytest.raises(Illegal):
        resolve_secret_turn("classic", [[20], [30]], {0: 33, 1: 33}, never)


def test_the_cheapest_row_has_the_fewest_heads_and_then_the_lowest_index() -> None:
    rows = [[20], [31], [41], [12, 51]]
    options = {"row_choice": "cheapest"}
    after, _ = resolve_secret_turn("classic", rows, {0: 3}, never, options)
    assert after == [[20], [3], [41], [12, 51]]


def test_the_fifth_card_costs_nothing_and_the_sixth_takes_the_five() -> None:
    rows = [[10, 11, 12, 13], [90], [91], [92]]
    after, steps = resolve_secret_turn("classic", rows, {0: 14, 1: 15}, never)
    assert after == [[15], [90], [91], [92]]
    assert [step["kind"] for step in steps] == ["place", "take"]
    assert steps[1]["cards"] == [10, 11, 12, 13, 14]
    assert steps[1]["heads"] == 3 + 5 + 1 + 1 + 1


def test_only_professional_places_on_the_left() -> None:
    rows = [[30], [50], [60], [70]]
    after, steps = resolve_secret_turn("professional", rows, {0: 29}, never)
    assert after == [[29, 30], [50], [60], [70]]
    assert steps[0]["side"] == "left"
    after, _ = resolve_secret_turn("classic", rows, {0: 29}, lambda *question: 0)
    assert after == [[29], [50], [60], [70]]


def test_the_sixth_card_on_the_left_takes_the_five() -> None:
    rows = [[30, 31, 32, 33, 34], [50], [60], [70]]
    after, steps = resolve_secret_turn("professional", rows, {0: 29}, never)
    assert after == [[29], [50], [60], [70]]
    assert (steps[0]["reason"], steps[0]["heads"]) == ("full", 3 + 1 + 1 + 5 + 1)


def test_a_tie_offers_exactly_the_two_places() -> None:
    asked = []

    def choose(*question: Any) -> Any:
        asked.append(question[:4])
        return (1, "left")

    rows = [[90], [52], [48], [10]]
    after, steps = resolve_secret_turn("professional", rows, {3: 50}, choose)
    assert asked == [(3, 50, "place", [(2, "right"), (1, "left")])]
    assert after == [[90], [50, 52], [48], [10]]
    assert steps[0]["reason"] == "tie"


@pytest.mark.parametrize(("tie", "row"), [("right", 2), ("left", 1)])
def test_the_tie_option_answers_instead_of_the_owner(tie: str, row: int) -> None:
    rows = [[90], [52], [48], [10]]
    options = {"professional_tie": tie}
    _, steps = resolve_secret_turn("professional", rows, {3: 50}, never, options)
    assert (steps[0]["row"], steps[0]["side"]) == (row, tie)


def test_a_tie_costs_the_row_if_the_chosen_one_is_full() -> None:
    rows = [[90], [52], [40, 41, 42, 43, 48], [10]]
    _, steps = resolve_secret_turn("professional", rows, {3: 50}, lambda *q: (2, "right"))
    assert (steps[0]["kind"], steps[0]["reason"]) == ("take", "full")


def test_several_professional_choices_can_arise_in_one_turn_at_any_position() -> None:
    asked: list[Any] = []

    def choose(seat: int, card: int, kind: str, offered: Any, rows: Any) -> Any:
        asked.append((seat, card, kind, offered, rows))
        return offered[-1]

    rows = [[48], [52], [70], [74]]
    after, _ = resolve_secret_turn("professional", rows, {0: 72, 1: 50, 2: 47}, choose)
    assert asked == [
        (1, 50, "place", [(0, "right"), (1, "left")], [[47, 48], [52], [70], [74]]),
        (0, 72, "place", [(2, "right"), (3, "left")], [[47, 48], [50, 52], [70], [74]]),
    ]
    assert after == [[47, 48], [50, 52], [70], [72, 74]]


def test_a_card_inside_all_rows_need_not_be_the_lowest_of_the_turn() -> None:
    rows = [[10, 60], [20, 70], [30, 80], [40, 90]]
    picks = {0: 5, 1: 50, 2: 51}
    after, steps = resolve_secret_turn("professional", rows, picks, lambda *question: 3)
    assert after == [[5, 10, 60], [20, 70], [30, 80], [50, 51]]
    assert [step["reason"] for step in steps] == ["nearest", "low", "nearest"]


def test_a_child_places_by_the_classic_rules() -> None:
    rows = [[20], [30], [40], [50], [60]]
    after, steps = flip_card(rows, 1, 33, never)
    assert (after[1], steps[0]["row"]) == ([30, 33], 1)
    after, steps = flip_card(rows, 1, 3, lambda *question: 4)
    assert (after[4], steps[0]["cards"], steps[0]["reason"]) == ([3], [60], "low")
