"""The start-up check: a Redis that may lose games is refused or warned about."""

import pytest

from service.games.store import Store
from service.storage.connections import connect
from service.storage.safety import _judge, check_at_start, inspect
from service.storage.stored import UnsafeStore
from tests.support.engine import allowed_only

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


@pytest.mark.engine
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


@pytest.mark.engine
def test_every_server_of_a_cluster_is_asked(cluster_redis):
    (warning,) = inspect(cluster_redis, 64)
    assert "AOF" in warning


@pytest.mark.engine
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
