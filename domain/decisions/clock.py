"""Deadlines: when a decision must be answered, and what happens if it is not.

All of it is agreed before the game (docs/rules.md, "Clocks") and shown in the view. The domain
has no clock: `at` of a command is the moment that counts, and the service takes it from the
store, so that one clock decides. An answer at the deadline itself is in time.
"""

from domain.decisions.decisions import Decision, options
from domain.decisions.kinds import KINDS, Option, alone
from domain.state import State


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


def lowest(state: State, decision: Decision) -> Option:
    """The answer of the policy `lowest`: the lowest card, the cheapest row."""
    offered, cost = options(state, decision), KINDS[decision.kind].cost
    return alone(decision.kind, min(offered, key=lambda option: cost(state, option)))
