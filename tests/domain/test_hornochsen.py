"""One to three open cards, rows that vanish, specials (rules: hornochsen)."""

import pytest

from domain.events import GameFinished
from domain.table.cards import DOUBLE, PLUS_FIVE
from tests.support.dsl import given, table

ROWS = [[8], [21], [25], [42]]


def bulls(*cards):
    return [{"card": card} for card in cards]


def special(name, row):
    return {"special": name, "row": row}


FOUR_BULLS = [[8], [21], [40, 41, 42, 43]]


def test_a_special_lies_once_in_a_row_and_in_none_that_has_gone_or_never_was():
    scene = given(table("hornochsen", [[], [21], [40]], [[7, 1], [2]], row_specials={1: [DOUBLE]}))
    for row in (0, 1, 3, -1, None):
        refusal = scene.answers(0, cards=[*bulls(7), special(DOUBLE, row)]).refused("not_an_option")
        assert refusal.extras["index"] == 1
    assert scene.answers(0, cards=[special(PLUS_FIVE, 1)]).refusal is None


def test_an_illegal_third_card_refuses_the_whole_play():
    scene = given(table("hornochsen", FOUR_BULLS, [[44, 9, 1], [2]]))
    refusal = scene.answers(0, cards=[*bulls(9, 44), special(DOUBLE, 2)]).refused("not_an_option")
    assert refusal.extras["index"] == 2
    assert (scene.rows, scene.state.hands[0].count) == (FOUR_BULLS, 3)
    assert scene.answers(0, cards=[special(DOUBLE, 2), *bulls(9, 44)]).state.piles[0].cards


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ([], None), (bulls(43, 44, 45, 46), None), (bulls(50), 0), (bulls(43, 43), 1), ([{}], 0),
        ([*bulls(43), special("x3", 0)], 1), ([special(DOUBLE, 0), special(DOUBLE, 1)], 1),
        ([*bulls(44), {"card": 43, "special": DOUBLE, "row": 1}], 1), ([{"card": 43, "row": 1}], 0),
    ],
)  # fmt: skip
def test_one_to_three_cards_of_the_own_hand_are_played_each_once_and_the_first_wrong_one_is_named(
    cards, wrong
):
    scene = given(table("hornochsen", ROWS, [[43, 44, 45, 46, 1], [2]]))
    assert scene.answers(0, cards=cards).refused("not_an_option").extras.get("index") == wrong


@pytest.mark.parametrize(
    ("held", "lying", "following"),
    [([], [], 2), ([DOUBLE], [0, 1], 2), ([DOUBLE], [0], 1), ([PLUS_FIVE], [0, 1], 1)],
)
def test_a_seat_without_a_bull_is_skipped_unless_a_special_of_it_fits_somewhere(
    held, lying, following
):
    hands, specials = [[43, 1], [], [45, 3]], [[], held, []]
    marks = {"specials": specials, "row_specials": {row: [DOUBLE] for row in lying}}
    scene = given(table("hornochsen", [[8], [21]], hands, **marks))
    assert scene.answers(0, cards=bulls(1)).state.owing == (following,)


def test_a_seat_plays_again_if_nobody_else_can():
    scene = given(table("hornochsen", ROWS, [[43, 1], []], specials=[[], []]))
    scene = scene.answers(0, cards=bulls(43))
    assert (scene.state.owing, scene.state.turn) == ((0,), 2)


@pytest.mark.parametrize(("first", "held"), [(0, 0), (0, 2), (1, 0), (1, 2)])
def test_the_last_bull_ends_the_game_whatever_specials_are_held(first, held):
    hands, held_by_each = [[43], []], [[DOUBLE, PLUS_FIVE][:held]] * 2
    laid = table("hornochsen", ROWS, hands[:: 1 - 2 * first], specials=held_by_each, seat=first)
    scene = given(laid).answers(first, cards=bulls(43))
    assert [place.total for place in scene.told(GameFinished)[0].places] == [-10 * held] * 2
    assert scene.state.status == "finished"
