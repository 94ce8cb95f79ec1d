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
from domain.state import State
from domain.views import view

EVERY_TABLE = [(rules.key, seats) for rules in RULESETS.values() for seats in rules.seats]
FOUR_SEATS = [(key, 4) for key in RULESETS]
AGREED: list[tuple[str, Mapping[str, Any]]] = [
    ("classic", {"row_choice": "cheapest"}),
    ("logic", {"draft_start": "rotate"}),
    ("professional", {"professional_tie": "left"}),
    ("professional", {"deck": "reduced", "row_choice": "cheapest"}),
    ("children", {"children_rows": 4, "children_winner": "fewest"}),
    ("children", {"row_choice": "cheapest"}),
    ("hornochsen", {"special_penalty": "before_doubling", "start_seat": 2}),
]

policies = pytest.mark.parametrize("name", POLICIES)


def all_play(name: str, seats: int) -> Table:
    return Table([POLICIES[name].choose] * seats)


def check_offered(
    seen: Mapping[str, Any], decision: Mapping[str, Any], body: Mapping[str, Any]
) -> None:
    """An answer is one of the options; each card of a play is in one of them."""
    if decision["kind"] != "play":
        assert body in decision["options"]
        return
    assert 1 <= len(body["cards"]) <= 3
    bulls = [option["card"] for option in decision["options"] if "card" in option]
    held = [*bulls, *seen["you"]["specials"]]
    for card in body["cards"]:
        held.remove(card["card"] if "card" in card else card["special"])


@policies
@pytest.mark.parametrize(("ruleset", "seats"), EVERY_TABLE)
def test_every_answer_is_allowed_in_every_ruleset_with_every_number_of_seats(name, ruleset, seats):
    rng = Random(seats)
    state = played(dealt(ruleset, seats, rng), all_play(name, seats), rng, check_offered)
    assert state.status == "finished"


@policies
@pytest.mark.parametrize(("ruleset", "agreed"), AGREED)
def test_every_answer_is_allowed_whatever_was_agreed(name, ruleset, agreed):
    rng = Random(6)
    state = played(dealt(ruleset, 4, rng, agreed), all_play(name, 4), rng, check_offered)
    assert state.status == "finished"


def test_careful_plays_a_game_of_many_rounds_to_its_end():
    rng = Random(66)
    state = played(dealt("classic", 3, rng, {"max_rounds": 4}), all_play("careful", 3), rng)
    assert len(state.rounds) == 4


@policies
@pytest.mark.parametrize(("ruleset", "seats"), FOUR_SEATS)
def test_the_same_view_decision_and_chance_give_the_same_answer(name, ruleset, seats):
    def again(
        seen: Mapping[str, Any], decision: Mapping[str, Any], body: Mapping[str, Any]
    ) -> None:
        copies = json.loads(json.dumps([seen, decision]))
        first = POLICIES[name].choose(*copies, Random(7))
        assert POLICIES[name].choose(seen, decision, Random(7)) == first
        assert copies == [seen, decision], "a policy changes nothing that it is given"
        assert json.loads(json.dumps(body)) == body

    rng = Random(1)
    played(dealt(ruleset, seats, rng), all_play(name, seats), rng, again)


@pytest.mark.parametrize(
    ("ruleset", "seats", "least"),
    [
        ("classic", 4, 5),
        ("tactics", 4, 5),
        ("logic", 4, 5),
        ("logic", 8, 3),
        ("professional", 4, 5),
        ("children", 4, 5),
        ("hornochsen", 4, 60),
    ],
)
def test_careful_is_much_better_than_random(ruleset, seats, least):
    margins = measured(ruleset, seats, rounds=40).margins
    assert sum(margins) / len(margins) > least


def test_careful_inverts_when_the_fewest_heads_win_among_children():
    def total(agreed: Mapping[str, Any]) -> int:
        heads = 0
        for number in range(30):
            rng = Random(number)
            table = Table([POLICIES["careful"].choose, *[POLICIES["random"].choose] * 3])
            heads += played(dealt("children", 4, rng, agreed), table, rng).totals[0]
        return heads

    assert total({"children_winner": "most"}) > 1.5 * total({"children_winner": "fewest"})


def test_random_gives_every_option_its_turn():
    state: State = dealt("classic", 4, Random(3))
    seen = view(state, 0)
    (decision,) = seen["you"]["decisions"]
    answers = [
        POLICIES["random"].choose(seen, decision, Random(seed))["card"] for seed in range(300)
    ]
    assert set(answers) == set(seen["you"]["hand"])
