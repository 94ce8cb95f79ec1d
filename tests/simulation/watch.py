"""What holds at every moment of a simulated game, whatever is under way: nothing can be forgotten.
If somebody must look at the game again, its due time says when; if the listing is stale, the mark
says so. A process may die at any moment after, and the sweeper still finds what is left to do."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from domain.events import GameAbandoned
from domain.events.entries import Entry
from domain.ledger import GENESIS
from domain.state import INITIAL, State
from service.games.games import Game, advance, read
from service.games.store import Store
from service.jobs.dispatch import acting_deadline, bots_waited_on, idle_until
from service.projections.listing import summary
from service.storage.keys import Keys
from tests.simulation.setting import NAME

if TYPE_CHECKING:
    from tests.simulation.world import World

DRIFT = 4000
"""How wrong a process's own clock may be, in ms."""
SUMMARIES = b"{directory}:summaries"


class Watch:
    """Looks at the server after every script that has run there."""

    def __init__(self, world: "World", buckets: int) -> None:
        self._world, self._game = world, Game(INITIAL, GENESIS)
        self._last = 0
        self._store = Store(world.client(), buckets)
        self._stream, self._due, self._changed, *_ = Keys(buckets).of(NAME)
        self._call = world.memory.call

    def look(self) -> None:
        """Raises AssertionError for what could be forgotten."""
        if self._call(b"XLEN", self._stream.encode()) != self._game.revision:
            more = self._store.read(NAME, self._game.revision)
            self._game = advance(NAME, self._game, more)
            self._check_times([read(NAME, stored) for stored in more])
        if self._game.exists:
            self._check_due(self._game.state)
            if self._score(self._changed) is None:
                self._check_listing(self._game.state)

    @property
    def revision(self) -> int:
        """Where the stream ends: only scripts write to it."""
        return self._game.revision

    def _score(self, key: str) -> Any:
        return self._call(b"ZSCORE", key.encode(), NAME.encode())

    def _check_times(self, entries: Sequence[Entry]) -> None:
        """With a clock, all happens by the server's time, and in its order;
        and nobody ends a game as idle in which something has just happened."""
        world, state = self._world, self._game.state
        clocked = state.options["turn_seconds"] is not None
        for at, events in entries:
            if clocked:
                assert self._last <= at <= world.memory.now, f"out of time: {events}"
            idle, certain = at - self._last, clocked or not world.weather.clock
            if certain and events[0] == GameAbandoned(reason="idle", server_seed=state.seed):
                assert idle >= 1000 * world.setting.abandon_seconds, f"idle for {idle} ms"
            self._last = at

    def _check_due(self, state: State) -> None:
        world = self._world
        bots = world.memory.now + world.grace + DRIFT if bots_waited_on(state) else None
        idle = idle_until(state, world.setting.abandon_seconds)
        times = [at for at in (bots, acting_deadline(state), idle) if at is not None]
        if times:
            due = self._score(self._due)
            assert due is not None, f"nobody is to look at revision {state.revision} again"
            assert float(due) <= min(times), f"somebody looks at revision {state.revision} too late"

    def _check_listing(self, state: State) -> None:
        row = self._call(b"HGET", SUMMARIES, NAME.encode())
        assert row is not None, "it is not listed"
        assert_listed(json.loads(row.partition(b"\n")[2]), state)


def assert_listed(shown: Any, state: State) -> None:
    """The revision may lag: a listing is renewed when what it shows changes."""
    assert {**shown, "revision": 0} == {**summary(state), "revision": 0}, f"listed as {shown}"
