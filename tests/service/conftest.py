"""Fixtures: processes of one server in one memory, on the imitation and on a real engine."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask

from service.app import SERVICES, create_app
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.connections import Client
from tests.support.client import Api, in_process


@dataclass(frozen=True)
class Process:
    """One process of the server: its own memory, and the store of all."""

    services: Services
    api: Api


@pytest.fixture(scope="session")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The app of all processes: making one takes longer than most tests."""
    nowhere = "redis://127.0.0.1:1"  # the client comes from the fixture
    data = tmp_path_factory.mktemp("data")
    settings = Settings(redis_url=nowhere, queue_url=nowhere, data_dir=data, secret="s" * 40)
    app = create_app(settings, services=assemble(settings))
    app.extensions["settings"] = settings
    return app


@pytest.fixture(params=["fake_redis", pytest.param("real_redis", marks=pytest.mark.engine)])
def redis(request: pytest.FixtureRequest) -> Client:
    client: Client = request.getfixturevalue(request.param)
    return client


@pytest.fixture
def process(
    shared_app: Flask, redis: Client, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], Process]:
    """Makes another process."""
    monkeypatch.setattr("service.services.connect", lambda url: redis)
    monkeypatch.setattr("service.services.connect_blocking", lambda url, seconds: redis)

    def made() -> Process:
        services = assemble(shared_app.extensions["settings"])

        def ask(*request: Any) -> Any:
            shared_app.extensions[SERVICES] = services
            return in_process(shared_app)(*request)

        return Process(services, Api(ask))

    return made
