"""Word to the accounts that a game waits for: what they owe, or that it is over.

Named by what it says and not by when it is said, so that saying it again, after a crash or by the
sweeper, sends nothing twice. The moment at which it came to be so is in the name: after a backup
was restored the same decision is asked anew, which a receiver must not take for a repeat.
"""

import logging
from typing import Any, Final

from domain.decisions import open_decisions
from domain.decisions.clock import deadline
from domain.state import State
from domain.text.times import rfc3339
from service.webhooks.deliveries import Deliveries
from service.webhooks.kept import Unusable
from service.webhooks.repository import Webhooks

log = logging.getLogger("toma6.notices")

OWED: Final = "decisions.owed"
OVER: Final = "game.over"
TEST: Final = "test"


class Notices:
    """Schedules deliveries, which the courier brings."""

    def __init__(self, webhooks: Webhooks, deliveries: Deliveries) -> None:
        self._webhooks = webhooks
        self._deliveries = deliveries

    def tell(self, state: State) -> None:
        """Tell every account with a seat in the game what it must know. Raises StoreDown."""
        for owner in sorted({player.owner for player in state.players.values() if player.owner}):
            said = _message(state, owner)
            if said is None:
                continue
            for hook in self._webhooks.of(owner):
                about = (*said, state.changed_at, state.game)
                try:
                    self._deliveries.schedule(hook, *about, over=state.is_over)
                except Unusable as error:  # which is no matter of the game's
                    log.error("not told: %s", error)  # noqa: TRY400 - the message says it all


def message(kind: str, at: int, data: dict[str, Any]) -> dict[str, Any]:
    """A payload: its type, its time, and as little as will do."""
    return {"type": kind, "timestamp": rfc3339(at), "data": data}


def _message(state: State, owner: str) -> tuple[str, dict[str, Any]] | None:
    game = {"game": state.game, "revision": state.revision}
    if state.is_over:
        return f"{state.game}-over-{state.changed_at}", message(OVER, state.changed_at, game)
    due = deadline(state)
    owed = [
        {
            "id": decision.id,
            "kind": decision.kind,
            "seat": decision.seat,
            "deadline": None if due is None else rfc3339(due),
        }
        for decision in open_decisions(state)
        if state.players[decision.seat].owner == owner and not state.players[decision.seat].is_bot
    ]
    if not owed:
        return None
    name = f"{state.game}-{owed[0]['id']}-{state.opened_at}"
    return name, message(OWED, state.changed_at, {**game, "owed": owed})
