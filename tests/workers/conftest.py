"""Fixtures: a receiver of webhooks, a site whose clocks are set by hand, a server that is told what
to answer."""

import http.server
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from bots.kit import client as clients
from bots.kit.client import Client as KitClient
from tests.support.scripted import TOKEN, Server
from tests.support.site import Clock, Site


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


def served(server: Any) -> Iterator[Any]:
    with server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def receiver() -> Iterator[Any]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    server.got, server.status = [], 204  # type: ignore[attr-defined]
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
