"""Hundreds of simulated games, and that a seed tells all there is to tell about one."""

import subprocess
from functools import cache

import pytest

from domain.rulesets import RULESETS
from tests.simulation.run import digest, simulate
from tests.simulation.setting import Setting
from tests.support.processes import environment, toma6

GAMES = 400
AT_ONCE = 50
TOLD = 120
played = cache(simulate)
"""The game of a seed, played once for all tests."""


@pytest.mark.parametrize("first", range(0, GAMES, AT_ONCE))
def test_every_promise_holds_in_simulated_games(first):
    for seed in range(first, first + AT_ONCE):
        (played if seed < TOLD else simulate)(seed)


def test_the_seeds_play_every_ruleset_and_meet_every_trouble():
    settings = [Setting.drawn(seed) for seed in range(GAMES)]
    assert {setting.ruleset for setting in settings} == set(RULESETS)
    policies = {setting.options.get("on_timeout") for setting in settings}
    assert policies >= {"none", "careful", "lowest", "forfeit"}
    steps = "\n".join(line for seed in range(TOLD) for line in played(seed))
    for trouble in (
        *("crash before", "crash after", "is lost", "the reply to EVALSHA is lost"),
        *("a late command arrives", "the scripts are forgotten", "jitter", "the job fails"),
        *("the sweep fails", "already_answered", "not_your_decision", "decision_closed"),
        "fresh=False",
    ):
        assert trouble in steps, trouble


def test_a_seed_plays_the_same_game_in_another_process_with_other_hashes():
    for salt in ("1", "2"):
        command = toma6("--seed", "8", module="tests.simulation")
        env = {**environment(), "PYTHONHASHSEED": salt}
        again = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        assert digest(played(8)) in again.stdout
