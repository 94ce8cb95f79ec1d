"""The job that moves bots: view, policy, command, and the same handling loop as for people.

A job is named by its game alone. It may come late, twice or not at all: a move that is no
longer owed changes nothing, and what is lost the sweeper makes good.
"""

import hashlib
import random
from functools import lru_cache

from domain import answers, open_decisions, view
from domain.decisions import Decision
from domain.errors import AlreadyAnswered, DecisionClosed, DecisionNotOpen, NotYourDecision
from domain.ledger import canonical
from domain.state import State
from service.config import load
from service.dispatch import bots_waited_on
from service.services import Services, assemble
from workers.policies import POLICIES

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
        if decision is None:
            continue
        policy = state.players[seat].policy
        assert policy is not None, "only bots are waited on here"  # noqa: S101
        command = answers.command(decision, choose(state, decision, policy), by="bot")
        try:
            state = on.handler.handle(name, command).game.state
            moved += 1
        except OVERTAKEN:
            state = on.games.load(name).state
    return moved


def choose(state: State, decision: Decision, policy: str) -> answers.Body:
    """What `policy` answers, from the view of the decision's own seat and nothing else.

    The same view gives the same answer, so that a job that runs twice repeats itself.
    """
    seen = view(state, decision.seat)
    owed = next(d for d in seen["you"]["decisions"] if d["id"] == decision.id)
    seed = hashlib.sha256(canonical(seen)).digest()
    return POLICIES[policy](seen, owed, random.Random(seed))  # noqa: S311 - a bot's whim


@lru_cache(maxsize=1)
def services() -> Services:
    """The services of this process, assembled for its first job."""
    return assemble(load())
