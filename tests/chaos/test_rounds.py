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
LINES = Plan(wire=True, engines=0, others=4, tables=2)


@pytest.mark.parametrize(("seed", "plan"), [("check-kills", KILLS), ("check-lines", LINES)])
def test_nothing_acknowledged_is_lost_doubled_or_invented(seed, plan):
    outcome = play_round(seed, plan)
    told = f"seed {seed}: {outcome.kills} kills, {len(outcome.done.restarts)} engine restarts"
    print(f"{told}, {outcome.verdict.checked} acknowledged writes checked")  # noqa: T201
    assert outcome.verdict.wrongs == [], seed
    assert outcome.verdict.checked == outcome.history.writes > 0
    assert len(outcome.done.restarts) == plan.engines
    assert outcome.kills > plan.engines
