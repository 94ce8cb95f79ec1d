"""Hundreds of watchers in one process, with few connections to the store."""

from contextlib import ExitStack
from random import Random

import pytest

from service.storage.client import MAX_IDLE_CONNECTIONS
from service.storage.connections import connect
from tests.support.http.watching import Watcher, ids
from tests.support.http.web import Web

COUNT = 300


@pytest.fixture
def web(engine_of_streams, tmp_path):
    many = {"max_streams": COUNT + 10, "streams_per_address": COUNT}
    with Web(engine_of_streams.url, tmp_path, **many) as running:
        yield running


def test_hundreds_watch_on_few_connections_and_a_stop_ends_them(web, engine_of_streams):
    table = web.api.started(seats=2)
    path, before = table.path(f"/events?after={table.revision}"), table.revision
    with ExitStack() as held:
        watchers = [held.enter_context(Watcher(web.port, path)) for _ in range(COUNT)]
        assert [watcher.status for watcher in watchers] == [200] * COUNT
        assert web.waiting() == COUNT
        table.play_on(Random(1).choice, 1)
        revision = table.revision
        for watcher in watchers:
            seen = watcher.until(lambda sent: sent.id == revision)
            assert ids(seen) == list(range(before + 1, revision + 1))
        with connect(engine_of_streams.url) as client:
            # A handful of parts keep connections for what was under way at once.
            assert client.info("clients")["connected_clients"] < 4 * MAX_IDLE_CONNECTIONS < COUNT
        web.stop()
        for watcher in watchers:
            assert [sent.data["reason"] for sent in watcher.events] == ["restart"]
