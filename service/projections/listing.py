"""Keeping the directory and the inboxes in step with the streams, which they are rebuilt from.

The append marks a game whose listing goes stale; renewing clears the mark. Whatever is lost in
between, the sweeper finds the mark and renews.
"""

import logging
from collections.abc import Iterable
from typing import Final, Literal, cast

from domain.events import (
    Event,
    GameAbandoned,
    GameCreated,
    GameFinished,
    GameStarted,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
)
from domain.state import State
from service.games.games import Game
from service.games.store import Store, StoreDown
from service.jobs.dispatch import OPENING
from service.projections.directory import Directory, Summary
from service.projections.inbox import Inbox
from service.webhooks.notices import Notices

log = logging.getLogger("toma6.listing")

LISTED: Final = (
    GameCreated,
    SeatTaken,
    SeatLeft,
    SeatHandedOver,
    GameStarted,
    GameFinished,
    GameAbandoned,
)


def goes_stale(state: State, events: Iterable[Event]) -> bool:
    """Whether `events` change what a listing shows, or what an account must be told."""
    owned = any(player.owner for player in state.players.values())
    telling = (*LISTED, *OPENING) if owned else LISTED
    return any(isinstance(event, telling) for event in events)


def summary(state: State) -> Summary:
    """What a listing shows of a game."""
    return {
        "id": state.game,
        "ruleset": state.ruleset,
        "status": state.status,
        "created_at": state.created_at,
        "seats": state.seats,
        "taken": len(state.players),
        "visibility": cast("Literal['public', 'private']", state.visibility),
        "revision": state.revision,
    }


class Listing:
    """Writes summaries to the directory, games to inboxes, word to accounts; clears the marks."""

    def __init__(self, directory: Directory, inbox: Inbox, notices: Notices, store: Store) -> None:
        self._directory = directory
        self._inbox = inbox
        self._notices = notices
        self._store = store

    def renew(self, game: Game) -> None:
        """List the game as it stands. A failure is left to the sweeper: the mark stays."""
        try:
            self._directory.put(summary(game.state))
            self._inbox.index(game.state)
            self._notices.tell(game.state)
            self._store.clear_changed(game.id, game.revision)
        except StoreDown as error:
            log.warning("listing left to the sweeper: %s", type(error).__name__)
