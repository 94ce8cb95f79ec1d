"""Counting the leaves of small game trees with the engine, as tests/oracle/counting.py defines. A
ply of secret play is one card of every seat and every way to answer the choices that follow; of
open play one answer of the seat in turn and every way to answer its choices. The round's end is a
leaf, so every position is played with one round only."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain import events as e
from domain.decider import consequences
from domain.decider.rounds import can_play
from domain.decisions import Decision, open_decisions, options
from domain.decisions.commands import Answer
from domain.errors import RuleViolation
from domain.state import State
from domain.table.cards import SPECIALS
from tests.support.dsl import given as given_events
from tests.support.dsl import table


def position(key: str, given: Mapping[str, Any]) -> State:
    hands = [given["hands"][seat] for seat in sorted(given["hands"], key=int)]
    rounds = {} if key in ("children", "hornochsen") else {"max_rounds": 1}
    chosen = {**given["options"], **rounds}
    rows, marks = given.get("rows", []), {}
    if isinstance(rows, dict):
        rows = [rows.get(str(i), {"cards": []}) for i in range(max(map(int, rows)) + 1)]
    if key == "hornochsen":
        marks["row_specials"] = {i: row.get("specials", ()) for i, row in enumerate(rows)}
        marks["specials"] = [given["specials"][str(seat)] for seat in range(len(hands))]
        rows = [row["cards"] for row in rows]
    seat = given.get("seat", 0)
    if given.get("pool"):
        drafting = _drafting(table(key, [], [[]] * len(hands), **chosen), hands, given, seat)
        return given_events(drafting).state
    state = given_events(table(key, rows, hands, seat=seat, **marks, **chosen)).state
    able = [s for s in range(len(hands)) if can_play(state, s)]
    if key != "hornochsen" or seat in able:
        return state
    seat = min(able, key=lambda other: (other < seat, other))
    return given_events(table(key, rows, hands, seat=seat, **marks, **chosen)).state


def _drafting(
    events: list[e.Event], hands: list[list[int]], given: Mapping[str, Any], seat: int
) -> list[e.Event]:
    """The same game in the middle of its draft."""
    until = next(i for i, event in enumerate(events) if isinstance(event, e.RoundDealt))
    drafted = [card for hand in hands for card in hand]
    return [
        *events[:until],
        e.RoundDealt(round=1, pool=tuple(sorted([*given["pool"], *drafted]))),
        *(e.CardDrafted(seat=s, card=card) for s, hand in enumerate(hands) for card in hand),
        e.TurnStarted(turn=len(drafted) + 1, kind="draft", seats=(seat,)),
    ]


def perft(state: State, depth: int) -> int:
    """The leaves `depth` plies below."""
    if depth == 0 or state.is_over:
        return 1
    return sum(perft(after, depth - 1) for _, after in plies(state))


def divide(state: State, depth: int) -> dict[str, int]:
    """The leaves below each first move, which shows where a wrong count comes from."""
    split: dict[str, int] = {}
    for name, after in plies(state):
        split[name] = split.get(name, 0) + perft(after, depth - 1)
    return split


def plies(state: State) -> Iterator[tuple[str, State]]:
    owed = open_decisions(state)
    if owed[0].kind == "pick":
        yield from _joint(state, owed, ())
    elif owed[0].kind == "play":
        yield from _plays(state, owed[0], ())
    else:
        for option in options(state, owed[0]):
            after = _answer(state, owed[0], option)
            card = option["card"] if owed[0].kind == "draft" else state.hands[owed[0].seat].cards[0]
            for settled in _settled(after):
                yield f"{owed[0].seat}:{card}", settled


def _joint(
    state: State, owed: tuple[Decision, ...], names: tuple[str, ...]
) -> Iterator[tuple[str, State]]:
    if not owed:
        for settled in _settled(state):
            yield " ".join(names), settled
        return
    for option in options(state, owed[0]):
        name = f"{owed[0].seat}:{option['card']}"
        yield from _joint(_answer(state, owed[0], option), owed[1:], (*names, name))


def _settled(state: State) -> Iterator[State]:
    """The states after every way to answer the choices that stand open."""
    if state.choice is None:
        yield state
        return
    (owed,) = open_decisions(state)
    for option in options(state, owed):
        yield from _settled(_answer(state, owed, option))


def _plays(
    state: State, owed: Decision, before: tuple[dict[str, Any], ...]
) -> Iterator[tuple[str, State]]:
    """Every legal play that starts with these cards; an illegal one has no legal end."""
    hand = state.hands[owed.seat]
    rows = range(len(state.rows))
    marks = [{"special": s, "row": row} for s in SPECIALS if s in hand.specials for row in rows]
    for item in [*({"card": card} for card in hand.cards or ()), *marks]:
        cards = (*before, item)
        try:
            after = _answer(state, owed, {"cards": cards})
        except RuleViolation:
            continue
        yield f"{owed.seat}:" + ",".join(map(_name, cards)), after
        if len(cards) < 3:
            yield from _plays(state, owed, cards)


def _name(item: Mapping[str, Any]) -> str:
    return str(item["card"]) if "card" in item else f"{item['special']}@{item['row']}"


def _answer(state: State, owed: Decision, body: Mapping[str, Any]) -> State:
    return consequences(Answer(owed, body), state).state
