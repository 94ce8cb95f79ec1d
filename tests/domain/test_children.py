"""Face-down piles, flipped in turn (rules: children)."""

import pytest

from domain.events import GameFinished, TurnStarted
from tests.support.dsl import given, table
from tests.support.play import random_game, told

ROWS = [[10], [20], [30], [40], [50]]


def test_the_first_seat_is_the_one_agreed_or_else_drawn():
    def first(seed, **given):
        return told(random_game("children", 3, given, seed), TurnStarted)[0].seats

    assert first(1, start_seat=2) == (2,)
    assert {first(seed) for seed in range(30)} == {(0,), (1,), (2,)}


@pytest.mark.parametrize(
    ("winner", "piles", "places"),
    [("most", [1, 55], [2, 1]), ("fewest", [1, 55], [1, 2]), ("most", [1, 2], [1, 1])],
)
def test_the_most_heads_win_unless_the_fewest_are_agreed_and_equals_share_the_place(
    winner, piles, places
):
    taken = {seat: [card] for seat, card in enumerate(piles)}
    laid = table("children", ROWS, [[], [61]], piles=taken, seat=1, children_winner=winner)
    (finished,) = given(laid).answers(1, card="top").told(GameFinished)
    assert [place.place for place in finished.places] == places
