"""Damage is told as damage, whoever did it: it never looks like a new game, and is never built on.

Where a test guards one line of append.lua, its docstring names the line: without it the test fails.
"""

import pytest

from service.games.store import Store
from service.storage.stored import Damaged
from tests.support.chains import GAME, LABEL, append, chain

OTHER = "0" * 43


def stream(store: Store) -> str:
    return store._keys.stream(GAME)


def assert_damaged(match, *asks):
    """Each of these is told so."""
    for ask in asks:
        with pytest.raises(Damaged, match=match):
            ask()


def test_a_conflict_on_another_history_is_damage(store, three):
    """Guards the check of the hash at the expected revision when the stream has gone on."""
    with pytest.raises(Damaged, match="another hash"):
        append(store, *chain(1, after=1, salt="mine"), previous=OTHER)


def test_appending_after_a_revision_that_is_not_there_is_damage_not_a_gap(store, three):
    """Guards `if last < revision`: without it the stream gets a gap, as explicit ids allow one."""
    with pytest.raises(Damaged, match="revision 5 was known") as damage:
        append(store, *chain(1, after=5))
    assert (damage.value.game_id, damage.value.revision) == (GAME, 4)
    assert store.read(GAME) == three


def test_a_deleted_stream_never_looks_like_a_new_game(store, three, any_redis):
    """Guards `if last < revision`: without it a lost stream goes on at 4."""
    any_redis.delete(stream(store))
    assert_damaged("lost: revision 3", lambda: append(store, *chain(1, after=3)))
    assert_damaged(
        "gone", lambda: store.read_from(GAME, 3, three[-1].h, ""), lambda: store.read(GAME, after=1)
    )
    assert not any_redis.exists(stream(store))


def test_a_stream_put_back_to_an_earlier_end_is_told_by_reader_and_writer(store, three, any_redis):
    """Case S41: a copy of the first entries lies there, and nothing in it tells that there were
    more."""
    any_redis.delete(stream(store))
    append(store, *three[:2])
    assert_damaged("gone", lambda: store.read_from(GAME, 3, three[2].h, ""))
    assert_damaged("lost: revision 3", lambda: append(store, *chain(1, after=3)))
    rival = chain(3, after=2, salt="rival", previous=three[1].h)
    append(store, *rival, previous=three[1].h)  # and others go on from there
    assert_damaged(
        "another hash",
        lambda: store.read_from(GAME, 3, three[2].h, ""),
        lambda: append(store, *chain(1, after=3)),
    )


def test_appending_to_another_history_is_damage(store, three):
    """Guards `hash_of(tail) ~= previous`."""
    with pytest.raises(Damaged, match="another hash") as damage:
        append(store, *chain(1, after=3), previous=OTHER)
    assert damage.value.revision == 3
    assert store.read(GAME) == three


def test_a_cached_state_of_another_history_is_told_so(store, three):
    assert_damaged("another hash", lambda: store.read_from(GAME, 2, OTHER, ""))


@pytest.mark.parametrize("lost", [1, 2])
def test_a_hole_is_damage(store, three, any_redis, lost):
    any_redis.xdel(stream(store), f"{lost}-0")
    with pytest.raises(Damaged, match="missing") as damage:
        store.read(GAME)
    assert damage.value.revision == lost
    assert_damaged(
        "missing",
        lambda: store.read_last(GAME, 3),
        lambda: store.read_from(GAME, 3, three[2].h, ""),  # who knows only the end
        lambda: append(store, *chain(1, after=3)),
    )
    assert any_redis.xlen(stream(store)) == 2


def test_a_trimmed_head_is_damage(store, three, any_redis):
    any_redis.xtrim(stream(store), maxlen=1, approximate=False)
    assert_damaged(
        "missing",
        lambda: store.read(GAME),
        lambda: store.read_last(GAME, 2),
        lambda: store.read_from(GAME, 1, three[0].h, ""),
        lambda: append(store, *chain(1, after=1, salt="mine")),
    )


def test_a_deleted_tail_is_damage_to_all_who_read_or_append(store, three, any_redis):
    any_redis.xdel(stream(store), "3-0")
    assert_damaged(
        "3 had been written",
        lambda: store.read(GAME),
        lambda: store.read(GAME, limit=3),
        lambda: store.resume(GAME, ""),
    )
    assert_damaged("gone", lambda: store.read_from(GAME, 3, three[2].h, ""))
    assert_damaged("deleted", lambda: append(store, *chain(1, after=2, salt="mine")))
    assert store.read(GAME, limit=2) == three[:2]


def test_an_emptied_stream_is_damage(store, three, any_redis):
    any_redis.xtrim(stream(store), maxlen=0, approximate=False)
    assert_damaged("3 had been written", lambda: store.read(GAME))
    assert_damaged("deleted", lambda: append(store, *chain(1)))


@pytest.mark.parametrize(
    "fields",
    [
        {"x": "1"},
        {"p": "{}", "x": "A" * 43},
        {"p": "{}", "h": "short"},
        {"p": "{}", "h": "A" * 43, "x": "1"},
        {"p": "{}", "h": "A" * 43, "s": "1", "x": "1"},
    ],
)
def test_foreign_content_is_damage(store, three, any_redis, fields):
    any_redis.xadd(stream(store), fields, id="4-0")
    with pytest.raises(Damaged, match="foreign content") as damage:
        store.read(GAME)
    assert damage.value.revision == 4
    assert_damaged(
        "foreign content",
        lambda: store.read_last(GAME, 1),
        lambda: append(store, *chain(1, after=3)),
    )
    assert_damaged("another hash", lambda: append(store, *chain(1, after=4, previous=OTHER)))


@pytest.mark.parametrize("name", ["3-1", "4-1", "1790000000000-7"])
def test_an_entry_with_a_foreign_id_is_damage(store, three, any_redis, name):
    any_redis.xadd(stream(store), {"p": "{}", "h": "A" * 43}, id=name)
    assert_damaged(
        name,
        lambda: store.read(GAME),
        lambda: store.read_last(GAME, 1),
        lambda: append(store, *chain(1, after=3)),
    )


@pytest.mark.parametrize("which", range(4))
def test_a_key_of_another_type_is_damage_and_nothing_is_half_written(store, any_redis, which):
    """Guards what is read before the first write: a script is not rolled back."""
    keys = store._keys.of(GAME)
    any_redis.set(keys[which], "x")
    with pytest.raises(Damaged, match="another type"):
        append(store, *chain(1), due=5, touched=True, names=LABEL)
    assert any_redis.get(keys[which]) == b"x"
    assert [key for key in keys if any_redis.exists(key)] == [keys[which]]
    if which == 0:
        with pytest.raises(Damaged, match="another type"):
            store.read(GAME)
    else:
        assert store.read(GAME) == []
