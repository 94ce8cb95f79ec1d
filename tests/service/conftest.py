"""Fixtures: processes of one server, on the imitation and on a real engine; a throw-away app."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from service.storage.connections import Client
from tests.support.edge_app import FRIEND, make_client
from tests.support.site import Process, Site


@pytest.fixture(params=["fake_redis", "real_redis"])
def redis(request: pytest.FixtureRequest) -> Client:
    client: Client = request.getfixturevalue(request.param)
    return client


@pytest.fixture
def process(site: Site, redis: Client, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Process]:
    """Makes another process."""
    monkeypatch.setattr("service.services.connect", lambda url: redis)
    monkeypatch.setattr("service.services.connect_blocking", lambda url, seconds: redis)
    return site.process


@pytest.fixture
def client() -> FlaskClient:
    """The real edge around routes that only say what they were given."""
    return make_client(cors_origins=(FRIEND,))
