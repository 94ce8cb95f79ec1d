"""Fixtures: the app in process on a real engine, and a whole running server."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from service.app import create_app
from service.config import Settings
from service.connections import Client
from service.services import Services
from tests.engine import Engine
from tests.http.client import Api, in_process
from tests.http.conforming import checker
from tests.http.running import Running


@pytest.fixture
def settings(engine: Engine, real_redis: Client) -> Settings:
    """Settings for the embedded engine, emptied."""
    return Settings(redis_url=engine.url, queue_url=engine.url, secret="s" * 40)


@pytest.fixture
def app(settings: Settings) -> Flask:
    return create_app(settings)


@pytest.fixture
def services(app: Flask) -> Services:
    found: Services = app.extensions["toma6"]
    return found


@pytest.fixture
def api(app: Flask) -> Api:
    """The API in process; every answer is held against the document."""
    return Api(in_process(app), checker(app))


@pytest.fixture
def sibling(settings: Settings) -> Api:
    """The same server's second process: another memory, the same store."""
    app = create_app(settings)
    return Api(in_process(app), checker(app))


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    """The whole server, shared by the tests of races and raw sockets."""
    with tempfile.TemporaryDirectory(prefix="toma6-", dir="/tmp") as folder:
        with Running(Path(folder)) as running:
            yield running
