"""Decisions: what a seat owes, under which id, and with which options."""

import re
from functools import lru_cache
from typing import Any

import msgspec

from domain.decisions.kinds import KINDS, Option
from domain.errors import UnknownDecision
from domain.state import State

_ID = re.compile(
    rf"r([1-9][0-9]{{0,3}})t([1-9][0-9]{{0,3}})-({'|'.join(KINDS)})-s([0-9])", re.ASCII
)


class Decision(msgspec.Struct, frozen=True):
    """Something that `seat` owes. Its id can never mean another turn, kind or seat."""

    round: int
    turn: int
    kind: str
    seat: int

    @property
    def id(self) -> str:
        return f"r{self.round}t{self.turn}-{self.kind}-s{self.seat}"


@lru_cache(maxsize=4096)
def parse(decision_id: str) -> Decision:
    """The decision with this id.

    :raises UnknownDecision: if no decision can have it.
    """
    match = _ID.fullmatch(decision_id)
    if match is None:
        raise UnknownDecision(f"No decision is called {decision_id[:40]!r}.")
    round, turn, kind, seat = match.groups()
    return Decision(int(round), int(turn), kind, int(seat))


def is_decision_id(value: Any) -> bool:
    """Whether a decision can have this id."""
    return type(value) is str and _ID.fullmatch(value) is not None


def asked_of(state: State, seat: int) -> Decision:
    """The decision that a seat owes now, if it owes one."""
    return Decision(state.round, state.turn, state.asked_kind, seat)


def open_decisions(state: State) -> tuple[Decision, ...]:
    """All that is owed now, in seat order."""
    return tuple(asked_of(state, seat) for seat in waiting_on(state))


def is_open(state: State, decision: Decision) -> bool:
    """Whether this very decision is owed now."""
    return decision.seat in state.owing and decision == asked_of(state, decision.seat)


def waiting_on(state: State) -> tuple[int, ...]:
    """The seats that owe a decision."""
    return tuple(sorted(state.owing))


def options(state: State, decision: Decision) -> list[Option]:
    """What may be answered. Each option but those of `play` is a whole answer.

    The options of `play` are the single cards that one to three of them can be chosen from,
    a special with all the `rows` where it fits; listing each combination would be thousands.
    """
    return KINDS[decision.kind].options(state, decision.seat)
