"""A server in process, on an engine of its own, whose data can be tampered with."""

from dataclasses import dataclass
from pathlib import Path

import redis

from service.app import SERVICES, create_app
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.keys import Keys
from tests.support.engine import Engine
from tests.support.http.client import Api, Table, in_process


@dataclass
class Site:
    """A server in process: `api` answers from a memory that `restarted` empties."""

    engine: Engine
    settings: Settings

    def __post_init__(self) -> None:
        self.app = create_app(self.settings)
        self.api = Api(in_process(self.app))

    @property
    def services(self) -> Services:
        found: Services = self.app.extensions[SERVICES]
        return found

    def restarted(self) -> None:
        """Another process, as it were: nothing is remembered."""
        self.app.extensions[SERVICES] = assemble(self.settings)

    def client(self) -> redis.Redis:
        """Past the service."""
        return redis.Redis.from_url(self.engine.url)

    def stream(self, game: str) -> str:
        return Keys(self.settings.buckets).stream(game)

    def table(self, persons: int = 2, bots: int = 0, ruleset: str = "classic") -> Table:
        """A game that has been started."""
        table = self.api.create(ruleset, seats=persons + bots)
        for number in range(persons):
            table.sit(f"P{number}")
        for _ in range(bots):
            table.sit_bot()
        table.start()
        return table


def site_on(engine: Engine, folder: Path) -> Site:
    settings = Settings(
        redis_url=engine.url, queue_url=engine.url, secret="s" * 40, data_dir=folder
    )
    return Site(engine, settings)
