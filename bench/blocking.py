"""The server with a blocking read per watcher in place of the hub: what the hub is compared with.

`gunicorn "bench.blocking:create_app()"`. Everything but the waiting is the server's own.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import redis
from flask import Flask

from service.app import SERVICES
from service.app import create_app as create_ours
from service.games.store import Store
from service.settings.config import load
from service.storage.keys import Keys
from service.storage.stored import Stored
from service.watching.client_connection import ClientConnection
from service.watching.hub import Hub


class BlockingWaiter:
    """Waits in an XREAD of its own, on a connection of its own."""

    gone = stopping = released = False

    def __init__(self, game: str, store: Store, client: redis.Redis, stream: str) -> None:
        self._game, self._store, self._client, self._stream = game, store, client, stream
        self._after = 0

    def read(self, after: int, limit: int) -> list[Stored]:
        self._after = after
        return self._store.read(self._game, after, limit)

    def wait(self, seconds: float) -> None:
        milliseconds = max(1, int(seconds * 1000))
        try:
            self._client.xread({self._stream: f"{self._after}-0"}, count=1, block=milliseconds)
        except redis.ConnectionError:  # the engine stops before the last of these have noticed
            self.gone = True


class BlockingHub:
    """Where waiters come from, as with the hub."""

    def __init__(self, url: str, keys: Keys, store: Store) -> None:
        self._url, self._keys, self._store = url, keys, store

    @contextlib.contextmanager
    def waiting(self, _connection: ClientConnection, game: str) -> Iterator[BlockingWaiter]:
        client: Any = redis.Redis.from_url(self._url, socket_timeout=30)
        try:
            yield BlockingWaiter(game, self._store, client, self._keys.stream(game))
        finally:
            client.close()


def create_app() -> Flask:
    """The server's app, but for the waiting."""
    settings = load()
    app = create_ours(settings)
    services = app.extensions[SERVICES]
    hub = BlockingHub(settings.redis_url, Keys(settings.buckets), services.store)
    app.extensions[SERVICES] = replace(services, hub=cast(Hub, hub))
    return app
