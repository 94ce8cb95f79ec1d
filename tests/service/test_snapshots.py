"""A snapshot makes going on with a game cheaper, and changes no answer, whatever lies there."""

import random
from dataclasses import replace

import pytest

from bench.games import chained
from domain.state.evolve import fold
from service.games import snapshots
from service.games.games import Games, advance
from service.games.snapshots import ENTRIES_PER_SNAPSHOT, SCHEMA
from service.games.store import Store
from service.storage.stored import Damaged, StoreDown
from tests.support import chains
from tests.support.play import GAME, random_game

SECRET = "s" * 40
ENTRIES = random_game("classic", 4, {"max_rounds": 2}, 5)
AT = 2 * ENTRIES_PER_SNAPSHOT


@pytest.fixture
def stored(store: Store):
    """A long game, and nobody has folded it yet."""
    entries = chained(ENTRIES)
    chains.lay(store, entries, GAME)
    return entries


@pytest.fixture
def games(store: Store):
    """A process that keeps nothing."""
    return Games(store, 0, lambda _: True, SECRET)


def key(store):
    return store._keys.snapshot(GAME)


def lay(store, entries, at, *, secret=SECRET, schema=SCHEMA, name=GAME, **changes):
    """The snapshot of the game at a revision, or one that is wrong in some way."""
    state = replace(fold(ENTRIES[:at]), game=name, **changes)
    body = snapshots.written(state, entries[at - 1].h, secret.encode())
    store.keep_snapshot(GAME, at, schema, body)


def truth(store):
    return Games(store, 0, lambda _: True).load(GAME)


def test_a_cold_process_begins_at_the_snapshot(store, games, stored, monkeypatch):
    lay(store, stored, AT)
    folded = []
    monkeypatch.setattr(
        "service.games.games.advance",
        lambda name, base, more: folded.append(base) or advance(name, base, more),
    )
    assert games.load(GAME) == truth(store)
    assert folded[0].revision == AT


def test_whoever_has_folded_far_leaves_a_snapshot(store, games, stored, any_redis):
    assert not any_redis.exists(key(store))
    games.load(GAME)
    assert int(any_redis.hget(key(store), "revision")) == len(stored)
    assert games.load(GAME) == truth(store)


@pytest.mark.parametrize(
    "wrong",
    [
        {"secret": "another" * 6},
        {"schema": "0.0.0-0123456789abcdef"},
        {"schema": "99.0.0-0123456789abcdef"},
        {"name": "another-game"},
        {"revision": AT + 1},
    ],
    ids=["by another server", "of the past", "of the future", "of another game", "misplaced"],
)
def test_a_snapshot_that_does_not_fit_is_thrown_away(store, games, stored, wrong):
    lay(store, stored, AT, **wrong)
    assert games.load(GAME) == truth(store)
    assert games.load(GAME) == truth(store)


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_snapshot_is_thrown_away(store, games, stored, any_redis, seed):
    lay(store, stored, AT)
    rng, body = random.Random(seed), bytearray(any_redis.hget(key(store), "body"))
    match seed % 3:
        case 0:
            body[rng.randrange(len(body))] ^= 1 << rng.randrange(8)
        case 1:
            del body[rng.randrange(len(body)) :]
        case _:
            body += rng.randbytes(3)
    any_redis.hset(key(store), "body", bytes(body))
    assert games.load(GAME) == truth(store)


@pytest.mark.parametrize("field", ["revision", "schema", "body"])
@pytest.mark.parametrize(
    "value", [None, b"", b"x", b"-1", b"\xff" * 9, b"1e3", b"9" * 15, b"9" * 40]
)
def test_any_field_may_be_anything(store, games, stored, any_redis, field, value):
    lay(store, stored, AT)
    if value is None:
        any_redis.hdel(key(store), field)
    else:
        any_redis.hset(key(store), field, value)
    assert games.load(GAME) == truth(store)


def test_a_key_of_another_type_is_no_snapshot(store, games, stored, any_redis):
    any_redis.set(key(store), "x")
    assert games.load(GAME) == truth(store)


def test_a_wrong_snapshot_that_cannot_be_removed_changes_no_answer(
    store, games, stored, monkeypatch
):
    lay(store, stored, AT, secret="another" * 6)

    def refused(*_):
        raise StoreDown("READONLY")

    monkeypatch.setattr(store, "drop_snapshot", refused)
    monkeypatch.setattr(store, "keep_snapshot", refused)
    assert games.load(GAME) == truth(store)


@pytest.mark.parametrize("at", [1, AT, len(ENTRIES)])
def test_a_stale_snapshot_and_one_of_the_last_event_do_as_well(store, games, stored, at):
    lay(store, stored, at)
    assert games.load(GAME) == truth(store)


def test_a_snapshot_can_be_lost_at_any_time(store, games, stored, any_redis):
    lay(store, stored, AT)
    assert games.load(GAME) == truth(store)
    any_redis.delete(key(store))
    assert games.load(GAME) == truth(store)


def test_what_a_process_remembers_and_a_snapshot_tell_of_one_loss_once(store, stored, any_redis):
    remembering = Games(store, 9, lambda _: True, SECRET)
    assert remembering.load(GAME).revision == len(stored)
    any_redis.delete(store._keys.stream(GAME))
    chains.lay(store, stored[: AT - 9], GAME)
    with pytest.raises(Damaged):
        remembering.load(GAME)
    assert remembering.load(GAME).revision == AT - 9


def test_a_true_snapshot_of_a_tail_that_is_gone_is_told_once(store, games, stored, any_redis):
    lay(store, stored, AT)
    any_redis.delete(store._keys.stream(GAME))
    chains.lay(store, stored[: AT - 9], GAME)
    with pytest.raises(Damaged, match="what is not there"):
        games.load(GAME)
    assert games.load(GAME).revision == AT - 9


def test_a_true_snapshot_of_another_history_is_told_once(store, games, stored, any_redis):
    lay(store, stored, AT)
    any_redis.delete(store._keys.stream(GAME))
    rewritten = chained(entry._replace(at=entry.at + 1) for entry in ENTRIES)
    chains.lay(store, rewritten, GAME)
    with pytest.raises(Damaged, match="what is not there"):
        games.load(GAME)
    assert games.load(GAME).hash == rewritten[-1].h


def test_a_snapshot_is_never_trusted_by_a_replay(store, games, stored, any_redis):
    lay(store, stored, AT, commitment="A" * 43)
    assert games.load(GAME).state != truth(store).state, "it is believed here"
    assert games.at(GAME, len(stored)).state == truth(store).state


def test_a_process_without_the_secret_reads_from_the_start(store, stored):
    lay(store, stored, AT, commitment="A" * 43)
    assert truth(store).state == fold(ENTRIES)
    lay(store, stored, AT, commitment="A" * 43, secret="", schema="")
    assert truth(store).state == fold(ENTRIES), "nor does it believe an unsigned one"
