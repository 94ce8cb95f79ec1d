"""What every policy owes: an allowed answer, from its own view alone, the same each time."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from bench.policies import measured
from bench.rounds import Table, dealt, played
from bots.policies import POLICIES
from domain.rulesets import RULESETS

AGREED: list[tuple[str, int, Mapping[str, Any]]] = [
    *((rules.key, seats, {}) for rules in RULESETS.values() for seats in rules.seats),
    ("classic", 4, {"row_choice": "cheapest"}),
    ("logic", 4, {"draft_start": "rotate"}),
    ("professional", 4, {"professional_tie": "left"}),
    ("professional", 4, {"deck": "reduced", "row_choice": "cheapest"}),
    ("children", 4, {"children_rows": 4, "children_winner": "fewest"}),
    ("children", 4, {"row_choice": "cheapest"}),
    ("hornochsen", 4, {"special_penalty": "before_doubling", "start_seat": 2}),
]

policies = pytest.mark.parametrize("name", POLICIES)


def all_play(name: str, seats: int) -> Table:
    return Table([POLICIES[name].choose] * seats)


@policies
@pytest.mark.parametrize(("ruleset", "seats", "agreed"), AGREED)
def test_every_answer_is_allowed_with_every_number_of_seats_and_whatever_was_agreed(
    name, ruleset, seats, agreed
):
    rng = Random(seats)
    state = played(dealt(ruleset, seats, rng, agreed), all_play(name, seats), rng)
    assert state.status == "finished"


@policies
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_same_view_decision_and_chance_give_the_same_answer(name, ruleset):
    def again(
        seen: Mapping[str, Any], decision: Mapping[str, Any], body: Mapping[str, Any]
    ) -> None:
        copies = json.loads(json.dumps([seen, decision]))
        first = POLICIES[name].choose(*copies, Random(7))
        assert POLICIES[name].choose(seen, decision, Random(7)) == first
        assert copies == [seen, decision], "a policy changes nothing that it is given"
        assert json.loads(json.dumps(body)) == body

    rng = Random(1)
    played(dealt(ruleset, 4, rng), all_play(name, 4), rng, again)


@pytest.mark.parametrize(
    ("ruleset", "seats", "least"),
    [*((key, 4, 5) for key in RULESETS if key != "hornochsen"), ("logic", 8, 3),
     ("hornochsen", 4, 60)],
)  # fmt: skip
def test_careful_is_much_better_than_random(ruleset, seats, least):
    margins = measured(ruleset, seats, rounds=40).margins
    assert sum(margins) / len(margins) > least
