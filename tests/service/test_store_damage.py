"""Damage is told as damage, whoever did it: it never looks like a new game, and is never built on.
Where a test guards one line of append.lua, its docstring names the line: without it the test fails.
"""

import pytest

from service.games.store import Store
from service.storage.labels import Labels
from service.storage.stored import Damaged
from tests.support.chains import GAME, LABEL, append, chain, due_index

OTHER = "0" * 43


@pytest.fixture
def stream(store: Store) -> str:
    return store._keys.stream(GAME)


def assert_damaged(match, *asks, at=None):
    """Each of these is told so; the first, if it matters, at which revision."""
    for ask in asks:
        with pytest.raises(Damaged, match=match) as damage:
            ask()
        assert at in {None, damage.value.revision}
        assert damage.value.game_id == GAME
        at = None


@pytest.mark.parametrize("after", [1, 3])
def test_appending_to_another_history_is_damage(store, three, after):
    """Guards `hash_of(tail) ~= previous`, and the check of the hash when the stream has gone on."""
    entries = chain(1, after=after, salt="mine")
    assert_damaged("another hash", lambda: append(store, *entries, previous=OTHER), at=after)
    assert_damaged("another hash", lambda: store.read_from(GAME, after, OTHER, ""))
    assert store.read(GAME) == three


def test_what_is_not_there_is_damage_and_neither_a_gap_nor_a_new_game(
    store, three, stream, any_redis
):
    """Guards `if last < revision`: without it the stream gets a gap, as explicit ids allow one, and
    a lost one goes on at 4."""
    assert_damaged("revision 5 was known", lambda: append(store, *chain(1, after=5)), at=4)
    assert store.read(GAME) == three
    any_redis.delete(stream)
    assert_damaged("lost: revision 3", lambda: append(store, *chain(1, after=3)))
    assert_damaged(
        "gone", lambda: store.read_from(GAME, 3, three[-1].h, ""), lambda: store.read(GAME, after=1)
    )
    assert not any_redis.exists(stream)


def test_a_stream_put_back_to_an_earlier_end_is_told_by_reader_and_writer(
    store, three, stream, any_redis
):
    """A copy of the first entries lies there, and nothing in it tells that there were
    more."""
    any_redis.delete(stream)
    append(store, *three[:2])
    known = lambda: store.read_from(GAME, 3, three[2].h, "")  # noqa: E731 - asked twice
    assert_damaged("gone", known)
    assert_damaged("lost: revision 3", lambda: append(store, *chain(1, after=3)))
    rival = chain(3, after=2, salt="rival", previous=three[1].h)
    append(store, *rival, previous=three[1].h)  # and others go on from there
    assert_damaged("another hash", known, lambda: append(store, *chain(1, after=3)))


@pytest.mark.parametrize("lost", [1, 2])
def test_a_hole_is_damage(store, three, stream, any_redis, lost):
    any_redis.xdel(stream, f"{lost}-0")
    assert_damaged(
        "missing",
        lambda: store.read(GAME),
        lambda: store.read_last(GAME, 3),
        lambda: store.read_from(GAME, 3, three[2].h, ""),  # who knows only the end
        lambda: append(store, *chain(1, after=3)),
        at=lost,
    )
    assert any_redis.xlen(stream) == 2


def test_a_trimmed_head_is_damage(store, three, stream, any_redis):
    any_redis.xtrim(stream, maxlen=1, approximate=False)
    assert_damaged(
        "missing",
        lambda: store.read(GAME),
        lambda: store.read_last(GAME, 2),
        lambda: store.read_from(GAME, 1, three[0].h, ""),
        lambda: append(store, *chain(1, after=1, salt="mine")),
    )


def test_a_deleted_tail_is_damage_to_all_who_read_or_append(store, three, stream, any_redis):
    any_redis.xdel(stream, "3-0")
    assert_damaged(
        "3 had been written",
        lambda: store.read(GAME),
        lambda: store.read(GAME, limit=3),
        lambda: store.resume(GAME, ""),
    )
    assert_damaged("gone", lambda: store.read_from(GAME, 3, three[2].h, ""))
    assert_damaged("deleted", lambda: append(store, *chain(1, after=2, salt="mine")))
    assert store.read(GAME, limit=2) == three[:2]
    any_redis.xtrim(stream, maxlen=0, approximate=False)
    assert_damaged("3 had been written", lambda: store.read(GAME))
    assert_damaged("deleted", lambda: append(store, *chain(1)))


RIGHT = {"p": "{}", "h": "A" * 43}
FOREIGN = [
    *({"x": "1"}, {"p": "{}", "x": "A" * 43}, {"p": "{}", "h": "short"}),
    *({**RIGHT, "x": "1"}, {**RIGHT, "s": "1", "x": "1"}),
]


@pytest.mark.parametrize("fields", FOREIGN)
def test_foreign_content_is_damage(store, three, stream, any_redis, fields):
    any_redis.xadd(stream, fields, id="4-0")
    assert_damaged(
        "foreign content", lambda: store.read(GAME), lambda: store.read_last(GAME, 1),
        lambda: append(store, *chain(1, after=3)), at=4,
    )  # fmt: skip
    assert_damaged("another hash", lambda: append(store, *chain(1, after=4, previous=OTHER)))


@pytest.mark.parametrize("name", ["3-1", "4-1", "1790000000000-7"])
def test_an_entry_with_a_foreign_id_is_damage(store, three, stream, any_redis, name):
    any_redis.xadd(stream, RIGHT, id=name)
    assert_damaged(
        name,
        lambda: store.read(GAME),
        lambda: store.read_last(GAME, 1),
        lambda: append(store, *chain(1, after=3)),
    )


@pytest.mark.parametrize("which", [0, 3])
def test_a_key_of_another_type_is_damage_and_nothing_is_half_written(store, any_redis, which):
    """Guards what is read before the first write: a script is not rolled back."""
    keys = store._keys.of(GAME)
    any_redis.set(keys[which], "x")
    if which == 3:
        with pytest.raises(Damaged, match="another type"):
            store.relabel(GAME, dict.fromkeys(LABEL))
    writing = lambda: append(store, *chain(1), due=5, touched=True, names=LABEL)  # noqa: E731
    assert_damaged("another type", writing)
    assert any_redis.get(keys[which]) == b"x"
    assert [key for key in keys if any_redis.exists(key)] == [keys[which]]
    if which == 0:
        assert_damaged("another type", lambda: store.read(GAME))
    else:
        assert store.labels(GAME) == store.resume(GAME, "").labels == Labels()
        assert store.read(GAME) == []


@pytest.mark.parametrize("which", [1, 2])
def test_a_set_that_all_games_share_is_no_damage_of_this_one(store, any_redis, which):
    """It is put right by the sweeper, and harms nobody's move meanwhile."""
    key = store._keys.of(GAME)[which]
    any_redis.set(key, "x")
    append(store, *chain(2), due=5, touched=True, names=LABEL)
    assert len(store.read(GAME)) == 2
    assert any_redis.get(key) == b"x"
    index = due_index(store)
    assert (index.due(9, 9), index.changed(9)) == (
        ([], [GAME]) if which == 1 else ([(GAME, 5)], [])
    )
    assert index.lost == {store._keys.bucket(GAME)}
    append(store, *chain(1, after=2), due=5, touched=True)
    assert (index.due(9, 9), index.changed(9)) == ([(GAME, 5)], [GAME])
    assert any_redis.get(f"{key}:aside") == b"x"
