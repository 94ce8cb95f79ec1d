"""Keeping the directory and the inboxes in step with the streams, which they are rebuilt from.

The append marks a game whose listing goes stale; projecting it clears the mark. Whatever is lost in
between, the sweeper finds the mark and projects.
"""

import logging
from collections.abc import Iterable
from typing import Final, Literal, cast

from domain import events as e
from domain.state import State
from service.games.due_index import DueIndex
from service.games.games import Game
from service.jobs.dispatch import OPENING
from service.projections.directory import Directory, Summary
from service.projections.inbox import Inbox
from service.storage.stored import StoreDown
from service.webhooks.notices import Notices

log = logging.getLogger("toma6.listing")

LISTED: Final = (
    e.GameCreated, e.SeatTaken, e.SeatLeft, e.SeatHandedOver,
    e.GameStarted, e.GameFinished, e.GameAbandoned,
)  # fmt: skip


def goes_stale(state: State, events: Iterable[e.Event]) -> bool:
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

    def __init__(
        self, directory: Directory, inbox: Inbox, notices: Notices, due_index: DueIndex
    ) -> None:
        self._directory = directory
        self._inbox = inbox
        self._notices = notices
        self._due_index = due_index

    def project(self, game: Game, *, anew: bool = False) -> None:
        """List the game as it stands. Raises StoreDown; the mark stays then.

        `anew`: the listing was lost, and not what accounts were told of games that are over."""
        self._directory.put(summary(game.state))
        self._inbox.index(game.state, anew=anew)
        if not (anew and game.state.is_over):
            self._notices.tell(game.state)
        self._due_index.clear_changed(game.id, game.revision)

    def try_to_project(self, game: Game) -> None:
        """The same, for those who cannot wait: a failure is left to the sweeper."""
        try:
            self.project(game)
        except StoreDown as error:
            log.warning("listing left to the sweeper: %s", type(error).__name__)
