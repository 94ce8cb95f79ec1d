"""The engine and the independent oracle agree, and no ruleset is registered without what proves it.
TOMA6_ORACLE_TURNS says how many turns of each ruleset (100000 take some minutes), TOMA6_ORACLE_SEED
which ones."""

import json
import os
from itertools import product
from pathlib import Path
from random import Random

import pytest

from domain.rulesets import RULESETS
from tests import oracle
from tests.support.agreement import by_engine, by_oracle, turns
from tests.support.perft import divide, position
from tests.support.play import random_game, random_options, told

TURNS = int(os.environ.get("TOMA6_ORACLE_TURNS", "2000"))
SEED = int(os.environ.get("TOMA6_ORACLE_SEED", "1"))
PERFT, PLACEMENT = (
    json.loads((Path(__file__).parents[1] / "vectors" / f"{name}.json").read_text())
    for name in ("perft", "placement")
)


@pytest.mark.timeout(600 + TURNS / 50)
@pytest.mark.parametrize("key", RULESETS)
def test_random_turns_come_out_as_the_oracle_says(key):
    for number, (engine, expected) in enumerate(turns(key, TURNS, SEED)):
        assert engine == expected, f"turn {number} of seed {SEED}"


@pytest.mark.timeout(600 + TURNS / 50)
@pytest.mark.parametrize("key", RULESETS)
def test_whole_games_come_out_as_the_oracle_says(key):
    rng = Random(f"games of {key} {SEED}")
    for number in range(max(1, TURNS // 100)):
        seats = rng.choice(list(RULESETS[key].seats))
        options = random_options(rng, key, seats)
        events = told(random_game(key, seats, options, rng.randrange(10**9)))
        assert by_engine(events) == by_oracle(events), f"game {number} of seed {SEED}"


@pytest.mark.parametrize(
    "vector", PERFT, ids=lambda vector: f"{vector['ruleset']}: {vector['name']}"
)
def test_the_engine_counts_the_leaves_of_published_move_trees(vector):
    state = position(vector["ruleset"], vector["position"])
    assert divide(state, vector["depth"]) == vector["split"]
    assert sum(vector["split"].values()) == vector["count"]


def test_the_oracle_knows_no_other_ruleset():
    assert set(oracle.RULESETS) == set(RULESETS)


@pytest.mark.parametrize("key", RULESETS)
def test_the_oracle_knows_the_ruleset_its_seats_options_and_decks(key):
    rules = RULESETS[key]
    assert oracle.RULESETS[key] == (min(rules.seats), max(rules.seats))
    for option in rules.options:
        default, values = oracle.OPTIONS[option.name]
        assert default == option.default
        assert values is None or set(values) == set(option.values)
    defaults = {option.name: option.default for option in rules.options}
    for seats, deck in product(rules.seats, ("full", "reduced")):
        options = defaults | ({"deck": deck} if "deck" in defaults else {})
        assert list(rules.deck(seats, options)) == oracle.deck(key, seats, options)
        assert rules.hand(seats) == oracle.hand_size(key, seats)
        assert rules.rows(seats, options) == oracle.row_count(key, seats, options)


@pytest.mark.parametrize("key", RULESETS)
def test_the_ruleset_has_counted_move_trees_and_its_placements_are_published(key):
    """Placements of its own, or it places like one that has some."""
    assert key in {vector["ruleset"] for vector in PERFT}
    published = [RULESETS[vector["ruleset"]] for vector in PLACEMENT]
    own = (RULESETS[key].land, RULESETS[key].lay)
    assert own in [(other.land, other.lay) for other in published]
