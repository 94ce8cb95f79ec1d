"""Damage is told as damage, whoever did it: it never looks like a new game, and is never built on.

Where a test guards one line of append.lua, its docstring names the line: without it the test fails.
"""

import pytest

from service.storage.connections import Client
from service.store import Damaged, Store
from tests.batches import GAME, GENESIS, append, batch


def stream(store: Store) -> str:
    return store._keys.stream(GAME)


def test_a_conflict_on_another_history_is_damage(store, three):
    """Guards the check of the hash at the expected revision when the stream has gone on."""
    with pytest.raises(Damaged, match="another hash"):
        append(store, 1, batch(1, after=1, salt="mine"), previous="0" * 64)


def test_appending_after_a_revision_that_is_not_there_is_damage_not_a_gap(store, three):
    """Guards `if last < revision`: without it the stream gets a gap, as explicit ids allow one."""
    with pytest.raises(Damaged, match="revision 5 was known") as damage:
        append(store, 5, batch(1, after=5), previous="5" * 64)
    assert (damage.value.game, damage.value.revision) == (GAME, 4)
    assert store.read(GAME) == three


def test_a_deleted_stream_never_looks_like_a_new_game(store, three, any_redis: Client):
    """Guards `if last < revision`: without it a lost stream goes on at 4."""
    any_redis.delete(stream(store))
    with pytest.raises(Damaged):
        append(store, 3, batch(1, after=3), previous=three[-1].h)
    with pytest.raises(Damaged, match="gone"):
        store.read_from(GAME, 3, three[-1].h)
    with pytest.raises(Damaged, match="gone"):
        store.read(GAME, after=1)
    assert not any_redis.exists(stream(store))


def test_appending_to_another_history_is_damage(store, three):
    """Guards `hash_of(tail) ~= previous`."""
    with pytest.raises(Damaged, match="another hash") as damage:
        append(store, 3, batch(1, after=3), previous="0" * 64)
    assert damage.value.revision == 3
    assert store.read(GAME) == three


def test_a_cached_state_of_another_history_is_told_so(store, three):
    with pytest.raises(Damaged, match="another hash"):
        store.read_from(GAME, 2, "0" * 64)


@pytest.mark.parametrize("lost", [1, 2])
def test_a_hole_is_damage(store, three, any_redis: Client, lost):
    any_redis.xdel(stream(store), f"{lost}-0")
    with pytest.raises(Damaged, match="missing") as damage:
        store.read(GAME)
    assert damage.value.revision == lost


def test_a_trimmed_head_is_damage(store, three, any_redis: Client):
    any_redis.xtrim(stream(store), maxlen=1, approximate=False)
    with pytest.raises(Damaged, match="missing"):
        store.read(GAME)
    with pytest.raises(Damaged, match="missing"):
        store.read_from(GAME, 1, three[0].h)
    with pytest.raises(Damaged, match="missing"):
        append(store, 1, batch(1, after=1, salt="mine"), previous=three[0].h)


@pytest.mark.parametrize("lost", [1, 2])
def test_a_hole_is_damage_to_whoever_knows_only_the_end(store, three, any_redis: Client, lost):
    any_redis.xdel(stream(store), f"{lost}-0")
    with pytest.raises(Damaged, match="missing"):
        store.read_from(GAME, 3, three[2].h)
    with pytest.raises(Damaged, match="missing"):
        append(store, 3, batch(1, after=3), previous=three[2].h)
    assert any_redis.xlen(stream(store)) == 2


def test_a_deleted_tail_is_damage_to_all_who_read_or_append(store, three, any_redis: Client):
    any_redis.xdel(stream(store), "3-0")
    with pytest.raises(Damaged, match="3 had been written"):
        store.read(GAME)
    with pytest.raises(Damaged, match="3 had been written"):
        store.read(GAME, limit=3)
    with pytest.raises(Damaged):
        store.read_from(GAME, 3, three[2].h)
    with pytest.raises(Damaged, match="deleted"):
        append(store, 2, batch(1, after=2, salt="mine"), previous=three[1].h)
    assert store.read(GAME, limit=2) == three[:2]


def test_an_emptied_stream_is_damage(store, three, any_redis: Client):
    any_redis.xtrim(stream(store), maxlen=0, approximate=False)
    with pytest.raises(Damaged, match="3 had been written"):
        store.read(GAME)
    with pytest.raises(Damaged):
        append(store, 0, batch(1), previous=GENESIS)


@pytest.mark.parametrize(
    "fields",
    [
        {"x": "1"},
        {"p": "{}", "x": "1" * 64},
        {"p": "{}", "h": "short"},
        {"p": "{}", "h": "1" * 64, "x": "1"},
        {"p": "{}", "h": "1" * 64, "s": "1", "x": "1"},
    ],
)
def test_foreign_content_is_damage(store, three, any_redis: Client, fields):
    any_redis.xadd(stream(store), fields, id="4-0")
    with pytest.raises(Damaged, match="foreign content") as damage:
        store.read(GAME)
    assert damage.value.revision == 4
    with pytest.raises(Damaged):
        append(store, 4, batch(1, after=4), previous="f" * 64)
    with pytest.raises(Damaged):
        append(store, 3, batch(1, after=3), previous=three[-1].h)


def test_an_entry_with_a_foreign_id_is_damage(store, three, any_redis: Client):
    any_redis.xadd(stream(store), {"p": "{}", "h": "1" * 64}, id="3-1")
    with pytest.raises(Damaged, match="3-1"):
        store.read(GAME)
    with pytest.raises(Damaged, match="3-1"):
        append(store, 3, batch(1, after=3), previous=three[-1].h)


@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_key_of_another_type_is_damage_and_nothing_is_half_written(store, any_redis, which):
    """Guards the two ZSCORE before the first write: a script is not rolled back."""
    key = store._keys.of(GAME)[which]
    any_redis.set(key, "x")
    with pytest.raises(Damaged, match="another type"):
        append(store, 0, batch(2), previous=GENESIS, due=5, touched=True)
    assert any_redis.get(key) == b"x"
    if which == 0:
        with pytest.raises(Damaged, match="another type"):
            store.read(GAME)
    else:
        assert store.read(GAME) == []
