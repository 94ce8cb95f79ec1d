"""The append-only file cut short. Every byte of its last records: `make chaos`."""

import random

import pytest

from service import handling
from tests.chaos.aof import SNAPSHOT_EVERY, Recording
from tests.chaos.rounds import AOF
from tests.support.engine import Engine
from tests.support.site import process_on

pytestmark = [pytest.mark.engine, pytest.mark.slow]
SAMPLE = 30


def test_a_file_cut_anywhere_leaves_a_game_as_it_once_was_and_it_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(handling, "ENTRIES_PER_SNAPSHOT", SNAPSHOT_EVERY)
    with Engine(*AOF) as engine:
        check(Recording(engine, process_on(engine, tmp_path)))


def check(recording):
    assert b":tip:" in recording.whole[recording.ends[0] :], "the last records hold a snapshot"
    assert b'"type":"PicksRevealed"' in recording.whole[recording.ends[0] :], "and a whole turn"
    around = {end + step for end in recording.ends for step in (-1, 0, 1)}
    cuts = around & set(recording.all_cuts())
    cuts |= set(random.Random(6).sample(recording.all_cuts(), SAMPLE))
    assert recording.wrongs(sorted(cuts)) == []
    recording.goes_on(recording.ends[-1] - 1)
