"""A site in this process: several processes of one server, each with its own memory, on one store.
Every process has the store's clock, which is one and may be set by hand, and one of its own, which
may be wrong."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service.app import SERVICES, create_app
from service.handling import Handler
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.stored import StoreDown
from tests.support.client import WATCHMAN, Answer, Api, Headers, Table, in_process
from tests.support.dsl import AT, Scene
from tests.support.engine import Engine
from tests.support.laid import lay


@dataclass
class Clock:
    """Milliseconds since 1970, as they are set."""

    now: int = AT

    def __call__(self) -> int:
        return self.now


@dataclass
class Process:
    """One process of the server: what it works with, and how it is asked."""

    app: Flask
    services: Services
    seen: Callable[[Answer], None] = lambda answer: None
    """Every answer passes it before the test gets it."""
    own: Clock = field(default_factory=Clock)
    """Its own clock, where clocks are set by hand."""

    @contextmanager
    def at_work(self) -> Iterator[Flask]:
        """The app as this process runs it: making one for each takes longer than most tests."""
        before = self.app.extensions[SERVICES]
        self.app.extensions[SERVICES] = self.services
        try:
            yield self.app
        finally:
            self.app.extensions[SERVICES] = before

    def __call__(self, method: str, path: str, headers: Headers, body: bytes | None) -> Answer:
        with self.at_work() as app:
            return in_process(app)(method, path, headers, body)

    @property
    def api(self) -> Api:
        return Api(self, self.seen)

    def restart(self) -> None:
        """Another process, as it were: nothing is remembered."""
        self.services = assemble(self.services.settings)

    def told_by(self, clock: Callable[[], int]) -> None:
        """Let its commands happen at the time of this clock, which is asked for each."""
        made = self.services
        handler = Handler(made.games, made.dispatcher, made.listing, clock)
        self.services = replace(made, clock=clock, handler=handler)

    def account(self, *scopes: str, name: str = "app") -> str:
        """The token of a new account; it plays and creates games unless scopes are named."""
        return self.services.accounts.create(name, scopes or ("play", "games:write"), 0)[0]

    def lay(self, scene: Scene) -> Table:
        """Store the game of the scene, to be looked at when it is due."""
        due = self.services.dispatcher.due(scene.state, AT)
        return lay(self.api, self.services.store, scene.events, due)


@dataclass
class Site:
    """A server of several processes. `time` is the clock of the store, if it is set by hand."""

    settings: Settings
    app: Flask
    time: Clock | None = None
    seen: Callable[[Answer], None] = lambda answer: None

    def process(self, drift: int = 0, **settings: Any) -> Process:
        """Another process, whose own clock is wrong by `drift` ms."""
        made = Process(self.app, assemble(replace(self.settings, **settings)), self.seen)
        if self.time is not None:
            made.services.store.now = self.time  # type: ignore[method-assign]
            made.own = Clock(self.time.now + drift)
            made.told_by(made.own)
        return made


def settings_on(engine: Engine, folder: Path) -> Settings:
    url = engine.url
    return Settings(
        redis_url=url, queue_url=url, data_dir=folder, secret="s" * 40, metrics_token=WATCHMAN
    )


def process_on(engine: Engine, folder: Path) -> Process:
    """One process on an engine of its own."""
    settings = settings_on(engine, folder)
    return Site(settings, create_app(settings)).process()


def away(*_: Any, **__: Any) -> None:
    """In the place of a call: the store does not answer."""
    raise StoreDown("away")


def before_append(
    monkeypatch: pytest.MonkeyPatch, services: Services, act: Callable[[], object]
) -> None:
    """Have `act` done by somebody else between the decision of these services and their append."""
    append, acts = services.store.append, [act]

    def late(*args: Any, **named: Any) -> None:
        while acts:
            acts.pop()()
        append(*args, **named)

    monkeypatch.setattr(services.store, "append", late)
