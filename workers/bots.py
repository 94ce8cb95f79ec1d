"""The job that moves bots: policy, command, and the same handling loop as for people.

A job is named by its game alone. It may come late, twice or not at all: a move that is no
longer owed changes nothing, and what is lost the sweeper makes good.
"""

import logging
from functools import lru_cache

from bots.deciding import answer, named
from domain.decisions import Decision, open_decisions
from domain.decisions.commands import Answer
from domain.errors import AlreadyAnswered, DecisionClosed, DecisionNotOpen, NotYourDecision
from domain.state import State
from service.jobs.dispatch import bots_waited_on
from service.services import Services, assemble
from service.settings.config import load

log = logging.getLogger("toma6.bots")

OVERTAKEN = (AlreadyAnswered, DecisionClosed, DecisionNotOpen, NotYourDecision)
"""Refusals which say that somebody else has moved meanwhile."""


def play(game: str) -> None:
    """RQ's entry: move every bot that the game waits on."""
    play_bots(services(), game)


def play_bots(on: Services, name: str) -> int:
    """Move every bot that the game waits on now. Returns how many moved.

    :raises StoreDown, Damaged, Unreadable: as the handling loop.
    """
    moved = 0
    state = on.games.load(name).state
    for seat in bots_waited_on(state):
        decision = next((d for d in open_decisions(state) if d.seat == seat), None)
        policy = state.players[seat].policy
        if decision is None or policy is None:
            continue  # answered meanwhile, or returned to
        command = chosen(state, decision, policy, by="bot")
        if command is None:
            continue
        try:
            state = on.handler.handle(name, command).game.state
            moved += 1
        except OVERTAKEN:
            state = on.games.load(name).state
    return moved


def chosen(state: State, decision: Decision, name: str, *, by: str) -> Answer | None:
    """The answer that the policy `name` chooses now, as a command of the bot or of the clock.

    None if this server does not have the policy, as after going back to an older release.
    """
    policy = named(name)
    body = None if policy is None else answer(state, decision, policy)
    if body is None:
        log.error("game %s waits for the policy %s, which is not here", state.game, name)
        return None
    return Answer(decision, body, by=by, policy=policy)


@lru_cache(maxsize=1)
def services() -> Services:
    """The services of this process, assembled for its first job."""
    return assemble(load())
