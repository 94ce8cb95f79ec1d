"""A bot's answer: the same whenever it is asked, from its own view and a chance nobody else has."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bots.deciding import answer, named
from bots.policies import POLICIES
from domain.decisions import open_decisions
from domain.ledger import canonical
from domain.rulesets import RULESETS
from domain.state import INITIAL
from domain.state.evolve import evolve, fold
from domain.views import redact
from domain.views.opened import opening_view
from tests.support import dsl
from tests.support.audit_games import game
from tests.support.play import server_seed
from tests.versions.logs import SEEDS

every_policy_in_every_ruleset = pytest.mark.parametrize(
    ("policy", "key"), [(named(name), key) for name in POLICIES for key in RULESETS]
)


def prefixes(key):
    """The states of a game in which something is owed, each with the entries so far."""
    state, entries = INITIAL, game(key, SEEDS[key], seats=3)
    for number, entry in enumerate(entries, start=1):
        state = evolve(state, entry)
        if state.owing:
            yield state, entries[:number]


@every_policy_in_every_ruleset
def test_as_long_as_a_decision_is_open_its_answer_is_the_same(key, policy):
    """Whoever has picked, left or returned meanwhile: a job that runs twice repeats itself."""
    said, asked_again = {}, 0
    for state, _ in prefixes(key):
        for owed in open_decisions(state):
            body = answer(state, owed, policy)
            asked_again += owed in said
            assert said.setdefault(owed, body) == body
    assert asked_again


@every_policy_in_every_ruleset
def test_the_answer_needs_nothing_that_the_seat_does_not_know_but_the_seed(key, policy):
    rng = Random(f"{key} {policy}")
    for state, entries in prefixes(key):
        owed = rng.choice(open_decisions(state))
        if rng.random() < 0.2:
            known = fold(redact(entry, owed.seat) for entry in entries)
            known = replace(known, server_seed=state.server_seed)
            assert answer(known, owed, policy) == answer(state, owed, policy)


@pytest.mark.parametrize("policy", ["careful", "careful/0", "careful/999", "gone/1", "", "/1"])
def test_a_policy_that_is_not_here_in_this_version_answers_nothing(policy):
    (state, _) = next(prefixes("classic"))
    assert answer(state, open_decisions(state)[0], policy) is None


def table():
    """A turn in which seat 0 may pick from ten cards that all cost the same: nothing."""
    hands = [[71, 72, 73, 74, 75, 76, 77, 78, 79, 80], list(range(91, 101))]
    return dsl.given(dsl.table("classic", [[10], [20], [60], [70]], hands)).state


def test_the_seed_alone_changes_the_answer_and_over_all_seeds_each_card_comes_as_often():
    states = [replace(table(), server_seed=server_seed(seed)) for seed in range(4000)]
    owed = open_decisions(states[0])[0]
    assert len({canonical(opening_view(state, 0)) for state in states[:40]}) == 1
    found = Counter(answer(state, owed, "random/1")["card"] for state in states)
    chi_square = sum((count - 400) ** 2 / 400 for count in found.values())
    assert len(found) == 10
    assert chi_square < 27.9, found  # 9 degrees of freedom, p = 0.001
