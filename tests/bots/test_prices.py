"""What careful reckons with: chances, prices, and turns that are tried out."""

from itertools import combinations, product
from random import Random

import pytest

from bots.policies import prices, turns
from bots.policies.chances import Hands, Heap
from domain.rulesets.placement import Choice, Landing, either_end
from domain.table.rows import Row

HANDS = [[3, 12], [7, 20, 40], [21, 33]]
CARDS = [3, 7, 12, 20, 21, 33, 40]


@pytest.mark.parametrize(
    ("known", "ways"),
    [(Heap(CARDS, 3), list(combinations(CARDS, 3))), (Hands(HANDS), list(product(*HANDS)))],
)
def test_the_chances_of_a_heap_or_of_known_hands_are_those_of_counting_all_ways(known, ways):
    for count in range(5):
        hits = sum(sum(7 < card < 34 for card in cards) == count for cards in ways)
        assert known.exactly(count, 7, 34) == pytest.approx(hits / len(ways))


@pytest.mark.parametrize(
    ("why", "rows", "card", "others", "cost"),
    [
        ("nothing near its row", [[10], [20, 21, 22, 23], [50], [60]], 24, (range(25, 60), 3), 0),
        ("the row as its sixth", [[10], [50, 51, 52, 53, 55], [60]], 56, (range(80, 100), 3), 13),
        ("the cheapest below all, if nobody plays a lower one", [[10, 11], [20], [50], [60, 61]], 5,
         ([1, 2, 70, 71], 1), 3 / 2),
    ],
)  # fmt: skip
def test_a_card_costs_what_is_to_be_expected(why, rows, card, others, cost):
    laid = [Row(tuple(row)) for row in rows]
    assert prices.cost(card, laid, Heap(*others)) == pytest.approx(cost), why


def test_tried_turns_place_cards_where_the_rules_of_both_sides_do():
    rng = Random(4)
    for _ in range(500):
        deck = rng.sample(range(1, 105), 13)
        rows = [Row(tuple(sorted(deck[start : start + 3]))) for start in range(0, 12, 3)]
        lines = [[row.cards[0], row.cards[-1], 3, row.bullheads] for row in rows]
        found = turns.nearest(deck[-1], lines)
        match either_end(rows, deck[-1], {"professional_tie": "choose"}):
            case Landing(row=row):
                assert found is lines[row]
            case Choice(kind="place", options=spots):
                assert any(found is lines[spot.row] for spot in spots)
            case _:
                assert found is None


def test_a_turn_tried_out_costs_what_it_costs():
    rows = [Row((10, 11, 12, 13, 14)), Row((50,)), Row((70,)), Row((90,))]
    costs = turns.costs([15, 51, 49], rows, [[100]], 3, Random(0))
    assert costs == {15: 11, 49: 0, 51: 0}
