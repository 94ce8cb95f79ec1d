"""Where a card lands and what it takes (rules: classic 3-5, professional, hornochsen 3-5)."""

import json
from pathlib import Path

import pytest

from domain.events import CardPlaced, PicksRevealed, RowTaken
from domain.rulesets import RULESETS
from tests.support.dsl import given, pick, table

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "placement.json").read_text())
ALIKE = [
    (key, vector)
    for vector in VECTORS
    for key, rules in RULESETS.items()
    if (rules.land, rules.lay)
    == (RULESETS[vector["ruleset"]].land, RULESETS[vector["ruleset"]].lay)
]
NAMES = [f"{key}: {vector['name']}" for key, vector in ALIKE]


@pytest.mark.parametrize(("key", "vector"), ALIKE, ids=NAMES)
def test_cards_land_and_rows_are_taken_as_published(key, vector):
    cards, choices = vector["cards"], list(vector["choices"])
    if RULESETS[key].play == "play":
        scene = given(table(key, vector["rows"], [[*cards, 97], [98]]))
        scene = scene.answers(0, cards=[{"card": card} for card in cards])
        told = list(scene.last)
    elif RULESETS[key].play == "flip":
        # One after another in ascending order, which is how a turn of picks is placed.
        hands = [[card, 98] for card in sorted(cards)]
        scene, told = given(table(key, vector["rows"], [*hands, [97, 96]])), []
        for seat in range(len(cards)):
            scene = scene.answers(seat, card="top")
            told += scene.last
            scene, told = _choosing(scene, told, choices)
    else:
        hands = [[card, 97 + seat] for seat, card in enumerate(cards)]
        scene = given(table(key, vector["rows"], hands))
        for seat, card in enumerate(cards):
            scene = scene.when(pick(seat, card))
        scene, told = _choosing(scene, list(scene.last), choices)
    assert not choices, "every choice of the vector was asked for"
    assert scene.rows == vector["rows_after"]
    assert _taken(told) == vector["taken"]


def _choosing(scene, told, choices):
    """Answer what is asked with the choices of the vector."""
    while scene.state.choice:
        chosen = choices.pop(0)
        body = chosen if isinstance(chosen, dict) else {"row": chosen}
        scene = scene.answers(scene.state.choice.seat, **body)
        told += scene.last
    return scene, told


def _taken(told):
    """The takes in the shape of the vectors: a take is followed by the card that caused it."""
    return [
        {
            "card": told[index + 1].card,
            "row": event.row,
            "cards": list(event.cards),
            "heads": event.heads,
            "reason": event.reason,
        }
        for index, event in enumerate(told)
        if isinstance(event, RowTaken)
    ]


def test_lowest_card_is_placed_first_and_each_placement_says_where_and_why():
    rows = [[12], [20, 21, 22, 33], [60, 61, 62, 63, 70], [89, 90]]
    scene = given(table("classic", rows, [[71, 1], [34, 2]])).when(pick(0, 71), pick(1, 34))
    revealed, first, taken, second = scene.last[1:5]
    assert isinstance(revealed, PicksRevealed)
    assert [shown.card for shown in revealed.picks] == [34, 71]
    assert (first.card, first.row, first.reason) == (34, 1, "nearest")
    assert (taken.seat, taken.row, taken.reason) == (0, 2, "full")
    assert (second.card, second.row, second.reason) == (71, 2, "start")


def test_a_card_may_fill_the_row_that_another_of_the_same_turn_left_full():
    scene = given(table("classic", [[10, 11, 12, 13], [80], [90], [100]], [[14, 1], [15, 2]]))
    scene = scene.when(pick(0, 14), pick(1, 15))
    assert scene.pile(0) == []
    assert scene.pile(1) == [10, 11, 12, 13, 14]
    assert scene.rows[0] == [15]


def test_nobody_sees_a_pick_before_the_last_one_is_in():
    scene = given(table("classic", [[1], [2], [3], [4]], [[10, 11], [20, 21], [30, 31]]))
    scene = scene.when(pick(2, 30)).then_types("CardPicked").when(pick(0, 10))
    scene.then_types("CardPicked")
    assert scene.state.owing == (1,)
    scene = scene.when(pick(1, 20))
    assert [p.card for p in scene.told(PicksRevealed)[0].picks] == [10, 20, 30]
    assert [p.card for p in scene.told(CardPlaced)] == [10, 20, 30]


def test_a_round_of_ten_cards_has_ten_turns():
    hands = [[10 * seat + card for card in range(11, 21)] for seat in range(2)]
    scene = given(table("classic", [[1], [2], [3], [4]], hands, max_rounds=1))
    for turn in range(1, 11):
        assert scene.state.turn == turn
        for seat in range(2):
            scene = scene.answers(seat, card=hands[seat][turn - 1])
    assert scene.state.status == "finished"
