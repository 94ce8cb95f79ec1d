"""What the cards cost and which of them are in play (rules: "What is common", the decks)."""

from collections import Counter

import pytest

from domain.events import RoundDealt, RowsLaid
from domain.rulesets import RULESETS, ruleset
from domain.table.cards import SPECIALS, bullheads, signed_value
from tests.support.play import random_game, told

HEADS = {
    7: {55},
    5: {11, 22, 33, 44, 66, 77, 88, 99},
    3: {10, 20, 30, 40, 50, 60, 70, 80, 90, 100},
    2: {5, 15, 25, 35, 45, 65, 75, 85, 95},
}
TABLES = [(key, seats) for key, rules in RULESETS.items() for seats in rules.seats]


def test_the_four_classes_of_cards_cost_seven_five_three_and_two_heads():
    for cost, cards in HEADS.items():
        assert {card for card in range(1, 105) if bullheads(card) == cost} == cards


def test_every_other_card_costs_one_head_and_all_together_171():
    assert Counter(map(bullheads, range(1, 105))) == {7: 1, 5: 8, 3: 10, 2: 9, 1: 76}
    assert sum(map(bullheads, range(1, 105))) == 171


def test_red_bulls_of_hornochsen_cost_their_heads():
    red = [card for card in range(1, 99) if card % 5 == 0 or card % 11 == 0]
    assert [signed_value(card) for card in red] == [-bullheads(card) for card in red]
    assert sum(map(signed_value, red)) == -87


def test_green_bulls_pay_two_if_they_end_in_two_and_else_one():
    green = [card for card in range(1, 99) if card % 5 and card % 11]
    two = {card for card in green if signed_value(card) == 2}
    assert two == {2, 12, 32, 42, 52, 62, 72, 82, 92}
    assert {signed_value(card) for card in green} == {1, 2}
    assert sum(map(signed_value, green)) == 81


@pytest.mark.parametrize(
    ("name", "key"), [("taktik", "tactics"), ("logik", "logic"), ("profi", "professional")]
)
def test_a_ruleset_answers_to_its_german_name(name, key):
    assert ruleset(name) is RULESETS[key]


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_round_deals_each_card_of_the_deck_at_most_once(key, seats):
    rules = RULESETS[key]
    options = rules.settle({})
    (dealt, laid) = _first_round(key, seats)
    cards = [card for hand in dealt.cards for card in hand] + list(dealt.pool)
    if not dealt.pool:
        cards += laid.cards
    assert len(cards) == len(set(cards))
    assert set(cards) <= set(rules.deck(seats, options))
    assert len(laid.cards) == rules.rows(seats, options)


@pytest.mark.parametrize("key", ["tactics", "logic"])
@pytest.mark.parametrize("seats", range(2, 11))
def test_the_reduced_deck_is_ten_for_each_and_four_and_all_of_it_is_dealt(key, seats):
    dealt, laid = _first_round(key, seats)
    held = [card for hand in dealt.cards for card in hand]
    assert sorted(held + list(laid.cards) if held else dealt.pool) == list(range(1, 10 * seats + 5))


@pytest.mark.parametrize(("key", "deck"), [("tactics", {}), ("professional", {"deck": "reduced"})])
def test_no_round_of_a_reduced_game_sees_a_card_beyond_the_deck(key, deck):
    given = {**deck, "end_score": None, "max_rounds": 12}
    entries = random_game(key, 3, given, seed=7)
    hands = [hand for dealt in told(entries, RoundDealt) for hand in dealt.cards]
    rows = [laid.cards for laid in told(entries, RowsLaid)]
    assert all(1 <= card <= 34 for cards in (*hands, *rows) for card in cards)
    assert (len(hands), len(rows)) == (3 * 12, 12)


def test_professional_is_played_with_all_cards_unless_the_reduced_deck_is_agreed():
    deck = RULESETS["professional"].deck
    assert deck(2, {"deck": "full"}) == range(1, 105)
    assert deck(2, {"deck": "reduced"}) == range(1, 25)


@pytest.mark.parametrize("seats", range(2, 7))
def test_children_get_fifteen_cards_each_and_five_rows(seats):
    dealt, laid = _first_round("children", seats)
    assert [hand.count for hand in dealt.hands] == [15] * seats
    assert dealt.face_down
    assert len(laid.cards) == 5


def test_children_may_agree_on_four_rows():
    assert len(_first_round("children", 2, children_rows=4)[1].cards) == 4


@pytest.mark.parametrize(
    ("seats", "bulls", "rows"), [(2, 14, 7), (3, 12, 9), (4, 12, 12), (5, 12, 15), (6, 10, 15)]
)
def test_hornochsen_deals_five_bulls_for_each_row(seats, bulls, rows):
    dealt, laid = _first_round("hornochsen", seats)
    assert [len(hand) for hand in dealt.cards] == [bulls] * seats
    assert dealt.specials == SPECIALS
    assert len(laid.cards) == rows
    assert list(laid.cards) == sorted(laid.cards)
    assert seats * bulls + rows == 5 * rows


@pytest.mark.parametrize("seats", [2, 10])
def test_a_hand_is_dealt_in_ascending_order(seats):
    dealt, _ = _first_round("classic", seats)
    assert all(list(hand) == sorted(hand) for hand in dealt.cards)


def _first_round(key, seats, **options):
    """The first deal and the first rows, which in a draft come only after it."""
    options |= {} if key in ("children", "hornochsen") else {"max_rounds": 1}
    entries = random_game(key, seats, options, seed=seats)
    return told(entries, RoundDealt)[0], told(entries, RowsLaid)[0]
