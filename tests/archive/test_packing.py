"""A game that is packed comes back to the byte, and is small."""

import base64
import hashlib
import json
import random
from pathlib import Path

import pytest

from bench.archive import game
from domain import ledger
from domain.events.entries import encode
from domain.rulesets import RULESETS
from service.archive.packing import DERIVED, Record, Unreadable, pack, unpack
from service.storage.stored import Stored
from tests.support.play import playing, random_options

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "archived-1.json").read_text("utf-8"))


def told(entries):
    """A digest of entries, secrets and hashes included."""
    return hashlib.sha256(repr([tuple(each) for each in entries]).encode()).hexdigest()


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


@pytest.mark.parametrize("name", GOLDEN)
def test_what_was_packed_once_is_unpacked_for_ever(name):
    """Whatever becomes of rules, events or dictionaries. Never make these anew: add others."""
    record = unpack(base64.b64decode(GOLDEN[name]["packed"]))
    assert told(record.entries) == GOLDEN[name]["told"]
    assert record.labels == [b"version", b"1790000000000000"]


def test_a_classic_game_of_four_takes_two_kilobytes_and_a_half():
    for seed in range(5):
        for bots in ((), (1, 2, 3)):
            entries = game("classic", 4, 70 + seed, {}, bots)
            events = sum(each.p.count(b'"type":') for each in entries)
            assert len(pack(Record(entries))) * 520 / events <= 2600, seed


def altered(entries, rng):
    """The same with a byte of one part replaced: it may be no JSON any more."""
    at = rng.randrange(len(entries))
    part = rng.choice(("p", "s") if entries[at].s else ("p",))
    body = bytearray(getattr(entries[at], part))
    body[rng.randrange(len(body))] = rng.choice(b'0aA"}{:,')
    return [*entries[:at], entries[at]._replace(**{part: bytes(body)}), *entries[at + 1 :]]


def test_what_is_not_as_derived_comes_back_to_the_byte_all_the_same():
    rng = random.Random(5)
    entries = game("hornochsen", 2, 3, {})
    for _ in range(40):
        record = Record(altered(entries, rng))
        assert unpack(pack(record)) == record


@pytest.mark.parametrize("damage", ["cut", "byte", "later"])
def test_what_is_no_packed_game_is_told(damage):
    rng = random.Random(damage)
    packed = pack(Record(game("hornochsen", 2, 3, {})))
    for _ in range(30):
        body = bytearray(packed)
        if damage == "cut":
            del body[rng.randrange(len(body)) :]
        elif damage == "later":
            body[0] = rng.randrange(2, 256)
        else:
            body[rng.randrange(1, 9)] ^= 1 << rng.randrange(8)
        try:
            unpack(bytes(body))
        except Unreadable:
            continue
        assert damage == "byte", "there the digest in its name tells"
