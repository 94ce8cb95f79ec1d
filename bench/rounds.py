"""Rounds between policies, without server or store: decide, fold, and a view for each seat."""

import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bots.policies import Choose
from domain.decider import consequences
from domain.decisions import Decision, open_decisions
from domain.decisions.commands import Answer, Command, CreateGame, StartGame, TakeSeat
from domain.ledger import GENESIS
from domain.rulesets import RULESETS
from domain.state import INITIAL, State
from domain.text.spelling import base64url
from domain.views import view

Watch = Callable[[Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]], None]
"""Called with each view, decision and answer."""


@dataclass(slots=True)
class Clock:
    """CPU time that a policy spent, and on how many decisions."""

    seconds: float = 0.0
    decisions: int = 0

    @property
    def microseconds(self) -> float:
        return 1e6 * self.seconds / max(1, self.decisions)


@dataclass(slots=True)
class Table:
    """Who plays what: one policy a seat, and a clock for each of them."""

    policies: Sequence[Choose]
    clocks: dict[Choose, Clock] = field(default_factory=dict)

    def answer(self, seat: int, seen: Mapping[str, Any], rng: random.Random) -> Mapping[str, Any]:
        policy = self.policies[seat]
        clock = self.clocks.setdefault(policy, Clock())
        started = time.process_time()
        body = policy(seen, seen["you"]["decisions"][0], rng)
        clock.seconds += time.process_time() - started
        clock.decisions += 1
        return body


def one_round(ruleset: str) -> dict[str, Any]:
    """The options that end a game of this ruleset after its first round."""
    agreed = {option.name for option in RULESETS[ruleset].agreed}
    return {"end_score": None, "max_rounds": 1} if "max_rounds" in agreed else {}


def dealt(
    ruleset: str, seats: int, rng: random.Random, options: Mapping[str, Any] | None = None
) -> State:
    """A game of one round, dealt."""
    opening: Iterable[Command] = (
        CreateGame(
            game="b" * 22,
            ruleset=ruleset,
            options={**one_round(ruleset), **(options or {})},
            seats=seats,
            server_seed=base64url(rng.randbytes(32)),
        ),
        *(TakeSeat(name_seal=GENESIS, policy="random") for _ in range(seats)),
        StartGame(),
    )
    state = INITIAL
    for step in opening:
        state = consequences(step, state).state
    return state


def played(state: State, table: Table, rng: random.Random, watch: Watch | None = None) -> State:
    """The game at its end; everything owed is answered in seat order."""
    while not state.is_over:
        state = answered(state, open_decisions(state)[0], table, rng, watch)
    return state


def answered(
    state: State, owed: Decision, table: Table, rng: random.Random, watch: Watch | None = None
) -> State:
    """The state after the policy of its seat has answered `owed`."""
    seen = view(state, owed.seat)
    body = table.answer(owed.seat, seen, rng)
    if watch is not None:
        watch(seen, seen["you"]["decisions"][0], body)
    return consequences(Answer(owed, body, by="bot", policy="random/1"), state).state
