"""A snapshot makes going on with a game cheaper, and changes no answer, whatever lies there."""

import random
from dataclasses import replace

import pytest

from bench.games import chained
from domain.state.evolve import fold
from service.games import snapshots
from service.games.games import Game, Games, advance
from service.games.snapshots import ENTRIES_PER_SNAPSHOT, SCHEMA
from service.games.store import Store
from service.storage.stored import Damaged
from tests.support import chains
from tests.support.play import GAME, random_game
from tests.support.site import away

SECRET = "s" * 40
ENTRIES = random_game("classic", 4, {"max_rounds": 2}, 5)
STORED = chained(ENTRIES)
AT = 2 * ENTRIES_PER_SNAPSHOT


@pytest.fixture
def games(store: Store):
    """A process that keeps nothing, of a server with a long game that nobody has folded yet."""
    chains.lay(store, STORED, GAME)
    return Games(store, 0, lambda _: True, SECRET)


@pytest.fixture
def key(store: Store):
    return store._keys.snapshot(GAME)


def lay(store, at, *, secret=SECRET, schema=SCHEMA, name=GAME, **changes):
    """The snapshot of the game at a revision, or one that is wrong in some way."""
    state = replace(fold(ENTRIES[:at]), game=name, **changes)
    body = snapshots.written(state, STORED[at - 1].h, secret.encode())
    store.keep_snapshot(GAME, at, schema, body)


def truth(store):
    return Games(store, 0, lambda _: True).load(GAME)


def put_back(store, entries):
    """Have these entries lie there in the place of the game's."""
    store._call("DEL", store._keys.stream(GAME))
    chains.lay(store, entries, GAME)


def test_a_cold_process_begins_at_the_snapshot(store, games, monkeypatch):
    lay(store, AT)
    folded = []
    monkeypatch.setattr(
        "service.games.games.advance",
        lambda name, base, more: folded.append(base) or advance(name, base, more),
    )
    assert games.load(GAME) == truth(store)
    assert folded[0].revision == AT


def test_whoever_has_folded_far_leaves_a_snapshot(store, games, key, any_redis):
    assert not any_redis.exists(key)
    games.load(GAME)
    assert int(any_redis.hget(key, "revision")) == len(STORED)
    assert games.load(GAME) == truth(store)


WRONG = {
    "by another server": {"secret": "another" * 6},
    "of the past": {"schema": "0.0.0-0123456789abcdef"},
    "of the future": {"schema": "99.0.0-0123456789abcdef"},
    "of another game": {"name": "another-game"},
    "misplaced": {"revision": AT + 1},
    "stale": {"at": 1},
    "of the last entry": {"at": len(STORED)},
}


@pytest.mark.parametrize("removable", [True, False])
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_snapshot_that_does_not_fit_or_is_stale_changes_no_answer(
    store, games, monkeypatch, wrong, removable
):
    lay(store, **{"at": AT, **wrong})
    if not removable:
        monkeypatch.setattr(store, "drop_snapshot", away)
        monkeypatch.setattr(store, "keep_snapshot", away)
    for _ in range(2):
        assert games.load(GAME) == truth(store)


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_snapshot_is_thrown_away(store, games, key, any_redis, seed):
    lay(store, AT)
    rng, body = random.Random(seed), bytearray(any_redis.hget(key, "body"))
    match seed % 3:
        case 0:
            body[rng.randrange(len(body))] ^= 1 << rng.randrange(8)
        case 1:
            del body[rng.randrange(len(body)) :]
        case _:
            body += rng.randbytes(3)
    any_redis.hset(key, "body", bytes(body))
    assert games.load(GAME) == truth(store)


@pytest.mark.parametrize("field", ["revision", "schema", "body"])
@pytest.mark.parametrize(
    "value", [None, b"", b"x", b"-1", b"\xff" * 9, b"1e3", b"9" * 15, b"9" * 40]
)
def test_any_field_may_be_anything_and_the_key_no_snapshot(
    store, games, key, any_redis, field, value
):
    lay(store, AT)
    if value is None:
        any_redis.hdel(key, field)
    else:
        any_redis.hset(key, field, value)
    assert games.load(GAME) == truth(store)
    any_redis.set(key, "x")
    assert games.load(GAME) == truth(store)


def test_of_the_games_that_a_process_keeps_the_one_longest_unused_goes(store):
    keeping, first = Games(store, 2, lambda _: True), fold(ENTRIES[:1])
    for name in ("a", "b", "a", "c"):
        if keeping.recall(name) is None:
            keeping.keep(Game(replace(first, game=name), ""))
    assert [name for name in "abc" if keeping.recall(name)] == ["a", "c"]


def test_what_a_process_remembers_and_a_snapshot_tell_of_one_loss_once(store, games):
    remembering = Games(store, 9, lambda _: True, SECRET)
    assert remembering.load(GAME).revision == len(STORED)
    put_back(store, STORED[: AT - 9])
    with pytest.raises(Damaged):
        remembering.load(GAME)
    assert remembering.load(GAME).revision == AT - 9


@pytest.mark.parametrize(
    "there",
    [STORED[: AT - 9], chained(entry._replace(at=entry.at + 1) for entry in ENTRIES)],
    ids=["a tail that is gone", "another history"],
)
def test_a_true_snapshot_of_what_is_not_there_is_told_once(store, games, there):
    lay(store, AT)
    put_back(store, there)
    with pytest.raises(Damaged, match="what is not there"):
        games.load(GAME)
    assert games.load(GAME).hash == there[-1].h


def test_a_process_without_a_secret_leaves_no_snapshot(store, games, key, any_redis):
    assert truth(store).revision > ENTRIES_PER_SNAPSHOT
    assert not any_redis.exists(key)


def test_a_snapshot_is_trusted_by_no_replay_and_by_no_process_without_the_secret(store, games):
    lay(store, AT, commitment="A" * 43)
    assert games.load(GAME).state != truth(store).state, "it is believed here"
    assert games.at(GAME, len(STORED)).state == truth(store).state == fold(ENTRIES)
    lay(store, AT, commitment="A" * 43, secret="", schema="")
    assert truth(store).state == fold(ENTRIES), "nor does it believe an unsigned one"
