"""Decks, sizes and values, as the rules state them."""

from typing import Any

import pytest

from tests.oracle import RULESETS, deck, hand_size, heads, row_count, value


def test_the_heads_of_the_whole_deck_are_171_in_the_published_classes() -> None:
    all_heads = [heads(card) for card in range(1, 105)]
    assert sum(all_heads) == 171
    assert {h: all_heads.count(h) for h in (7, 5, 3, 2, 1)} == {7: 1, 5: 8, 3: 10, 2: 9, 1: 76}


def test_red_bulls_sum_to_minus_87_and_green_ones_to_81() -> None:
    values = [value(card) for card in range(1, 99)]
    assert sum(v for v in values if v < 0) == -87
    assert sum(v for v in values if v > 0) == 81
    assert [value(card) for card in (42, 52, 22, 55, 90, 95)] == [2, 2, -5, -7, -3, -2]


@pytest.mark.parametrize("card", [0, -1, 105])
def test_there_is_no_card_outside_the_deck(card: int) -> None:
    with pytest.raises(ValueError, match="no such card"):
        heads(card)


@pytest.mark.parametrize(
    ("ruleset", "n", "options", "last"),
    [
        ("classic", 2, {}, 104),
        ("tactics", 5, {}, 54),
        ("tactics", 7, {}, 74),
        ("tactics", 10, {}, 104),
        ("logic", 3, {}, 34),
        ("professional", 3, {}, 104),
        ("professional", 3, {"deck": "reduced"}, 34),
        ("children", 6, {}, 104),
        ("hornochsen", 6, {}, 98),
    ],
)
def test_the_deck_has_its_size(ruleset: str, n: int, options: dict[str, Any], last: int) -> None:
    assert deck(ruleset, n, options) == list(range(1, last + 1))


def test_every_deal_fits_into_its_deck_and_reduced_decks_are_dealt_out() -> None:
    for ruleset, (fewest, most) in RULESETS.items():
        for n in range(fewest, most + 1):
            needed = n * hand_size(ruleset, n) + row_count(ruleset, n)
            assert needed <= len(deck(ruleset, n))
            if ruleset in ("tactics", "logic"):
                assert needed == len(deck(ruleset, n))
            if ruleset == "hornochsen":
                assert needed == 5 * row_count(ruleset, n)


def test_too_many_and_too_few_seats_are_refused() -> None:
    for ruleset, (fewest, most) in RULESETS.items():
        for n in (fewest - 1, most + 1):
            with pytest.raises(ValueError, match="is for"):
                deck(ruleset, n)


def test_an_unknown_option_value_is_refused() -> None:
    with pytest.raises(ValueError, match="children_rows"):
        row_count("children", 2, {"children_rows": 6})
