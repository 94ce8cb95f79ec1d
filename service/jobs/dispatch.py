"""Who must act now, and the jobs that have them act. The only place in the web that knows RQ.

A job is only the fast path: it carries one id and nothing else, and may be lost, late or doubled.
What the sweeper goes by is stored: a game's due time with every append.
"""

import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rq import Queue
from rq.serializers import JSONSerializer

from domain.decisions import waiting_on
from domain.decisions.clock import deadline
from domain.events import ChoiceRequested, Event, SeatHandedOver, TurnStarted
from domain.state import State
from service.storage.client import FAILURES, translate
from service.storage.connections import PlainClient

log = logging.getLogger("toma6.dispatch")

QUEUE: Final = "toma6-bots"
PLAY: Final = "workers.bots.play"
OPENING: Final = (TurnStarted, ChoiceRequested, SeatHandedOver)
"""Events after which a bot may owe something that it did not owe before."""
JOB: Final[Mapping[str, Any]] = {
    "description": "bots", "job_timeout": 60, "result_ttl": 0, "failure_ttl": 86400
}  # fmt: skip
"""How a job is kept; seconds."""


class Dispatcher:
    """A job for every turn or choice that bots owe."""

    def __init__(
        self, queue: Queue, grace_ms: int, abandon_seconds: int, archive_seconds: int | None = None
    ) -> None:
        self._queue = queue
        self._grace_ms = grace_ms
        self._abandon_seconds, self._archive_seconds = abandon_seconds, archive_seconds

    def due(self, state: State, now: int) -> int | None:
        """When the sweeper must look at the game (ms since 1970), None: never. The first of: a
        bot's move that is late, a deadline that passes, a game left alone, or one that is over
        and to be put away."""
        if state.is_over:
            wait = self._archive_seconds
            return None if wait is None else state.changed_at + 1000 * wait
        patience = self.patience(state)
        bots = None if patience is None else now + patience
        moments = (bots, acting_deadline(state), idle_until(state, self._abandon_seconds))
        return min((at for at in moments if at is not None), default=None)

    def patience(self, state: State) -> int | None:
        """How many ms a bot has whose move is awaited; None if none is."""
        return self._grace_ms if bots_waited_on(state) else None

    def dispatch(self, state: State, events: Sequence[Event]) -> None:
        """One job for all bots that `events` let the game wait on."""
        if bots_waited_on(state) and any(isinstance(event, OPENING) for event in events):
            self.enqueue(state.game)

    def enqueue(self, game_id: str) -> None:
        """A queue that does not answer is logged, and fails nobody's request."""
        try:
            self._queue.enqueue(PLAY, game_id, **JOB)
        except FAILURES as error:
            log.warning("queue down, left to the sweeper: %s", type(error).__name__)

    def backlog(self) -> tuple[int, float]:
        """How many jobs wait, and how many seconds the first one has. Raises StoreDown."""
        try:
            first = self._queue.get_jobs(0, 1) if (waiting := self._queue.count) else []
        except FAILURES as error:
            translate(error)
        since = first[0].enqueued_at if first else None
        return waiting, 0.0 if since is None else max(0.0, time.time() - since.timestamp())


def acting_deadline(state: State) -> int | None:
    """The first moment at which the clock acts; None if it does not, or nobody owes anything."""
    due = deadline(state)
    return None if due is None or state.options["on_timeout"] == "none" else due + 1


def idle_until(state: State, seconds: int) -> int | None:
    """When a game that nobody touches is to be abandoned (ms since 1970); None: never."""
    return None if state.is_over or not seconds else state.changed_at + 1000 * seconds


def bots_waited_on(state: State) -> list[int]:
    """The seats that owe a decision and are played by a bot."""
    return [seat for seat in waiting_on(state) if state.players[seat].is_bot]


def queue(connection: PlainClient) -> Queue:
    """The queue. JSON, not pickle: what can write to the queue must not run code here."""
    return Queue(QUEUE, connection=connection, serializer=JSONSerializer)
