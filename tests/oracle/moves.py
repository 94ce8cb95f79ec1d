"""Every ply from a position of a small game tree; ``counting`` says what these are."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from .cards import Illegal, Options
from .hornochsen import copy_table, legal_open, play_open
from .secret import resolve_secret_turn

Position = dict[str, Any]


class UnansweredError(Exception):
    """A choice arose that the script has no answer for; carries what was offered."""


def tidy(ruleset: str, position: Mapping[str, Any]) -> Position:
    """The position with int seats, every key present, and rows in the form the rules want."""
    hands = {int(seat): list(hand) for seat, hand in position["hands"].items()}
    specials: dict[int, list[str]] = {seat: [] for seat in hands}
    for seat, held in position.get("specials", {}).items():
        specials[int(seat)] = list(held)
    rows = position.get("rows", [])
    if ruleset == "hornochsen":
        pairs = rows.items() if isinstance(rows, Mapping) else enumerate(rows)
        rows = copy_table({int(row_id): row for row_id, row in pairs})
    seat, options = position.get("seat", min(hands)), position.get("options", {})
    tidied = {"hands": hands, "specials": specials, "rows": rows, "seat": seat}
    return lay_rows({**tidied, "pool": sorted(position.get("pool", [])), "options": options})


def lay_rows(position: Position) -> Position:
    """When four cards are left in the pool, they become the rows."""
    if len(position["pool"]) == 4:
        return {**position, "pool": [], "rows": [[card] for card in position["pool"]]}
    return position


def moves(ruleset: str, position: Position) -> Iterator[tuple[str, Position]]:
    """Every ply: the first move's name and the position after it."""
    if position["pool"]:
        return draft_moves(position)
    if not any(position["hands"].values()):
        return iter(())
    if ruleset == "children":
        return children_moves(position)
    if ruleset == "hornochsen":
        return hornochsen_moves(position)
    return secret_moves(ruleset, position)


def secret_moves(ruleset: str, position: Position) -> Iterator[tuple[str, Position]]:
    """One card of every seat, and all answers."""
    seats = sorted(position["hands"])
    if len({len(hand) for hand in position["hands"].values()}) != 1:
        raise ValueError("hands must be equally long")
    for cards in product(*(position["hands"][seat] for seat in seats)):
        picks = dict(zip(seats, cards, strict=True))
        name = " ".join(f"{seat}:{card}" for seat, card in picks.items())
        hands = position["hands"]
        for seat, card in picks.items():
            hands = without(hands, seat, card)
        for rows in all_answers(ruleset, position["rows"], picks, position["options"]):
            yield name, {**position, "hands": hands, "rows": rows}


def draft_moves(position: Position) -> Iterator[tuple[str, Position]]:
    """One card of the pool."""
    seat = position["seat"]
    for card in position["pool"]:
        hands = {**position["hands"], seat: [*position["hands"][seat], card]}
        pool = [other for other in position["pool"] if other != card]
        after = {**position, "hands": hands, "pool": pool, "seat": next_seat(position, seat)}
        yield f"{seat}:{card}", lay_rows(after)


def children_moves(position: Position) -> Iterator[tuple[str, Position]]:
    """The top card of the next seat that has one, and all answers."""
    seat = position["seat"]
    while not position["hands"][seat]:
        seat = next_seat(position, seat)
    card = position["hands"][seat][0]
    hands = without(position["hands"], seat, card)
    for rows in all_answers("children", position["rows"], {seat: card}, position["options"]):
        following = next_seat(position, seat)
        yield f"{seat}:{card}", {**position, "hands": hands, "rows": rows, "seat": following}


def hornochsen_moves(position: Position) -> Iterator[tuple[str, Position]]:
    """All legal sequences of the next seat that can play."""
    hands, specials, rows = position["hands"], position["specials"], position["rows"]
    if not rows:
        return
    seat = position["seat"]
    while not legal_open(hands[seat], specials[seat], rows):
        seat = next_seat(position, seat)
    bulls = [{"card": card} for card in hands[seat]]
    marks = [{"special": special, "row": row} for special in specials[seat] for row in rows]
    for length in (1, 2, 3):
        for items in product([*bulls, *marks], repeat=length):
            try:
                after, _ = play_open(rows, seat, items, hands[seat], specials[seat])
            except Illegal:
                continue
            left = {**position, "rows": after, "seat": next_seat(position, seat)}
            for item in items:
                if "card" in item:
                    left["hands"] = without(left["hands"], seat, item["card"])
                else:
                    left["specials"] = without(left["specials"], seat, item["special"])
            yield f"{seat}:" + ",".join(name_item(item) for item in items), left


def name_item(item: Mapping[str, Any]) -> str:
    """``7`` or ``x2@3``."""
    return f"{item['card']}" if "card" in item else f"{item['special']}@{item['row']}"


def all_answers(
    ruleset: str, rows: list[list[int]], picks: dict[int, int], options: Options
) -> Iterator[list[list[int]]]:
    """The table after each way of answering the choices: try, and branch where one is missing."""
    scripts: list[list[Any]] = [[]]
    while scripts:
        script = scripts.pop()
        answers = iter(script)

        def choose(*asked: Any, answers: Iterator[Any] = answers) -> Any:
            for answer in answers:
                return answer
            raise UnansweredError(asked[3])

        try:
            after, _ = resolve_secret_turn(ruleset, rows, picks, choose, options)
        except UnansweredError as question:
            scripts += [[*script, answer] for answer in question.args[0]]
            continue
        yield after


def without(held: dict[int, list[Any]], seat: int, thing: Any) -> dict[int, list[Any]]:
    """The same, with one thing less in one seat's hand."""
    i = held[seat].index(thing)
    return {**held, seat: held[seat][:i] + held[seat][i + 1 :]}


def next_seat(position: Position, seat: int) -> int:
    """The seat that follows clockwise."""
    seats = sorted(position["hands"])
    following: int = seats[(seats.index(seat) + 1) % len(seats)]
    return following
