"""The bots' chance: known answers, and bound to the seed, the game and the decision."""

import json
from pathlib import Path

import pytest

from domain.fairness import chance

VECTORS = json.loads((Path(__file__).parents[2] / "docs" / "vectors" / "ledger.json").read_text())
SEED = "5eed" * 16


@pytest.mark.parametrize("case", VECTORS["chances"], ids=lambda case: case["context"]["decision"])
def test_a_chance_is_what_the_published_vectors_say(case):
    context = case["context"]
    found = chance(case["server_seed"], context["game"], context["decision"])
    assert found.hex() == case["chance"]


def test_another_decision_game_or_seed_is_another_chance():
    asked = [
        (SEED, "game", "r1t1-pick-s0"),
        (SEED, "game", "r1t1-pick-s1"),
        (SEED, "game", "r1t2-pick-s0"),
        (SEED, "game", "r2t1-pick-s0"),
        (SEED, "game", "r1t1-draft-s0"),
        (SEED, "another", "r1t1-pick-s0"),
        ("5eee" * 16, "game", "r1t1-pick-s0"),
    ]
    assert len({chance(*each) for each in asked}) == len(asked)
    assert chance(*asked[0]) == chance(*asked[0])
    assert {len(chance(*each)) for each in asked} == {32}
