"""What every store must do, on a real engine, on a Cluster and on fakeredis. Where a test guards
one line of append.lua, its docstring names the line: without it the test fails."""

import pytest
import redis

from service.games.due_index import Due
from service.storage.connections import Client
from service.storage.keys import Keys
from service.storage.stored import Conflict
from tests.support.chains import GAME, append, chain, due_index


def test_what_was_appended_is_read_back_whole_or_by_pages_from_its_end_or_after_what_is_known(
    store, three
):
    assert store.read("another") == store.read_last("another", 5) == []
    assert store.read(GAME) == three
    assert [entry.s for entry in three] == [None, b'{"s":2}', None]
    assert store.read(GAME, after=1) == three[1:]
    assert store.read(GAME, after=1, limit=1) == three[1:2]
    assert store.read(GAME, limit=2) == three[:2]
    assert store.read(GAME, after=3) == []
    last = [store.read_last(GAME, count) for count in (1, 2, 3, 4)]
    assert last == [three[2:], three[1:], three, three]
    assert store.read_from(GAME, 2, three[1].h, "").entries == three[2:]
    assert store.read_from(GAME, 3, three[2].h, "").entries == []


def test_games_and_buckets_do_not_mix_and_every_game_is_found_for_a_rebuild(
    store, three, any_redis
):
    any_redis.set("{b1}:other", "x")
    for n in range(20):
        append(store, *chain(1, salt="other"), game=f"game{n}")
    assert store.read(GAME) == three
    assert set(store.games()) == {GAME, *(f"game{n}" for n in range(20))}


def test_an_entry_is_one_entry_of_the_stream_with_its_three_fields(store, three, any_redis: Client):
    raw = any_redis.xrange(store._keys.stream(GAME))
    assert [name for name, _ in raw] == [b"1-0", b"2-0", b"3-0"]
    assert raw[1][1] == {b"p": three[1].p, b"h": three[1].h.encode(), b"s": three[1].s}
    assert raw[2][1] == {b"p": three[2].p, b"h": three[2].h.encode()}


def test_an_entry_written_already_counts_as_written_and_is_not_written_twice(store, three):
    """Guards `if there and hash_of(there) == h`: without it this is a false conflict."""
    append(store, three[2], previous=three[1].h)
    more = chain(2, after=3)
    append(store, *more)
    append(store, three[2], previous=three[1].h)  # although others have gone on since
    append(store, three[0])
    assert store.read(GAME) == [*three, *more]


def test_an_entry_that_differs_in_its_secret_alone_is_another(store, three):
    """Guards `(there[2][6] or '') == s`: the hash covers no secret."""
    for revision, secret in ((2, b'{"s":9}'), (2, None), (3, b'{"s":9}')):
        with pytest.raises(Conflict):
            append(store, three[revision - 1]._replace(s=secret))
    assert store.read(GAME) == three


def test_a_repeated_entry_leaves_the_due_time_of_a_later_one(store):
    first, second = chain(2)
    append(store, first, due=100)
    append(store, second, due=200)
    append(store, first, due=100)
    assert due_index(store).due(1000, 10) == [Due(GAME, 200)]


def test_a_conflict_brings_what_the_other_wrote(store, three):
    """Guards `if last > revision`: without it the engine refuses the id, which reads as damage."""
    for after in range(3):
        with pytest.raises(Conflict) as conflict:
            append(store, *chain(1, after=after, salt="mine"))
        assert conflict.value.entries == tuple(three[after:])
    assert store.read(GAME) == three


def test_a_conflict_brings_a_thousand_entries_at_most(store):
    entries = chain(1103)
    append(store, *entries)
    with pytest.raises(Conflict) as conflict:
        append(store, *chain(1, after=100, salt="mine", previous=entries[99].h))
    assert conflict.value.entries == tuple(entries[100:1100])


def test_the_scripts_come_back_after_the_server_forgot_them(store, three, any_redis: Client):
    any_redis.script_flush()
    append(store, *chain(1, after=3))
    any_redis.script_flush()
    due_index(store).clear_changed(GAME, 9)
    assert len(store.read(GAME)) == 4


def test_an_append_wakes_those_who_listen(store, any_redis: Client):
    plain = any_redis
    if isinstance(any_redis, redis.RedisCluster):  # its own client takes no patterns
        plain = any_redis.get_redis_connection(any_redis.get_primaries()[0])
    listener = plain.pubsub(ignore_subscribe_messages=True)
    listener.psubscribe(store._keys.every_wake)
    listener.get_message(timeout=5)
    append(store, *chain(1))
    message = listener.get_message(timeout=5)
    assert message is not None
    assert message["data"] == f"{GAME} 1".encode()
    listener.close()


def test_the_bucket_of_a_game_is_the_same_for_ever_and_games_spread_over_all_buckets():
    keys = Keys(64)
    names = f"game:{GAME}", "due", "changed", f"labels:{GAME}", "away"
    assert GAME == "AbCdEfGhIjKlMnOpQrStUv"
    assert keys.of(GAME) == tuple("{b58}:" + name for name in names)
    assert keys.wake(GAME) == "{b58}:wake"
    assert Keys(1).stream("x") == "{b0}:game:x"
    assert keys.game_of(keys.stream("a-b_9").encode()) == "a-b_9"
    assert {keys.bucket(f"game{n}") for n in range(2000)} == set(range(64))
