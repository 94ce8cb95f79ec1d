"""What the cards cost and which of them are in play (rules: "What is common", the decks)."""

import pytest

from domain.events import RoundDealt, RowsLaid
from domain.rulesets import ruleset
from domain.table.cards import SPECIALS, bullheads, signed_value
from tests.support.play import random_game, told

HEADS = {
    7: {55},
    5: {11, 22, 33, 44, 66, 77, 88, 99},
    3: {10, 20, 30, 40, 50, 60, 70, 80, 90, 100},
    2: {5, 15, 25, 35, 45, 65, 75, 85, 95},
}
CHILDREN, HORNOCHSEN = {"face_down": True}, {"specials": SPECIALS}
DEALS = [
    *(("classic", seats, {}, 10, 4, {}) for seats in (2, 10)),
    *(("tactics", seats, {}, 10, 4, {}) for seats in range(2, 11)),
    *(("professional", seats, {"deck": "full"}, 10, 4, {}) for seats in (2, 10)),
    *(("children", seats, {}, 15, 5, CHILDREN) for seats in range(2, 7)),
    ("children", 2, {"children_rows": 4}, 15, 4, CHILDREN),
    *(
        ("hornochsen", seats, {}, bulls, rows, HORNOCHSEN)
        for seats, bulls, rows in [(2, 14, 7), (3, 12, 9), (4, 12, 12), (5, 12, 15), (6, 10, 15)]
    ),
]


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


@pytest.mark.parametrize(("key", "seats", "options", "size", "rows", "more"), DEALS)
def test_a_round_deals_hands_and_rows_of_the_size_that_the_rules_say(
    key, seats, options, size, rows, more
):
    rounds = {} if key in ("children", "hornochsen") else {"max_rounds": 1}
    entries = random_game(key, seats, options | rounds, seed=seats)
    (dealt,), (laid,) = told(entries, RoundDealt), told(entries, RowsLaid)
    assert [len(hand) for hand in dealt.cards] == [hand.count for hand in dealt.hands]
    assert [hand.count for hand in dealt.hands] == [size] * seats
    assert len(laid.cards) == rows
    if key == "tactics":
        cards = [card for hand in dealt.cards for card in hand]
        assert sorted([*cards, *laid.cards]) == list(range(1, 10 * seats + 5)), "the reduced deck"
    assert {"face_down": dealt.face_down, "specials": dealt.specials} == {
        "face_down": False, "specials": (), **more
    }  # fmt: skip
    assert dealt.face_down or all(list(hand) == sorted(hand) for hand in dealt.cards)
    assert list(laid.cards) == sorted(laid.cards) or key != "hornochsen"
