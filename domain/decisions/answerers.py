"""Who answers a decision: the person of the seat, its bot, or the clock, each in its own name.

What a policy has chosen says so, with the policy's version, so that it can be asked again
(docs/ledger.md, "Rules").
"""

import re

from domain.decisions import commands as c
from domain.errors import NotYourDecision
from domain.state import Player, State

_NAMED = re.compile(r"([a-z][a-z0-9_]{0,39})/[1-9][0-9]{0,5}", re.ASCII)


def check(command: c.Answer, state: State) -> None:
    """Refuse the answer of anybody who does not play the seat now, or in another's name.

    :raises NotYourDecision: the message says who plays it, or what must be named.
    """
    player = state.players.get(command.decision.seat)
    if player is None:
        return  # nothing is owed by an empty seat, and that is what will be said
    if command.by not in (("bot",) if player.is_bot else ("player", "clock")):
        who = "bot" if player.is_bot else "person"
        raise NotYourDecision(f"A {who} plays seat {command.decision.seat}.")
    due = _policy(command, player, state)
    if due != _name(command.policy):
        named = "no policy" if due is None else f"the policy {due} and its version"
        raise NotYourDecision(
            f"An answer by the {command.by} of seat {command.decision.seat} names {named}."
        )


def _policy(command: c.Answer, player: Player, state: State) -> str | None:
    """The policy that has to choose; None for a person, and for a clock without one."""
    if command.by == "clock":
        return "careful" if state.options["on_timeout"] == "careful" else None
    return player.policy


def _name(policy: str | None) -> str | None:
    """The name in "name/version"; no policy's name for anything else."""
    if policy is None:
        return None
    match = _NAMED.fullmatch(policy)
    return match[1] if match else ""
