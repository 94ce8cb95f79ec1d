"""A game that is packed comes back to the byte, and is small."""

import random

import pytest

from domain import ledger
from domain.events.entries import encode
from domain.rulesets import RULESETS
from service.archive.packing import DERIVED, Record, pack, unpack
from service.storage.stored import Stored
from tests.support.play import playing, random_options


def stored(key, seats, options, seed, resigning=0.0):
    digest, found = ledger.GENESIS, []
    for number, step in enumerate(playing(key, seats, options, seed, resigning=resigning), 1):
        p, s = encode(step.entry)
        digest = ledger.chain(digest, p)
        found.append(Stored(number, p, s, digest))
    return found


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_games_of_any_options_come_back_to_the_byte(key):
    rng = random.Random(key)
    for seed in range(8):
        seats = rng.choice(range(2, 7))
        entries = stored(key, seats, random_options(rng, key, seats), seed, rng.choice((0, 0.02)))
        packed = pack(Record(entries, [b"version", b"7"], [(1, [3, [[b"1-1", [b"code", b"x"]]]])]))
        assert packed[:1] == DERIVED
        assert unpack(packed) == Record(
            entries, [b"version", b"7"], [(1, [3, [[b"1-1", [b"code", b"x"]]]])]
        )
