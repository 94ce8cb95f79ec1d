"""Who answers a decision: the person of the seat, its bot, or the clock, each in its own name.

What a policy has chosen says so, with the policy's version, so that it can be asked again
(docs/ledger.md, "Rules").
"""

import re

from domain.decisions import commands as c
from domain.errors import NotYourDecision
from domain.state import State

_NAMED = re.compile(r"([a-z][a-z0-9_]{0,39})/[1-9][0-9]{0,5}", re.ASCII)


def check(command: c.Answer, state: State) -> None:
    """Refuse the answer of anybody who does not play the seat now, or in another's name.

    :raises NotYourDecision: the message says who plays it, or what must be named.
    """
    seat, by = command.decision.seat, command.by
    player = state.players.get(seat)
    if player is None:
        return  # nothing is owed by an empty seat, and that is what will be said
    if by not in (("bot",) if player.is_bot else ("player", "clock")):
        raise NotYourDecision(f"A {'bot' if player.is_bot else 'person'} plays seat {seat}.")
    careful = by == "clock" and state.options["on_timeout"] == "careful"
    due = "careful" if careful else player.policy
    named = _NAMED.fullmatch(command.policy or "")
    agrees = command.policy is None if due is None else named is not None and named[1] == due
    if not agrees:
        must = "no policy" if due is None else f"the policy {due} and its version"
        raise NotYourDecision(f"An answer by the {by} of seat {seat} names {must}.")
