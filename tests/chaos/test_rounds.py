"""The campaign in short: one round that kills, one that cuts lines, with all kinds of trouble. The
rest: `make chaos`."""

import sys

import pytest

from tests.chaos.history import TROUBLE
from tests.chaos.rounds import Plan, play_round

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")

OWN = ("disk full", "a process stopped", "memory full", "clocks of the others", "a lost tail")
BEFORE_IT = ("a slow store", "a silent store", "bad entries")
KILLS = Plan(engines=2, others=6, tables=2, troubles=OWN, longest=1)
LINES = Plan(wire=True, others=4, tables=2, troubles=BEFORE_IT, longest=1)


@pytest.mark.parametrize(("seed", "plan"), [("check-kills", KILLS), ("check-lines", LINES)])
def test_nothing_acknowledged_is_lost_doubled_or_invented(seed, plan):
    history = play_round(seed, plan)
    told = f"seed {seed}: {history.kills} kills, {len(history.restarts)} engine restarts"
    print(f"{told}, {history.found['checked']} acknowledged writes checked")
    assert history.wrongs == [], seed
    assert history.found["checked"] == history.writes > 0
    assert len(history.restarts) == plan.engines
    assert history.kills > plan.engines
    assert {what for under, what in history.notes if under == TROUBLE} >= set(plan.troubles)
