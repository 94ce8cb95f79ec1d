"""The short form of `make forge`: some hundreds of forgeries through both verifiers."""

import os

from tests.forge.run import KINDS, campaign

SEED = int(os.environ.get("TOMA6_FORGE_SEED", "9"))
COUNT = int(os.environ.get("TOMA6_FORGERIES", "600"))


def test_no_forgery_is_proven_and_each_is_refused_for_its_reason_by_both_verifiers():
    figures = campaign(SEED, COUNT)
    print(f"seed {SEED}")
    print(figures.table())
    assert figures.wrong == []
    assert sum(figures.tried.values()) == COUNT
    assert not any(status == 0 for _, status in figures.tried)
    tried = {name.partition(",")[0] for name, _ in figures.tried}
    assert {name for name, _ in KINDS} <= tried, "every kind was tried"
    assert len(figures.by_ruleset) == 6
