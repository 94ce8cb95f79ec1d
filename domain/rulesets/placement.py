"""Where a card lands, and what lies on the table afterwards.

The first half answers "where": a Landing, or the Choice that its owner must make. The second
half answers "what then": the facts that follow from a landing. Rulesets pick from both.
Sources: docs/rules.md, classic 3-5, professional, hornochsen 3-5.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain.events import CardPlaced, Event, RowTaken, Spot
from domain.table.cards import DOUBLE, PLUS_FIVE
from domain.table.rows import Row, Side, standing

Options = Mapping[str, Any]
"""What was agreed before the game, by name."""


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a card goes, and why there."""

    row: int
    side: Side
    reason: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The rules leave it to the owner. `kind`: "row" (take one) or "place" (a tie)."""

    kind: str
    options: tuple[Spot, ...]


def right_end(rows: Sequence[Row], card: int, options: Options) -> Landing | Choice:
    """Right of the row with the greatest last card below it (classic 3, 5)."""
    below = [(row.cards[-1], index) for index, row in standing(rows) if row.cards[-1] < card]
    return Landing(max(below)[1], "right", "nearest") if below else any_row(rows)


def either_end(rows: Sequence[Row], card: int, options: Options) -> Landing | Choice:
    """At the nearest of all right ends below it and left ends above it (professional).

    A tie of the two is the owner's choice, unless `professional_tie` names a side.
    """
    places: list[tuple[int, int, Side]] = []
    for index, row in standing(rows):
        first, last = row.cards[0], row.cards[-1]
        if last < card:
            places.append((card - last, index, "right"))
        if card < first:
            places.append((first - card, index, "left"))
    if not places:
        return any_row(rows)
    tied = [(row, side) for gap, row, side in places if gap == min(places)[0]]
    agreed = options["professional_tie"]
    if len(tied) > 1 and agreed == "choose":
        return Choice("place", tuple(Spot(row=row, side=side) for row, side in tied))
    at, side = next(spot for spot in tied if len(tied) == 1 or spot[1] == agreed)
    return Landing(at, side, "nearest")


def highest_end(rows: Sequence[Row], card: int, options: Options) -> Landing:
    """As `right_end`, but a card below every end goes to the highest one (hornochsen 3)."""
    landing = right_end(rows, card, options)
    if isinstance(landing, Landing):
        return landing
    highest = max((row.cards[-1], index) for index, row in standing(rows))[1]
    return Landing(highest, "right", "highest")


def any_row(rows: Sequence[Row]) -> Choice:
    """The card fits nowhere: its owner takes a row, any row."""
    return Choice("row", tuple(Spot(row=index) for index, _ in standing(rows)))


def special_fits(row: Row, special: str) -> bool:
    """At most one of each kind lies in a row that is still there (hornochsen 4)."""
    return bool(row.cards) and special not in row.specials


def named_row(special: str) -> str:
    """What a special is called in a message."""
    return {DOUBLE: "a ×2", PLUS_FIVE: "a +5"}[special]


# -- what then ------------------------------------------------------------------------------


def sixth_takes_five(row: Row, seat: int, card: int, landing: Landing) -> list[Event]:
    """A card at the end of its row; the sixth takes the five and starts anew (classic 4)."""
    if row.is_full:
        return take_and_start(row, seat, card, landing.row, "full")
    return [
        CardPlaced(seat=seat, card=card, row=landing.row, side=landing.side, reason=landing.reason)
    ]


def fifth_clears_row(row: Row, seat: int, card: int, landing: Landing) -> list[Event]:
    """A card at the end of its row; the fifth takes all of it, itself too (hornochsen 5)."""
    placed = CardPlaced(
        seat=seat, card=card, row=landing.row, side=landing.side, reason=landing.reason
    )
    after = row.with_card(card, landing.side)
    if not after.is_full:
        return [placed]
    return [placed, _taken(after, seat, landing.row, "full")]


def take_and_start(row: Row, seat: int, card: int, index: int, reason: str) -> list[Event]:
    """The row goes to the pile; the card starts it anew (classic 4 and 5)."""
    return [
        _taken(row, seat, index, reason),
        CardPlaced(seat=seat, card=card, row=index, reason="start"),
    ]


def _taken(row: Row, seat: int, index: int, reason: str) -> RowTaken:
    return RowTaken(
        seat=seat,
        row=index,
        cards=row.cards,
        specials=row.specials,
        heads=row.bullheads,
        reason=reason,
    )
