"""The campaign in short: one round that kills, one that cuts lines. The rest: `make chaos`."""

import sys

import pytest

from tests.chaos.rounds import Plan, play_round

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc"),
    pytest.mark.engine,
    pytest.mark.slow,
]

KILLS = Plan(engines=3, others=9, tables=2)
LINES = Plan(wire=True, others=4, tables=2)


@pytest.mark.parametrize(("seed", "plan"), [("check-kills", KILLS), ("check-lines", LINES)])
def test_nothing_acknowledged_is_lost_doubled_or_invented(seed, plan):
    history = play_round(seed, plan)
    told = f"seed {seed}: {history.kills} kills, {len(history.restarts)} engine restarts"
    print(f"{told}, {history.found['checked']} acknowledged writes checked")
    assert history.wrongs == [], seed
    assert history.found["checked"] == history.writes > 0
    assert len(history.restarts) == plan.engines
    assert history.kills > plan.engines
