"""Fixtures for all tests: engines, clients of them, the store on each, and a site on one."""

from collections.abc import Callable, Iterator

import fakeredis
import pytest
import redis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings as of_hypothesis

from service.app import create_app
from service.games.store import Store
from service.routes import common
from service.services import Services
from service.settings.config import Settings
from service.storage.connections import Client, connect
from service.storage.stored import Stored
from tests.support.chains import append, chain
from tests.support.client import Answer, Api
from tests.support.conforming import checker
from tests.support.engine import BINARIES, Engine, free_port
from tests.support.processes import eventually
from tests.support.proxy import FaultProxy
from tests.support.server import Server, serving
from tests.support.site import Process, Site, settings_on

of_hypothesis.register_profile("toma6", print_blob=True, deadline=None)
of_hypothesis.load_profile("toma6")


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    with Engine() as running:
        yield running


@pytest.fixture(scope="session")
def system_engine() -> Iterator[Engine]:
    with Engine(binary="redis-server") as running:
        yield running


@pytest.fixture(scope="session")
def cluster_engine() -> Iterator[Engine]:
    """A Cluster of one node that holds all slots: enough to refuse what crosses slots."""
    # Nodes talk on a port of their own, by default 10000 higher, which may be no port at all.
    options = ("--cluster-enabled", "yes", "--cluster-port", str(free_port()))
    with Engine(*options, tcp=True) as running:
        with redis.Redis(port=running.port) as client:
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            told = "CLUSTER", "INFO"
            assert eventually(lambda: b"cluster_state:ok" in client.execute_command(*told))
        yield running


def emptied(url: str) -> Iterator[Client]:
    client = connect(url)
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def real_redis(engine: Engine) -> Iterator[Client]:
    yield from emptied(engine.url)


@pytest.fixture
def proxy(engine: Engine, real_redis: Client) -> Iterator[FaultProxy]:
    """A line to the engine that can be told to fail."""
    with FaultProxy(engine.socket) as running:
        yield running


@pytest.fixture
def system_redis(system_engine: Engine) -> Iterator[Client]:
    yield from emptied(system_engine.url)


@pytest.fixture
def cluster_redis(cluster_engine: Engine) -> Iterator[Client]:
    yield from emptied(cluster_engine.url.replace("redis://", "redis+cluster://"))


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


@pytest.fixture(scope="session")
def settings(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return settings_on(engine, tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def shared_app(settings: Settings) -> Flask:
    """The app of all processes: making one takes longer than most tests."""
    return create_app(settings)


@pytest.fixture(scope="session")
def documented(shared_app: Flask) -> Callable[[Answer], None]:
    """Fails for an answer that the document does not describe."""
    return checker(shared_app)


@pytest.fixture
def no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is hidden is answered at once: that this takes as long as what is not there has tests of
    its own (tests/http/test_private_games.py)."""
    monkeypatch.setattr(common, "UNSEEN_SECONDS", 1e-6)


@pytest.fixture
def site(
    settings: Settings, shared_app: Flask, real_redis: Client,
    documented: Callable[[Answer], None], no_waits: None,
) -> Site:  # fmt: skip
    """A server on an empty store, whose every answer is held against the document."""
    return Site(settings, shared_app, seen=documented)


@pytest.fixture
def here(site: Site) -> Process:
    return site.process()


@pytest.fixture
def there(site: Site) -> Process:
    """A second one: another memory, the same store."""
    return site.process()


@pytest.fixture
def api(here: Process) -> Api:
    return here.api


@pytest.fixture
def sibling(there: Process) -> Api:
    return there.api


@pytest.fixture
def services(here: Process) -> Services:
    return here.services


@pytest.fixture
def app(here: Process) -> Iterator[Flask]:
    """The app as `here` runs it."""
    with here.at_work() as found:
        yield found


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """The app in process, without any help in asking."""
    return app.test_client()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The whole server, shared by all tests that stop no part of it."""
    with serving() as whole:
        yield whole


@pytest.fixture(scope="module")
def engine_of_its_own() -> Iterator[Engine]:
    """An engine for the web of a module, or for damage."""
    with Engine() as engine:
        yield engine
