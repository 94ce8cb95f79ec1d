"""One to three open cards, rows that vanish, specials (rules: hornochsen)."""

import pytest

from domain.decisions import open_decisions, options
from domain.events import CardPlaced, CardsPlayed, GameFinished, PlayedCard
from domain.table.cards import DOUBLE, PLUS_FIVE
from tests.support.dsl import answer, given, table

ROWS = [[8], [21], [25], [42]]


def bulls(*cards):
    return [{"card": card} for card in cards]


def special(name, row):
    return {"special": name, "row": row}


FOUR_BULLS = [[8], [21], [40, 41, 42, 43]]


@pytest.mark.parametrize(
    ("rule", "rows", "cards", "after"),
    [
        ("one builds on another", ROWS, bulls(43, 44, 45), [[8], [21], [25], [42, 43, 44, 45]]),
        ("in the order given", ROWS, bulls(45, 44), [[8], [21], [25, 44], [42, 45]]),
        ("to the highest end below it", ROWS, bulls(24), [[8], [21, 24], [25], [42]]),
        ("below every end to the highest", ROWS, bulls(4), [[8], [21], [25], [42, 4]]),
        ("first cards are no ends", [[21], [25, 30], [42]], bulls(27), [[21, 27], [25, 30], [42]]),
        ("a row keeps its number when another has gone", [[], [21], [40]], bulls(22, 44),
         [[], [21, 22], [40, 44]]),
        ("the second card meets the table without the row just taken", [[8], [40, 41, 42, 43]],
         bulls(44, 45), [[8, 45], []]),
        ("a special is neither end nor counted", FOUR_BULLS,
         [special(DOUBLE, 2), special(PLUS_FIVE, 0)], FOUR_BULLS),
    ],
)  # fmt: skip
def test_cards_of_a_play_are_placed_by_last_cards_one_after_another(rule, rows, cards, after):
    hand = [card["card"] for card in cards if "card" in card]
    scene = given(table("hornochsen", rows, [[*hand, 1], [2]])).answers(0, cards=cards)
    assert scene.rows == after, rule
    specials = {card["row"]: (card["special"],) for card in cards if "special" in card}
    assert {n: row.specials for n, row in enumerate(scene.state.rows) if row.specials} == specials
    reasons = {placed.reason for placed in scene.told(CardPlaced)}
    named = {"highest"} if hand == [4] else {"nearest"} if hand else {"named"}
    assert reasons == named


def test_fifth_bull_takes_the_row_itself_included_and_the_row_disappears():
    lying = {2: [DOUBLE, PLUS_FIVE]}
    scene = given(table("hornochsen", FOUR_BULLS, [[44, 1], [2]], row_specials=lying))
    scene = scene.answers(0, cards=bulls(44))
    scene.then_types("CardsPlayed", "CardPlaced", "RowTaken", "TurnStarted")
    assert scene.pile(0) == [40, 41, 42, 43, 44]
    assert scene.state.piles[0].specials == (DOUBLE, PLUS_FIVE)
    assert scene.rows == [[8], [21], []]


def test_a_special_lies_once_in_a_row_and_in_none_that_has_gone_or_never_was():
    scene = given(table("hornochsen", [[], [21], [40]], [[7, 1], [2]], row_specials={1: [DOUBLE]}))
    for row in (0, 1, 3, -1, None):
        scene.answers(0, cards=[special(DOUBLE, row)]).refused("not_an_option")
    assert scene.answers(0, cards=[special(PLUS_FIVE, 1)]).refusal is None


def test_an_illegal_third_card_refuses_the_whole_play():
    scene = given(table("hornochsen", FOUR_BULLS, [[44, 9, 1], [2]]))
    refusal = scene.answers(0, cards=[*bulls(9, 44), special(DOUBLE, 2)]).refused("not_an_option")
    assert refusal.extras["index"] == 2
    assert (scene.rows, scene.state.hands[0].count) == (FOUR_BULLS, 3)
    assert scene.answers(0, cards=[special(DOUBLE, 2), *bulls(9, 44)]).pile(0)


@pytest.mark.parametrize(
    "cards",
    [
        [], bulls(43, 44, 45, 46), bulls(50), bulls(43, 43), [{}], [special("x3", 0)],
        [special(DOUBLE, 0), special(DOUBLE, 1)], [{"card": 43, "special": DOUBLE, "row": 1}],
        [{"card": 43, "row": 1}],
    ],
)  # fmt: skip
def test_one_to_three_cards_of_the_own_hand_are_played_each_once(cards):
    scene = given(table("hornochsen", ROWS, [[43, 44, 45, 46, 1], [2]]))
    scene.answers(0, cards=cards).refused("not_an_option")


def test_the_options_are_the_bulls_held_and_the_specials_with_the_rows_they_fit():
    rows = [[], [21], [40]]
    lying = {1: [DOUBLE], 2: [PLUS_FIVE]}
    scene = given(table("hornochsen", rows, [[7, 1], [2]], row_specials=lying))
    assert options(scene.state, open_decisions(scene.state)[0]) == [
        {"card": 1},
        {"card": 7},
        {"special": DOUBLE, "rows": [2]},
        {"special": PLUS_FIVE, "rows": [1]},
    ]


def test_cards_are_played_openly_and_in_turn():
    scene = given(table("hornochsen", ROWS, [[43, 1], [44, 2], [45, 3]], seat=1))
    scene.when(answer("r1t1-play-s0", cards=bulls(43))).refused("decision_not_open")
    scene = scene.answers(1, cards=bulls(44))
    assert scene.told(CardsPlayed)[0].cards == (PlayedCard(card=44),)
    assert scene.state.owing == (2,)


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
