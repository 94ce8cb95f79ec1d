"""Counted move trees: the engine finds exactly as many games as the published counts say."""

import json
from pathlib import Path

import pytest

from tests.support.perft import divide, position

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "perft.json").read_text())
NAMES = [f"{vector['ruleset']}: {vector['name']}" for vector in VECTORS]


@pytest.mark.parametrize("vector", VECTORS, ids=NAMES)
def test_the_engine_counts_the_same_leaves(vector):
    state = position(vector["ruleset"], vector["position"])
    assert divide(state, vector["depth"]) == vector["split"]
    assert sum(vector["split"].values()) == vector["count"]
