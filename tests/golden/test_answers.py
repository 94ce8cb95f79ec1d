"""A policy answers as it always did, or it has another version."""

import json

import pytest

from bots.policies import POLICIES
from domain.decisions.kinds import KINDS
from tests.golden.answers import HERE, RAISE, answers, path


@pytest.mark.parametrize("name", POLICIES)
def test_the_answers_of_a_policy_change_with_its_version_and_never_without(name):
    file = path(name)
    assert file.exists(), f"{name} has a new version: run: python -m tests.golden.make"
    kept, now = json.loads(file.read_text(encoding="utf-8")), answers(name)
    assert kept.keys() == now.keys(), "a game is missing: run: python -m tests.golden.make"
    raised = RAISE.format(policy=name, file=file.name)
    for game, expected in kept.items():
        assert now[game] == expected, raised
    asked = {decision.split("-")[1] for game in kept.values() for decision in game}
    assert asked == set(KINDS), "every kind of decision is kept"


def test_nothing_is_kept_of_policies_and_versions_that_are_gone():
    assert {file.name for file in HERE.iterdir()} == {path(name).name for name in POLICIES}
