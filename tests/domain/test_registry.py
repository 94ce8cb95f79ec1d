"""No ruleset is registered without what proves it: oracle, vectors, counts and records."""

import json
from itertools import product
from pathlib import Path

import pytest

from domain.rulesets import RULESETS
from tests import oracle


def _vectors(name):
    return json.loads((Path(__file__).parents[1] / "vectors" / name).read_text())


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
    assert key in {vector["ruleset"] for vector in _vectors("perft.json")}
    published = [RULESETS[vector["ruleset"]] for vector in _vectors("placement.json")]
    own = (RULESETS[key].land, RULESETS[key].lay)
    assert own in [(other.land, other.lay) for other in published]
