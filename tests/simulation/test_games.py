"""Hundreds of simulated games, and that a seed tells all there is to tell about one."""

import os
import subprocess
import sys

import pytest

from domain.rulesets import RULESETS
from tests.simulation.run import simulate
from tests.simulation.setting import Setting

GAMES = 400
AT_ONCE = 50


@pytest.mark.parametrize("first", range(0, GAMES, AT_ONCE))
def test_every_promise_holds_in_simulated_games(first):
    for seed in range(first, first + AT_ONCE):
        simulate(seed)


def test_the_seeds_play_every_ruleset_and_meet_every_trouble():
    settings = [Setting.drawn(seed) for seed in range(GAMES)]
    assert {setting.ruleset for setting in settings} == set(RULESETS)
    policies = {setting.options.get("on_timeout") for setting in settings}
    assert policies >= {"none", "careful", "lowest", "forfeit"}
    steps = "\n".join(line for seed in range(60) for line in simulate(seed).trace)
    for trouble in (
        "crash before",
        "crash after",
        "is lost",
        "the reply to EVALSHA is lost",
        "a late command arrives",
        "the scripts are forgotten",
        "jitter",
        "the job fails",
        "the sweep fails",
        "already_answered",
        "not_your_decision",
        "decision_closed",
        "fresh=False",
    ):
        assert trouble in steps, trouble


@pytest.mark.parametrize("seed", [3, 8, 21])
def test_a_seed_plays_the_same_game_again_step_by_step(seed):
    assert simulate(seed).trace == simulate(seed).trace


def test_a_seed_plays_the_same_game_in_another_process_with_other_hashes():
    played = simulate(8)
    for salt in ("1", "2"):
        again = subprocess.run(
            [sys.executable, "-m", "tests.simulation", "--seed", "8"],
            env={**os.environ, "PYTHONHASHSEED": salt},
            capture_output=True,
            text=True,
            check=True,
        )
        assert played.digest in again.stdout
