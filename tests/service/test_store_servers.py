"""The store on a server that dies, hangs, is full, read-only, empty or not there."""

import pytest
from redis._parsers import _HiredisParser

from domain.ledger import GENESIS
from service.games.due_index import Due, DueIndex
from service.games.store import Store
from service.projections.directory import Directory
from service.storage.client import translate
from service.storage.connections import connect
from service.storage.safety import _judge, check_at_start, inspect
from service.storage.stored import Refused, StoreDown, UnsafeStore
from tests.support.chains import GAME, LABEL, chain, due_index, put
from tests.support.engine import Engine, allowed_only


def test_when_nobody_listens_the_store_is_down(tmp_path):
    client = connect(f"unix://{tmp_path}/none")
    store, index, directory = Store(client), DueIndex(client), Directory(client)
    for ask in (
        lambda: put(store), lambda: store.read(GAME), lambda: store.read_from(GAME, 1, GENESIS, ""),
        lambda: store.read_last(GAME, 1), lambda: store.labels(GAME),
        lambda: store.relabel(GAME, LABEL),
        store.now, lambda: index.due(1, 1), lambda: index.changed(1), lambda: list(store.games()),
        lambda: index.postpone(GAME, 1, 1), lambda: index.clear_changed(GAME, 1),
        lambda: inspect(client, 64),
        directory.page, lambda: directory.knows(GAME),
    ):  # fmt: skip
        with pytest.raises(StoreDown):
            ask()


def test_a_write_that_a_hung_server_does_later_is_still_done_once():
    with Engine() as engine:
        store = Store(connect(engine.url))
        put(store)
        engine.pause()
        try:
            with pytest.raises(StoreDown):
                put(store, 1)
        finally:
            engine.resume()
        put(store, 1)
        assert store.read(GAME) == chain(2)


FOR_NOW = [
    *("LOADING the dataset", "OOM used memory > 'maxmemory'.", "MISCONF No space left on device"),
    *("READONLY You can't write", "BUSY running a script.", "NOREPLICAS Not enough good replicas"),
    *("CLUSTERDOWN The cluster is down", "NOAUTH Authentication required."),
    "ERR max number of clients reached",
]


@pytest.mark.parametrize("reply", FOR_NOW)
def test_a_server_that_refuses_for_now_is_down(reply):
    with pytest.raises(StoreDown):
        translate(_HiredisParser.parse_error(reply))


@pytest.mark.parametrize("reply", ["NOSCRIPT No matching script.", "WRONGTYPE Operation", "ERR x"])
def test_a_server_that_refuses_what_was_said_is_told_apart(reply):
    with pytest.raises(Refused) as refused:
        translate(_HiredisParser.parse_error(reply))
    assert refused.value.code == reply.split()[0]


def test_a_full_server_refuses_the_whole_entry_and_its_names(real_redis, direct):
    """Guards that XADD is the first write: Redis lets a script that has written go on."""
    put(direct)
    used = real_redis.info("memory")["used_memory"]
    real_redis.config_set("maxmemory", used // 2)
    try:
        with pytest.raises(StoreDown, match="memory"):
            put(direct, 1, due=None, names=LABEL)  # removing is a write that a full server allows
    finally:
        real_redis.config_set("maxmemory", 0)
    assert direct.read(GAME) == chain(1)
    assert direct.labels(GAME).names == {}
    assert due_index(direct).due(10, 10) == [Due(GAME, 7)]
    put(direct, 1)
    assert direct.read(GAME) == chain(2)


def test_who_may_not_publish_can_still_append(engine, real_redis):
    """Guards the pcall around PUBLISH, which comes after the entries are written."""
    with allowed_only(engine, real_redis, "+@all", "resetchannels") as url:
        store = Store(connect(url))
        put(store)
        assert store.read(GAME) == chain(1)


GOOD = {"maxmemory_policy": "noeviction", "aof_enabled": 1}


@pytest.mark.parametrize("policy", ["noeviction", "volatile-lru", "volatile-ttl"])
def test_what_never_evicts_a_key_without_expiry_is_allowed(policy):
    assert list(_judge({**GOOD, "maxmemory_policy": policy})) == []


@pytest.mark.parametrize("policy", ["allkeys-lru", "allkeys-lfu", "allkeys-random", "new-policy"])
def test_what_may_evict_games_is_refused_with_what_to_do(policy):
    with pytest.raises(UnsafeStore, match=f"{policy}.*CONFIG SET maxmemory-policy noeviction"):
        list(_judge({**GOOD, "maxmemory_policy": policy}))


def test_a_server_that_does_not_tell_is_warned_about():
    first, second = _judge({})
    assert "cannot tell whether" in first
    assert "AOF" in second


def test_the_real_server_is_asked(engine, real_redis, caplog):
    (warning,) = inspect(real_redis, 64)
    assert "AOF of this Redis is off" in warning
    check_at_start(engine.url, 64)
    assert warning in caplog.text
    real_redis.config_set("appendonly", "yes")
    try:
        assert inspect(real_redis, 64) == []
        real_redis.config_set("maxmemory-policy", "allkeys-lru")
        with pytest.raises(UnsafeStore, match="allkeys-lru"):
            inspect(real_redis, 64)
    finally:
        real_redis.config_set("appendonly", "no")
        real_redis.config_set("maxmemory-policy", "noeviction")


def test_every_server_of_a_cluster_is_asked(cluster_redis):
    (warning,) = inspect(cluster_redis, 64)
    assert "AOF" in warning


def test_a_service_that_forbids_info_is_warned_about(engine, real_redis):
    with allowed_only(engine, real_redis, "&*", "+@all", "-info", "-config") as url:
        (warning,) = inspect(connect(url), 64)
    assert "INFO is refused" in warning


def test_another_number_of_buckets_is_refused_since_it_would_hide_all_games(any_redis):
    for _ in range(2):
        inspect(any_redis, 64)
    with pytest.raises(UnsafeStore, match="TOMA6_BUCKETS=64"):
        inspect(any_redis, 32)
    with pytest.raises(ValueError, match="at least one"):
        Store(any_redis, buckets=0)
