"""Decisions: what a seat owes, under which name, and with which options."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from domain.errors import UnknownDecision
from domain.rulesets.placement import special_fits
from domain.state import State
from domain.table.rows import standing

KINDS = ("draft", "pick", "flip", "play", "row", "place")

_NAME = re.compile(
    rf"r([1-9][0-9]{{0,3}})t([1-9][0-9]{{0,3}})-({'|'.join(KINDS)})-s([0-9])", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Decision:
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
    """The decision of this name.

    :raises UnknownDecision: if no decision can have it.
    """
    match = _NAME.fullmatch(decision_id)
    if match is None:
        raise UnknownDecision(f"No decision is called {decision_id[:40]!r}.")
    round, turn, kind, seat = match.groups()
    return Decision(int(round), int(turn), kind, int(seat))


def is_name(value: Any) -> bool:
    """Whether a decision can have this name."""
    return type(value) is str and _NAME.fullmatch(value) is not None


def open_decisions(state: State) -> tuple[Decision, ...]:
    """All that is owed now, in seat order."""
    kind = state.choice.kind if state.choice else state.kind
    return tuple(Decision(state.round, state.turn, kind, seat) for seat in sorted(state.owing))


def is_open(state: State, decision: Decision) -> bool:
    """Whether this very decision is owed now."""
    kind = state.choice.kind if state.choice else state.kind
    return (
        decision.seat in state.owing
        and decision.turn == state.turn
        and decision.round == state.round
        and decision.kind == kind
    )


def waiting_on(state: State) -> tuple[int, ...]:
    """The seats that owe a decision."""
    return tuple(sorted(state.owing))


def options(state: State, decision: Decision) -> list[dict[str, Any]]:
    """What may be answered. Each option but those of `play` is a whole answer.

    The options of `play` are the single cards that one to three of them can be chosen from,
    a special with all the `rows` where it fits; listing each combination would be thousands.
    """
    return _OPTIONS[decision.kind](state, decision.seat)


def _own_cards(state: State, seat: int) -> list[dict[str, Any]]:
    return [{"card": card} for card in state.hands[seat].cards or ()]


def _pool(state: State, seat: int) -> list[dict[str, Any]]:
    return [{"card": card} for card in state.pool]


def _top_card(state: State, seat: int) -> list[dict[str, Any]]:
    return [{"card": "top"}]


def _playable(state: State, seat: int) -> list[dict[str, Any]]:
    specials = [
        {"special": special, "rows": rows}
        for special in state.hands[seat].specials
        if (rows := [i for i, row in standing(state.rows) if special_fits(row, special)])
    ]
    return [*_own_cards(state, seat), *specials]


def _spots(state: State, seat: int) -> list[dict[str, Any]]:
    assert state.choice is not None
    return [
        {"row": spot.row} if spot.side is None else {"row": spot.row, "side": spot.side}
        for spot in state.choice.options
    ]


_OPTIONS: Mapping[str, Callable[[State, int], list[dict[str, Any]]]] = {
    "draft": _pool,
    "pick": _own_cards,
    "flip": _top_card,
    "play": _playable,
    "row": _spots,
    "place": _spots,
}
