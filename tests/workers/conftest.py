"""Fixtures: a receiver of webhooks, a site whose clocks are set by hand, a server that is told what
to answer."""

import threading
from collections.abc import Iterator

import pytest

from bots.kit import client as clients
from bots.kit.client import Client as KitClient
from tests.support.scripted import TOKEN, Server
from tests.support.site import Clock, Site


def served(server: Server) -> Iterator[Server]:
    with server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def receiver() -> Iterator[Server]:
    server = Server()
    server.status = 204
    yield from served(server)


@pytest.fixture
def site(site: Site) -> Site:
    """A site whose clocks are set by hand."""
    return Site(site.settings, site.app, Clock())


@pytest.fixture
def scripted() -> Iterator[Server]:
    yield from served(Server())


@pytest.fixture
def stop() -> threading.Event:
    return threading.Event()


@pytest.fixture
def kit(
    scripted: Server, stop: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> Iterator[KitClient]:
    """The kit's client of the scripted server; it does not pause for long."""
    monkeypatch.setattr(clients, "FIRST_PAUSE_SECONDS", 0.01)
    made = KitClient(scripted.url, TOKEN, stop)
    yield made
    made.close()
