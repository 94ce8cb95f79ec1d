"""Fixtures: a receiver of webhooks that keeps what it gets and answers as it is told; a site whose
clocks are set by hand; a server that answers what it is told to.
"""

import http.server
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from bots.kit import client as clients
from bots.kit.client import Client as KitClient
from service.app import create_app
from service.settings.config import Settings
from service.storage.connections import Client
from tests.support.engine import Engine
from tests.support.workers.clocked import Process, Site
from tests.support.workers.scripted import TOKEN, Server


class Receiver(http.server.BaseHTTPRequestHandler):
    """Keeps what it gets and answers with the status it was told to."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((dict(self.headers), body))  # type: ignore[attr-defined]
        self.send_response(self.server.status)  # type: ignore[attr-defined]
        self.send_header("Location", "http://127.0.0.1:1/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def receiver() -> Iterator[Any]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    server.got, server.status = [], 204  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="session")
def clocked_app(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The app of a site: making one takes longer than most tests."""
    settings = Settings(
        redis_url=engine.url,
        queue_url=engine.url,
        data_dir=tmp_path_factory.mktemp("data"),
        secret="x" * 40,
    )
    app = create_app(settings)
    app.extensions["settings"] = settings
    return app


@pytest.fixture
def site(clocked_app: Flask, real_redis: Client, monkeypatch: pytest.MonkeyPatch) -> Site:
    return Site(clocked_app.extensions["settings"], clocked_app, monkeypatch)


@pytest.fixture
def here(site: Site) -> Process:
    """One process of the site."""
    return site.process()


@pytest.fixture
def scripted() -> Iterator[Server]:
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


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
