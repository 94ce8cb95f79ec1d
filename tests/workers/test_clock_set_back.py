"""Clocks that are set back: a record stays in order, and nobody has less time to answer."""

import json

import pytest

from domain.text.times import milliseconds


@pytest.mark.parametrize("clocked", [{"turn_seconds": 60}, {}])
@pytest.mark.parametrize("back", [10_000, 3_600_000])
def test_no_entry_is_earlier_than_the_one_before_it(site, clocked, back):
    here = site.process()
    table = here.api.started(seats=2, options=clocked)
    for turn in range(4):
        site.time.now -= back
        here.own.now -= back
        table.play_on(steps=3)
        if clocked and table.view()["deadline"]:
            left = milliseconds(table.view()["deadline"]) - site.time.now
            assert left >= 60_000, turn
    stored = here.services.store.read(table.game)
    at = [milliseconds(json.loads(entry.p)["at"]) for entry in stored]
    assert at == sorted(at)
    assert len(at) > 8
