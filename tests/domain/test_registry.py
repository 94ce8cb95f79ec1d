"""No ruleset is registered without what proves it: oracle, vectors, counts and records."""

import json
from pathlib import Path

import pytest

from domain.rulesets import RULESETS
from tests import oracle

VECTORS = Path(__file__).parents[1] / "vectors"


def _vectors(name):
    return json.loads((VECTORS / name).read_text())


@pytest.mark.parametrize("key", RULESETS)
def test_the_oracle_knows_the_ruleset_its_seats_and_its_options(key):
    rules = RULESETS[key]
    assert oracle.RULESETS[key] == (min(rules.seats), max(rules.seats))
    for option in rules.options:
        default, values = oracle.OPTIONS[option.name]
        assert default == option.default
        assert values is None or set(values) == set(option.values)


def test_the_oracle_knows_no_other_ruleset():
    assert set(oracle.RULESETS) == set(RULESETS)


@pytest.mark.parametrize("key", RULESETS)
def test_the_ruleset_has_published_placements_of_its_own_or_places_like_one_that_has(key):
    rules = RULESETS[key]
    published = [RULESETS[vector["ruleset"]] for vector in _vectors("placement.json")]
    assert any((other.land, other.lay) == (rules.land, rules.lay) for other in published)


@pytest.mark.parametrize("key", RULESETS)
def test_the_ruleset_has_counted_move_trees(key):
    assert [vector for vector in _vectors("perft.json") if vector["ruleset"] == key]


@pytest.mark.parametrize("key", RULESETS)
def test_the_oracle_and_the_engine_deal_from_the_same_decks(key):
    rules = RULESETS[key]
    for seats in rules.seats:
        for deck in ("full", "reduced"):
            options = {o.name: o.default for o in rules.options}
            options |= {"deck": deck} if "deck" in options else {}
            assert list(rules.deck(seats, options)) == oracle.deck(key, seats, options)
            assert rules.hand(seats) == oracle.hand_size(key, seats)
            assert rules.rows(seats, options) == oracle.row_count(key, seats, options)
