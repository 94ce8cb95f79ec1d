"""The append-only file cut short. Every byte of its last records: `make chaos`."""

import random

from tests.chaos.aof import recorded

SAMPLE = 30


def test_a_file_cut_anywhere_leaves_a_game_as_it_once_was_and_it_goes_on():
    with recorded() as recording:
        last = recording.whole[recording.ends[0] :]
        assert b":tip:" in last, "the last records hold a snapshot"
        assert b'"type":"PicksRevealed"' in last, "and a whole turn"
        around = {end + step for end in recording.ends for step in (-1, 0, 1)}
        cuts = around & set(recording.all_cuts)
        cuts |= set(random.Random(6).sample(recording.all_cuts, SAMPLE))
        assert recording.wrongs(sorted(cuts)) == []
        recording.goes_on(recording.ends[-1] - 1)
