"""What every store must do, on a real engine, on a Cluster and on fakeredis.

Where a test guards one line of append.lua, its docstring names the line: without it the test fails.
"""

import pytest
import redis

from service.storage.connections import Client
from service.store import Conflict, Due
from tests.batches import GAME, GENESIS, append, batch, chain_end


def test_what_was_appended_is_read_back(store, three):
    assert store.read(GAME) == three
    assert [entry.s for entry in three] == [None, b'{"s":2}', None]


def test_a_game_nobody_made_is_empty(store):
    assert store.read(GAME) == []


def test_a_page_starts_after_a_revision_and_has_a_limit(store, three):
    assert store.read(GAME, after=1) == three[1:]
    assert store.read(GAME, after=1, limit=1) == three[1:2]
    assert store.read(GAME, limit=2) == three[:2]
    assert store.read(GAME, after=3) == []


def test_a_cached_state_gets_what_follows_it(store, three):
    assert store.read_from(GAME, 2, three[1].h) == three[2:]
    assert store.read_from(GAME, 3, three[2].h) == []
    assert store.read_from(GAME, 0, GENESIS) == three


def test_games_and_buckets_do_not_mix(store, three):
    other = batch(1, salt="other")
    for n in range(20):
        store.append(f"game{n}", 0, other, previous=GENESIS, due=None)
    assert store.read(GAME) == three
    assert set(store.games()) == {GAME, *(f"game{n}" for n in range(20))}


@pytest.mark.parametrize("entries", [[], batch(2, after=1), [*batch(1), *batch(1)]])
def test_a_batch_that_is_empty_or_not_numbered_on_is_a_mistake(store, entries):
    with pytest.raises(ValueError, match=r"empty|stands where"):
        append(store, 0, entries, previous=GENESIS)
    assert store.read(GAME) == []


def test_a_batch_written_already_counts_as_written_and_is_not_written_twice(store, three):
    """Guards `if mine and hash_of(mine) == ...`: without it this is a false conflict."""
    append(store, 0, three, previous=GENESIS)
    more = batch(2, after=3)
    append(store, 3, more, previous=three[-1].h)
    append(store, 3, more, previous=three[-1].h)
    append(store, 0, three, previous=GENESIS)  # although others have gone on since
    assert store.read(GAME) == [*three, *more]


def test_a_repeated_batch_leaves_the_due_time_of_a_later_one(store):
    first, second = batch(1), batch(1, after=1)
    append(store, 0, first, previous=GENESIS, due=100)
    append(store, 1, second, previous=first[-1].h, due=200)
    append(store, 0, first, previous=GENESIS, due=100)
    assert store.due(1000, 10) == [Due(GAME, 200)]


def test_a_conflict_brings_what_the_other_wrote(store, three):
    """Guards `if last > revision`: without it the engine refuses the id, which reads as damage."""
    mine = batch(2, after=1, salt="mine", previous=three[0].h)
    with pytest.raises(Conflict) as conflict:
        append(store, 1, mine, previous=three[0].h)
    assert conflict.value.entries == tuple(three[1:])
    with pytest.raises(Conflict) as conflict:
        append(store, 0, batch(1, salt="mine"), previous=GENESIS)
    assert conflict.value.entries == tuple(three)
    assert store.read(GAME) == three


def test_a_conflict_when_the_other_wrote_less_than_we_want_to(store, three):
    with pytest.raises(Conflict) as conflict:
        append(store, 2, batch(5, after=2, salt="mine"), previous=three[1].h)
    assert conflict.value.entries == tuple(three[2:])


def test_a_conflict_brings_a_thousand_entries_at_most(store):
    entries = batch(1200)
    append(store, 0, entries, previous=GENESIS)
    with pytest.raises(Conflict) as conflict:
        append(store, 100, batch(1, after=100, salt="mine"), previous=entries[99].h)
    assert conflict.value.entries == tuple(entries[100:1100])


def test_the_scripts_come_back_after_the_server_forgot_them(store, three, any_redis: Client):
    any_redis.script_flush()
    append(store, 3, batch(1, after=3), previous=three[-1].h)
    any_redis.script_flush()
    store.clear_changed(GAME, 9)
    assert len(store.read(GAME)) == 4


def test_an_append_wakes_those_who_listen(store, any_redis: Client):
    plain = any_redis
    if isinstance(any_redis, redis.RedisCluster):  # its own client takes no patterns
        plain = any_redis.get_redis_connection(any_redis.get_primaries()[0])
    listener = plain.pubsub(ignore_subscribe_messages=True)
    listener.psubscribe(store._keys.every_wake)
    listener.get_message(timeout=5)
    append(store, 0, batch(2), previous=GENESIS)
    message = listener.get_message(timeout=5)
    assert message is not None
    assert message["data"] == f"{GAME} 2".encode()
    listener.close()


def test_the_chain_of_the_helper_is_a_chain():
    first = batch(2)
    assert batch(1, after=2, previous=first[-1].h) == batch(3)[2:]
    assert chain_end(2) == first[-1].h
