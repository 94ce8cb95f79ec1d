"""A site whose clocks are set by hand: several processes, one store, and games laid out.

Every process has the store's clock, which is one, and a clock of its own, which may be wrong.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from flask import Flask

from domain.decisions.commands import StartGame
from service.app import SERVICES
from service.handling import Handler
from service.services import Services, assemble
from service.settings.config import Settings
from tests.support.dsl import AT, Scene, given, lobby, pick, table
from tests.support.http.client import Api, Table, in_process
from tests.support.http.laid import lay

SECONDS = 30
DUE = AT + 1000 * SECONDS
"""The deadline of what is owed in the games laid out here. An answer at it is in time."""
LATE = DUE + 1


@dataclass
class Clock:
    """Milliseconds since 1970, as they are set."""

    now: int = AT

    def __call__(self) -> int:
        return self.now


@dataclass
class Process:
    """One process of the server: its own memory, its own clock, and the store's."""

    services: Services
    own: Clock
    api: Api


@dataclass
class Site:
    """A server of several processes. `time` is the clock of the store."""

    settings: Settings
    app: Flask
    monkeypatch: pytest.MonkeyPatch
    time: Clock = field(default_factory=Clock)

    def process(self, drift: int = 0, **settings: Any) -> Process:
        """Another process, whose own clock is wrong by `drift` ms."""
        made = assemble(replace(self.settings, **settings))
        own = Clock(self.time.now + drift)
        self.monkeypatch.setattr(made.store, "now", self.time)
        handler = Handler(made.games, made.dispatcher, made.listing, own)
        services = replace(made, clock=own, handler=handler)

        def ask(*request: Any) -> Any:
            self.app.extensions[SERVICES] = services
            return in_process(self.app)(*request)

        return Process(services, own, Api(ask))

    def lay(self, process: Process, scene: Scene) -> Table:
        """Store the game of the scene, to be looked at when it is due."""
        services = process.services
        due = services.dispatcher.due(scene.state, AT)
        return lay(process.api, services.store, scene.events, due)


def told(table: Table, after: int) -> Counter[tuple[str, int | None]]:
    """The types of the events after that revision, with the seat where there is one."""
    return Counter((event["type"], event.get("seat")) for event in table.events(after=after))


def first_time(table: Table, after: int) -> Counter[tuple[str, int | None]]:
    """What happened after that revision, in which nobody answered or was handed over twice."""
    found = told(table, after)
    once = {"CardPicked", "SeatHandedOver", "GameAbandoned"}
    assert all(count == 1 for (kind, _), count in found.items() if kind in once), found
    return found


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


def _picking(policy: str) -> Scene:
    hands = [[10, 60, 70], [61, 71, 72]]
    return _table(policy, "classic", [[20], [30], [40], [50]], hands)


def _choosing(policy: str) -> Scene:
    return _picking(policy).when(pick(0, 10), pick(1, 61))


def _placing(policy: str) -> Scene:
    scene = _table(policy, "professional", [[48], [52], [10], [90]], [[50, 1], [91, 2]])
    return scene.when(pick(0, 50), pick(1, 91))


def _flipping(policy: str) -> Scene:
    return _table(policy, "children", [[20], [30], [40], [50], [60]], [[61, 5], [62]])


def _playing(policy: str) -> Scene:
    return _table(policy, "hornochsen", [[8], [21]], [[43, 9], [44]])


def _drafting(policy: str) -> Scene:
    options = {"turn_seconds": SECONDS, "on_timeout": policy}
    scene = lobby("logic", 2, **options).when(StartGame())
    return scene if 0 in scene.state.owing else scene.answers(1, card=max(scene.state.pool))


def _table(policy: str, key: str, rows: list[list[int]], hands: list[list[int]]) -> Scene:
    return given(table(key, rows, hands, turn_seconds=SECONDS, on_timeout=policy))


KINDS: dict[str, Callable[[str], Scene]] = {
    "pick": _picking,
    "row": _choosing,
    "place": _placing,
    "flip": _flipping,
    "play": _playing,
    "draft": _drafting,
}
"""A game for each kind of decision in which seat 0 owes one, due at DUE, by time-out policy."""
LOWEST = {
    "pick": {"card": 10},
    "row": {"row": 0},
    "place": {"row": 0, "side": "right"},
    "flip": {"card": "top"},
    "play": {"cards": [{"card": 9}]},
    "draft": {"card": 1},
}
"""What the policy `lowest` answers there."""
