"""Deadlines: when a decision must be answered, and what happens if it is not.

All of it is agreed before the game (docs/rules.md, "Clocks") and shown in the view. The domain
has no clock: `at` of a command is the moment that counts, and the service takes it from the
store, so that one clock decides. An answer at the deadline itself is in time.
"""

from typing import Any

from domain.decisions.decisions import Decision, options
from domain.events import Spot
from domain.state import State
from domain.table.rows import Row, cheapest


def deadline(state: State) -> int | None:
    """When what is owed now must be answered, in ms since 1970; None without a clock."""
    seconds: int | None = state.options.get("turn_seconds")
    if seconds is None or not state.owing:
        return None
    return state.opened_at + 1000 * seconds


def has_passed(state: State, at: int) -> bool:
    """Whether it is too late at `at` to answer what is owed now.

    Without a policy for time-outs a deadline is only shown, and it is never too late.
    """
    due = deadline(state)
    return due is not None and at > due and state.options["on_timeout"] != "none"


def lowest(state: State, decision: Decision) -> dict[str, Any]:
    """The answer of the policy `lowest`: the lowest card, the cheapest row."""
    offered = options(state, decision)
    match decision.kind:
        case "flip":
            return offered[0]
        case "row":
            return {"row": cheapest(state.rows)}
        case "place":
            assert state.choice is not None
            return min(offered, key=lambda spot: _cost(state.rows, Spot(**spot)))
        case "play":
            cards = [offer for offer in offered if "card" in offer]
            if cards:
                return {"cards": [min(cards, key=lambda offer: int(offer["card"]))]}
            special = offered[0]
            return {"cards": [{"special": special["special"], "row": special["rows"][0]}]}
        case _:
            return min(offered, key=lambda offer: int(offer["card"]))


def _cost(rows: tuple[Row, ...], spot: Spot) -> tuple[int, int]:
    """Heads that a placement takes: those of a full row, else none; then the lowest row."""
    row = rows[spot.row]
    return row.heads if row.is_full else 0, spot.row
