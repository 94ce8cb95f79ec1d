"""Fixtures: two servers that are alike in all that a test does not change."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from flask import Flask

from service.routes import decisions
from service.settings.config import Settings
from service.storage.connections import Client
from service.watching import streams
from tests.support.client import Api
from tests.support.site import Process
from tests.support.worlds import World, world


@pytest.fixture
def house(here: Process) -> Api:
    """What the account of an app asks, which creates games and plays."""
    return here.api.by(here.account(name="house"))


@pytest.fixture
def held() -> Iterator[ExitStack]:
    """What a test opens, to be closed in the end."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def worlds(
    shared_app: Flask, settings: Settings, real_redis: Client, monkeypatch: pytest.MonkeyPatch,
    no_waits: None,
) -> list[World]:  # fmt: skip
    """Their streams have heartbeats at once, and what they refuse takes no time, so that it is
    noted in the order of asking."""
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.0)
    monkeypatch.setattr(decisions, "perf_counter", lambda: 0.0)
    return [world(shared_app, settings, number) for number in (1, 2)]
