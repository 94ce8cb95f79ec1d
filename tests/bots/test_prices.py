"""What careful reckons with: chances, prices, and turns that are tried out."""

from itertools import combinations, product
from random import Random

import pytest

from bots.policies import prices, turns
from bots.policies.chances import Hands, Heap
from domain.rulesets.placement import Choice, Landing, either_end
from domain.table.rows import Row


def test_the_chances_of_a_heap_are_those_of_counting_all_draws():
    cards = [3, 7, 12, 20, 21, 33, 40]
    draws = list(combinations(cards, 3))
    heap = Heap(cards, 3)

    for count in range(5):
        hits = sum(sum(7 < card < 34 for card in draw) == count for draw in draws)
        assert heap.exactly(count, 7, 34) == pytest.approx(hits / len(draws))


def test_the_chances_of_known_hands_are_those_of_counting_all_picks():
    hands = [[3, 12], [7, 20, 40], [21, 33]]
    picks = list(product(*hands))
    known = Hands(hands)

    for count in range(5):
        hits = sum(sum(7 < card < 34 for card in pick) == count for pick in picks)
        assert known.exactly(count, 7, 34) == pytest.approx(hits / len(picks))


def test_a_card_next_to_its_row_costs_nothing():
    rows = [Row((10,)), Row((20, 21, 22, 23)), Row((50,)), Row((60,))]

    assert prices.cost(24, rows, Heap(range(25, 60), 3)) == 0


def test_the_sixth_card_of_a_row_costs_the_row_for_certain():
    rows = [Row((10,)), Row((50, 51, 52, 53, 55)), Row((60,)), Row((70,))]

    assert prices.cost(56, rows, Heap(range(80, 100), 3)) == 13


def test_a_card_below_every_row_costs_the_cheapest_one_if_nobody_plays_a_lower_one():
    rows = [Row((10, 11)), Row((20,)), Row((50,)), Row((60, 61))]

    assert prices.cost(5, rows, Heap([1, 2, 70, 71], 1)) == pytest.approx(3 / 2)


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
