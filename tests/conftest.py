"""Fixtures for all tests: a real engine, a client of it, an imitation, and the store on each."""

import time
from collections.abc import Iterator

import fakeredis
import pytest
import redis
from hypothesis import settings

from service.games.store import Store
from service.storage.connections import Client, connect
from service.storage.stored import Stored
from tests.support.chains import append, chain
from tests.support.engine import BINARIES, Engine, free_port

settings.register_profile("toma6", print_blob=True, deadline=None)
settings.load_profile("toma6")


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """The embedded engine."""
    with Engine() as running:
        yield running


@pytest.fixture(scope="session")
def system_engine() -> Iterator[Engine]:
    """The redis-server of the machine."""
    with Engine(binary="redis-server") as running:
        yield running


@pytest.fixture
def real_redis(engine: Engine) -> Iterator[Client]:
    client = connect(engine.url)
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def system_redis(system_engine: Engine) -> Iterator[Client]:
    client = connect(system_engine.url)
    client.flushall()
    yield client
    client.close()


@pytest.fixture(scope="session")
def cluster_engine() -> Iterator[Engine]:
    """A Cluster of one node that holds all slots: enough to refuse what crosses slots."""
    # Nodes talk on a port of their own, by default 10000 higher, which may be no port at all.
    options = ("--cluster-enabled", "yes", "--cluster-port", str(free_port()))
    with Engine(*options, tcp=True) as running:
        with redis.Redis(port=running.port) as client:
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            deadline = time.monotonic() + 20  # it takes two seconds to trust itself
            while b"cluster_state:ok" not in client.execute_command("CLUSTER", "INFO"):
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield running


@pytest.fixture
def cluster_redis(cluster_engine: Engine) -> Iterator[Client]:
    client = connect(cluster_engine.url.replace("redis://", "redis+cluster://"))
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def fake_redis() -> Iterator[Client]:
    client = fakeredis.FakeRedis(server=fakeredis.FakeServer(), protocol=2)
    yield client
    client.close()


SYSTEM = ["system_redis"] if "redis-server" in BINARIES else []


@pytest.fixture(params=["real_redis", *SYSTEM, "cluster_redis", "fake_redis"])
def any_redis(request: pytest.FixtureRequest) -> Client:
    client: Client = request.getfixturevalue(request.param)
    return client


@pytest.fixture
def store(any_redis: Client) -> Store:
    """The store on every server there is: engine, system's Redis, Cluster, imitation."""
    return Store(any_redis, buckets=4)


@pytest.fixture
def three(store: Store) -> list[Stored]:
    """A game of three entries, as it was written to `store`."""
    entries = chain(3)
    append(store, *entries)
    return entries


@pytest.fixture
def direct(real_redis: Client) -> Store:
    """The store on the real engine, past any proxy: what is really there."""
    return Store(real_redis)
