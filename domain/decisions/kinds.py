"""The kinds of decision, each with all that is particular to it, in one table.

A new kind needs a line here, its consequences in domain/decider/decide.py, the schema of its
answers in service/schemas/requests.py, and something to say from each policy in bots/policies/.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from domain import events as e
from domain.rulesets.placement import special_fits
from domain.state import State
from domain.table.rows import standing

Option = dict[str, Any]
Body = Mapping[str, Any]
"""An answer as a client sends it, e.g. {"card": 7}."""
AnAnswer = e.CardDrafted | e.CardPicked | e.CardsPlayed | e.ChoiceMade
"""An event that records an answer; a ChoiceMade by the rules records none."""


@dataclass(frozen=True, slots=True)
class Kind:
    """`event` records an answer, which has exactly these `members`; `options` are what a seat may
    answer in a state, and `cost` orders them: the policy `lowest` takes the first of the least."""

    event: type[AnAnswer]
    members: frozenset[str]
    options: Callable[[State, int], list[Option]]
    cost: Callable[[State, Option], Any]


def _hand(state: State, seat: int) -> list[Option]:
    return [{"card": card} for card in state.hands[seat].cards or ()]


def _playable(state: State, seat: int) -> list[Option]:
    specials = [
        {"special": special, "rows": rows}
        for special in state.hands[seat].specials
        if (rows := [i for i, row in standing(state.rows) if special_fits(row, special)])
    ]
    return [*_hand(state, seat), *specials]


def _spots(state: State, seat: int) -> list[Option]:
    assert state.choice is not None
    return [msgspec.to_builtins(spot) for spot in state.choice.options]


def _number(state: State, option: Option) -> int:
    """The card; specials come after all bulls."""
    card: int = option.get("card", 105)
    return card


def _heads_if_full(state: State, option: Option) -> tuple[int, int]:
    row = state.rows[option["row"]]
    return row.bullheads if row.is_full else 0, option["row"]


KINDS: Final[Mapping[str, Kind]] = {
    "draft": Kind(
        e.CardDrafted,
        frozenset({"card"}),
        options=lambda state, seat: [{"card": card} for card in state.pool],
        cost=_number,
    ),
    "pick": Kind(e.CardPicked, frozenset({"card"}), options=_hand, cost=_number),
    "flip": Kind(
        e.CardsPlayed,
        frozenset({"card"}),
        options=lambda state, seat: [{"card": "top"}],
        cost=_number,
    ),
    "play": Kind(e.CardsPlayed, frozenset({"cards"}), options=_playable, cost=_number),
    "row": Kind(
        e.ChoiceMade,
        frozenset({"row"}),
        options=_spots,
        cost=lambda state, option: (state.rows[option["row"]].bullheads, option["row"]),
    ),
    "place": Kind(e.ChoiceMade, frozenset({"row", "side"}), options=_spots, cost=_heads_if_full),
}


def alone(kind: str, option: Option) -> Option:
    """The answer that chooses this option and no other; a special goes to the first row it fits."""
    if kind != "play":
        return option
    if "rows" in option:
        option = {"special": option["special"], "row": option["rows"][0]}
    return {"cards": [option]}


def body_of(event: AnAnswer, kind: str) -> Body:
    """The answer to a decision of this kind that an event records, as a client sends it."""
    match event:
        case e.CardsPlayed():
            played = [msgspec.to_builtins(card) for card in event.cards]
            return {"card": "top"} if kind == "flip" else {"cards": played}
        case e.ChoiceMade():
            return {"row": event.row} | ({} if event.side is None else {"side": event.side})
    return {"card": event.card}
