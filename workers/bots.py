"""The job that moves bots: policy, command, and the same handling loop as for people.

A job is named by its game alone. It may come late, twice or not at all: a move that is no
longer owed changes nothing, and what is lost the sweeper makes good.
"""

import logging

from bots.deciding import answer, named
from domain.decisions import Decision, open_decisions
from domain.decisions.commands import Answer
from domain.state import State
from service.handling import OVERTAKEN
from service.jobs.dispatch import bots_waited_on
from service.observability import metrics
from service.services import Services

log = logging.getLogger("toma6.bots")


def play(services: Services, game_id: str) -> None:
    """The job: move every bot that the game waits on."""
    play_bots(services, game_id)


def play_bots(services: Services, game_id: str) -> int:
    """Move every bot that the game waits on now. Returns how many moved.

    :raises StoreDown, Damaged, Unreadable: as the handling loop.
    """
    moved, started = 0, metrics.clock()
    state = services.games.load(game_id).state
    for seat in bots_waited_on(state):
        decision = next((d for d in open_decisions(state) if d.seat == seat), None)
        policy = state.players[seat].policy
        if decision is None or policy is None:
            continue  # answered meanwhile, or returned to
        command = chosen(state, decision, policy, by="bot")
        if command is None:
            continue
        try:
            state = services.handler.handle(game_id, command).game.state
            moved += 1
            metrics.BOT_SECONDS.labels(policy).observe(metrics.clock() - started)
        except OVERTAKEN:
            state = services.games.load(game_id).state
    return moved


def chosen(state: State, decision: Decision, policy_name: str, *, by: str) -> Answer | None:
    """The answer that a policy chooses now, as a command of the bot or of the clock.

    None if this server does not have the policy, as after going back to an older release.
    """
    policy = named(policy_name)
    body = None if policy is None else answer(state, decision, policy)
    if body is None:
        log.error("game %s waits for the policy %s, which is not here", state.game, policy_name)
        return None
    return Answer(decision, body, by=by, policy=policy)
