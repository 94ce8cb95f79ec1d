"""The deal: it follows from the seeds and nothing else, and what chance must look like. Each step
is held to the published vectors in test_ledger_vectors.py."""

import itertools
import math
import os
from collections import Counter

import pytest

from domain.decisions import commands as c
from domain.events import RoundDealt, RowsLaid
from domain.ledger.fairness import choose, deal_key, shuffle, words
from tests.support.dsl import GAME, SEED, lobby
from tests.vectors import written

SHUFFLES = int(os.environ.get("TOMA6_SHUFFLES", "100000"))
"""Small shuffles to judge; a million takes about twenty seconds."""


def test_the_deal_of_a_game_can_be_worked_out_from_its_seed():
    scene = lobby("classic", 3).when(c.StartGame())
    (dealt,), (laid,) = scene.told(RoundDealt), scene.told(RowsLaid)
    seeds = [{"seat": seat, "seed": ""} for seat in range(3)]
    case = {"ruleset": "classic", "server_seed": SEED, "client_seeds": seeds, "game": GAME}
    hands, rows = written.deal({**case, "round": 1})
    assert [list(hand) for hand in dealt.cards] == [hand["cards"] for hand in hands]
    assert [hand.seal for hand in dealt.hands] == [hand["seal"] for hand in hands]
    assert list(laid.cards) == rows


def test_client_seeds_count_in_the_order_of_their_seats():
    seeds = {0: "ab", 2: "", 5: "z"}
    turned = dict(reversed(seeds.items()))
    assert deal_key(SEED, GAME, 1, "deal", turned) == deal_key(SEED, GAME, 1, "deal", seeds)


# -- what chance must look like ---------------------------------------------------------------


def chi_square_tail(statistic, freedom):
    """P(chi-square >= statistic), by the approximation of Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(z / math.sqrt(2)) / 2


def p_value(counts, cells, draws):
    expected = draws / cells
    statistic = sum((counts[cell] - expected) ** 2 / expected for cell in counts)
    return chi_square_tail(statistic + (cells - len(counts)) * expected, cells - 1)


def test_the_tail_of_chi_square_is_right_where_it_is_known():
    for statistic, tail in [(124.342, 0.05), (149.449, 0.001), (99.334, 0.5)]:
        assert chi_square_tail(statistic, 100) == pytest.approx(tail, rel=0.02)


@pytest.mark.parametrize(("size", "count"), [(5, SHUFFLES), (104, 5_000)])
def test_shuffles_favour_no_card_at_no_place_no_pair_and_of_few_cards_no_order(size, count):
    places, pairs, orders = Counter(), Counter(), Counter()
    for number in range(count):
        deck = shuffle(range(size), number.to_bytes(32, "big"))
        places.update(enumerate(deck))
        pairs.update([deck[:2]])
        orders.update([deck])
    for place in range(size):
        row = Counter({card: places[place, card] for card in range(size)})
        assert p_value(row, size, count) > 0.001 / size
    assert p_value(pairs, size * (size - 1), count) > 0.001
    if math.factorial(size) * 10 < count:
        assert p_value(orders, math.factorial(size), count) > 0.001


def test_every_seat_starts_equally_often():
    keys = (number.to_bytes(32, "big") for number in range(30_000))
    starts = Counter(choose((0, 2, 5), key) for key in keys)
    assert p_value(starts, 3, 30_000) > 0.001


def test_the_stream_of_numbers_has_no_bits_that_lean():
    numbers = list(itertools.islice(words(b"k" * 32), 20_000))
    for bit in range(32):
        ones = sum(number >> bit & 1 for number in numbers)
        assert p_value(Counter({0: 20_000 - ones, 1: ones}), 2, 20_000) > 0.001 / 32
