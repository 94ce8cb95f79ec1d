"""What the cards cost and which of them are in play (rules: "What is common", the decks)."""

from domain.rulesets import ruleset
from domain.table.cards import bullheads, signed_value

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
