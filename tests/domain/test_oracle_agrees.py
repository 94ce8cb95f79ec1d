"""The engine and the independent oracle agree on random turns and on whole games.

TOMA6_ORACLE_TURNS says how many turns of each ruleset (100000 take some minutes),
TOMA6_ORACLE_SEED which ones.
"""

import os
from random import Random

import pytest

from domain.rulesets import RULESETS
from tests.support.agreement import turns
from tests.support.play import random_game, random_options, told
from tests.support.replayed import by_engine, by_oracle

TURNS = int(os.environ.get("TOMA6_ORACLE_TURNS", "2000"))
SEED = int(os.environ.get("TOMA6_ORACLE_SEED", "1"))


@pytest.mark.timeout(600 + TURNS / 50)
@pytest.mark.parametrize("key", RULESETS)
def test_random_turns_come_out_as_the_oracle_says(key):
    for number, (engine, oracle) in enumerate(turns(key, TURNS, SEED)):
        assert engine == oracle, f"turn {number} of seed {SEED}"


@pytest.mark.timeout(600 + TURNS / 50)
@pytest.mark.parametrize("key", RULESETS)
def test_whole_games_come_out_as_the_oracle_says(key):
    rng = Random(f"games of {key} {SEED}")
    for number in range(max(1, TURNS // 100)):
        seats = rng.choice(list(RULESETS[key].seats))
        options = random_options(rng, key, seats)
        events = told(random_game(key, seats, options, rng.randrange(10**9)))
        assert by_engine(events) == by_oracle(events), f"game {number} of seed {SEED}"
