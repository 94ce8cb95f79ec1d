"""The oracle against the published placement vectors, and counts frozen or worked out by hand. Rule
by rule it is held to the engine, and the engine to examples by hand (tests/domain)."""

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import SPECIALS, divide, perft, play_open, resolve_secret_turn

VECTORS = Path(__file__).parent / "vectors"
PLACEMENT = json.loads((VECTORS / "placement.json").read_text())
PERFT = json.loads((VECTORS / "perft.json").read_text())


def each(vectors: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", vectors, ids=lambda vector: vector["name"])


@each(PLACEMENT)
def test_a_placement_vector_is_met(vector: dict[str, Any]) -> None:
    answers = [
        choice if isinstance(choice, int) else (choice["row"], choice["side"])
        for choice in vector["choices"]
    ]
    if vector["ruleset"] == "hornochsen":
        table = {i: {"cards": row, "specials": []} for i, row in enumerate(vector["rows"])}
        after, steps = play_open(table, 0, [{"card": card} for card in vector["cards"]])
        rows = [row["cards"] for row in after.values()]
    else:
        picks = dict(enumerate(vector["cards"]))
        rows, steps = resolve_secret_turn(
            vector["ruleset"], vector["rows"], picks, lambda *question: answers.pop(0)
        )
    assert answers == []
    told = ("card", "row", "cards", "heads", "reason")
    taken = [{key: step[key] for key in told} for step in steps if step["kind"] == "take"]
    assert rows == vector["rows_after"]
    assert taken == vector["taken"]


@each(PERFT)
def test_a_frozen_count_is_met(vector: dict[str, Any]) -> None:
    arguments = vector["ruleset"], vector["position"], vector["depth"]
    assert perft(*arguments) == vector["count"]
    assert divide(*arguments) == vector["split"]
    assert sum(vector["split"].values()) == vector["count"]


def test_joint_picks_multiply_and_each_answer_is_a_leaf() -> None:
    rows = [[20], [30], [40], [50]]
    position = {"hands": {0: [3, 60], 1: [61, 70]}, "rows": rows}
    # 3 asks for one of four rows in whichever turn it is played
    assert divide("classic", position, 1) == {
        "0:3 1:61": 4, "0:3 1:70": 4, "0:60 1:61": 1, "0:60 1:70": 1,
    }  # fmt: skip
    assert perft("classic", position, 2) == 16
    assert perft("classic", position, 9) == 16


def test_draft_picks_cost_a_ply_each_and_laying_the_rows_none() -> None:
    position = {"hands": {0: [], 1: []}, "pool": [1, 2, 3, 4, 5, 6], "seat": 1}
    assert perft("logic", position, 1) == 6
    assert perft("logic", position, 2) == 6 * 5
    # the turn: 30 ordered pairs; the four left start the rows; as many answers as rows if the
    # lower of the two drafted is below all others, which is so if it is the 1
    assert perft("logic", position, 3) == 2 * 5 * 4 + 20


def test_the_first_open_turn_of_two_has_as_many_moves_as_arithmetic_says() -> None:
    hands = {0: list(range(1, 29, 2)), 1: list(range(2, 30, 2))}
    rows = [{"cards": [card], "specials": []} for card in range(31, 38)]
    specials = {seat: list(SPECIALS) for seat in hands}
    one = 14 + 2 * 7
    two = 14 * 13 + 2 * 14 * 14 + 2 * 7 * 7
    three = 14 * 13 * 12 + 3 * 14 * 14 * 13 + 3 * 14 * (2 * 7 * 7)
    position = {"hands": hands, "rows": rows, "specials": specials}
    assert perft("hornochsen", position, 1) == one + two + three


def test_skipping_costs_no_ply_and_the_last_bull_ends_the_tree() -> None:
    rows = [{"cards": [1, 2, 3], "specials": ["x2"]}]
    position = {"hands": {0: [], 1: [12, 13]}, "rows": rows, "specials": {0: ["x2"], 1: []}}
    names = {"1:" + ",".join(map(str, order)) for order in permutations([12, 13])}
    assert divide("hornochsen", position, 5) == {"1:12": 1, "1:13": 1} | dict.fromkeys(names, 1)
