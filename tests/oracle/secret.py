"""One turn of classic, tactics, logic or professional: all cards are out, lowest first.

A turn of children is one of a single card, which is placed by the classic rules.

``choose(seat, card, kind, offered, rows)`` is asked for every choice; ``rows`` is the table as
it is at that moment.

- kind ``"row"``: the card fits nowhere; offered: every row index; the answer is one of them.
- kind ``"place"``: two places are equally near; offered: ``[(row, "right"), (row, "left")]``,
  the right one first; the answer is one of them.

It is not asked when an option answers (``row_choice``: cheapest, ``professional_tie``: right,
left). ``Illegal`` if the answer was not offered.

Every card gives exactly one step:

- ``{"kind": "place", "seat", "card", "row", "side": "right"|"left"}``: added to a row without cost.
- ``{"kind": "take", "seat", "card", "row", "cards", "heads", "reason"}``: took ``cards`` and now
  lies alone in the row; reason ``"low"`` (fitted nowhere) or ``"full"`` (the row had five).
"""

from collections.abc import Callable, Mapping
from typing import Any

from .cards import Illegal, Options, heads, option

Rows = list[list[int]]
Step = dict[str, Any]
Choose = Callable[[int, int, str, list[Any], Rows], Any]

FULL = 5


def resolve_secret_turn(
    ruleset: str,
    rows: Rows,
    picks: Mapping[int, int],
    choose: Choose,
    options: Options | None = None,
) -> tuple[Rows, list[Step]]:
    """The table after all picks (seat -> card) and what happened, in order."""
    if len(set(picks.values())) != len(picks):
        raise Illegal("the same card twice")
    steps = []
    for card, seat in sorted((card, seat) for seat, card in picks.items()):
        rows, step = place_card(ruleset, rows, seat, card, choose, options)
        steps.append(step)
    return [list(row) for row in rows], steps


def place_card(
    ruleset: str, rows: Rows, seat: int, card: int, choose: Choose, options: Options | None
) -> tuple[Rows, Step]:
    """The table after one card, and its step."""
    rows = [list(row) for row in rows]
    nearest = nearest_places(ruleset, rows, card)
    if not nearest:
        row = chosen_row(rows, seat, card, choose, options)
        return take(rows, seat, card, row, "low")
    row, side = nearest[0]
    if len(nearest) > 1:
        row, side = chosen_place(rows, seat, card, nearest, choose, options)
    if len(rows[row]) == FULL:
        return take(rows, seat, card, row, "full")
    if side == "right":
        rows[row].append(card)
    else:
        rows[row].insert(0, card)
    return rows, {"kind": "place", "seat": seat, "card": card, "row": row, "side": side}


def nearest_places(ruleset: str, rows: Rows, card: int) -> list[tuple[int, str]]:
    """Every place with the smallest difference to its neighbour; right ones come first."""
    found = [(card - row[-1], i, "right") for i, row in enumerate(rows) if row[-1] < card]
    if ruleset == "professional":
        found += [(row[0] - card, i, "left") for i, row in enumerate(rows) if card < row[0]]
    smallest = min((difference for difference, _, _ in found), default=0)
    return [(i, side) for difference, i, side in found if difference == smallest]


def chosen_row(rows: Rows, seat: int, card: int, choose: Choose, options: Options | None) -> int:
    """The row to be taken by a card that fits nowhere."""
    offered = list(range(len(rows)))
    if option(options, "row_choice") == "cheapest":
        return min(offered, key=lambda i: (row_heads(rows[i]), i))
    return int(answer(seat, card, "row", offered, rows, choose))


def chosen_place(
    rows: Rows,
    seat: int,
    card: int,
    tied: list[tuple[int, str]],
    choose: Choose,
    options: Options | None,
) -> tuple[int, str]:
    """One of two equally near places."""
    for row, side in tied:
        if side == option(options, "professional_tie"):
            return row, side
    row, side = answer(seat, card, "place", list(tied), rows, choose)
    return row, side


def answer(seat: int, card: int, kind: str, offered: list[Any], rows: Rows, choose: Choose) -> Any:
    """Ask, and refuse what was not offered."""
    given = choose(seat, card, kind, list(offered), [list(row) for row in rows])
    if given not in offered:
        raise Illegal(f"{given!r} is none of {offered!r}")
    return given


def take(rows: Rows, seat: int, card: int, row: int, reason: str) -> tuple[Rows, Step]:
    """The card's owner takes the row, and the card starts it anew."""
    taken = rows[row]
    rows[row] = [card]
    step = {"kind": "take", "seat": seat, "card": card, "row": row, "cards": taken}
    return rows, {**step, "heads": row_heads(taken), "reason": reason}


def row_heads(row: list[int]) -> int:
    """Heads of all cards of a row."""
    return sum(heads(card) for card in row)
