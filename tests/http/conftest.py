"""Fixtures: the app in process on a real engine, and a whole running server."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import SERVICES, create_app
from service.routes import decisions
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.connections import Client
from service.watching import streams
from tests.support.engine import Engine
from tests.support.http.client import Answer, Api, in_process
from tests.support.http.conforming import checker
from tests.support.http.running import Running, running
from tests.support.http.worlds import World, world


@pytest.fixture(scope="session")
def settings(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings for the embedded engine."""
    return Settings(
        redis_url=engine.url,
        queue_url=engine.url,
        data_dir=tmp_path_factory.mktemp("data"),
        secret="s" * 40,
    )


@pytest.fixture(scope="session")
def apps(settings: Settings) -> tuple[Flask, Flask]:
    """Two processes' apps: making one takes longer than most tests."""
    return create_app(settings), create_app(settings)


@pytest.fixture(scope="session")
def documented(apps: tuple[Flask, Flask]) -> Callable[[Answer], None]:
    """Fails for an answer that the document does not describe."""
    return checker(apps[0])


@pytest.fixture
def app(apps: tuple[Flask, Flask], settings: Settings, real_redis: Client) -> Flask:
    """The app with an empty store and no memory of other tests."""
    for each in apps:
        each.extensions[SERVICES] = assemble(settings)
    return apps[0]


@pytest.fixture
def worlds(
    apps: tuple[Flask, Flask],
    settings: Settings,
    real_redis: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> list[World]:
    """Two servers that are alike in everything; their streams have heartbeats at once, and what
    they refuse takes no time, so that it is noted in the order of asking.
    """
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.0)
    monkeypatch.setattr(decisions, "perf_counter", lambda: 0.0)
    return [world(app, settings, number) for number, app in enumerate(apps, start=1)]


@pytest.fixture
def services(app: Flask) -> Services:
    found: Services = app.extensions[SERVICES]
    return found


@pytest.fixture
def api(app: Flask, documented: Callable[[Answer], None]) -> Api:
    """The API in process; every answer is held against the document."""
    return Api(in_process(app), documented)


@pytest.fixture
def sibling(app: Flask, apps: tuple[Flask, Flask], documented: Callable[[Answer], None]) -> Api:
    """The same server's second process: another memory, the same store."""
    return Api(in_process(apps[1]), documented)


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    """The whole server, shared by the tests of races and raw sockets."""
    with running() as whole:
        yield whole


@pytest.fixture(scope="module")
def engine_of_streams() -> Iterator[Engine]:
    """An engine for a web of a module's own."""
    with Engine() as engine:
        yield engine


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """The app in process, without any help in asking."""
    return app.test_client()
