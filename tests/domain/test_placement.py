"""Where a card lands and what it takes (rules: classic 3-5, professional, hornochsen 3-5)."""

import json
from pathlib import Path

import pytest

from domain.events import RowTaken
from domain.rulesets import RULESETS
from tests.support.dsl import given, pick, table

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "placement.json").read_text())
ALIKE = [
    pytest.param(key, vector, id=f"{key}: {vector['name']}")
    for vector in VECTORS
    for like in (RULESETS[vector["ruleset"]],)
    for key, rules in RULESETS.items()
    if (rules.land, rules.lay) == (like.land, like.lay)
]


@pytest.mark.parametrize(("key", "vector"), ALIKE)
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
    while scene.state.choice:
        chosen = choices.pop(0)
        body = chosen if isinstance(chosen, dict) else {"row": chosen}
        scene = scene.answers(scene.state.choice.seat, **body)
        told += scene.last
    return scene, told


def _taken(told):
    """The takes in the shape of the vectors: a take is followed by the card that caused it."""
    takes = [(x, told[at + 1].card) for at, x in enumerate(told) if isinstance(x, RowTaken)]
    return [
        {"card": card, "row": taken.row, "cards": list(taken.cards), "heads": taken.heads,
         "reason": taken.reason}
        for taken, card in takes
    ]  # fmt: skip
