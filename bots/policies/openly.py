"""`careful` at open play (hornochsen): which one to three cards, in which order, onto which rows.

A search over the cards of one's own turn, three deep, that keeps the few best beginnings. A
position is worth one's own points in it, less what the rows that lie open invite the others to
take. Two things follow from the rules and decide most games: a card kept is a choice kept (who
still holds cards when the others have run out takes every good row), and each ×2 doubles the
whole pile, so it belongs into a row that one takes oneself, with a pile above zero.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from bots.policies.table import View
from domain.decider.play import MAX_CARDS
from domain.table.cards import DOUBLE, PLUS_FIVE, signed_value
from domain.table.rows import FULL

KEPT_CARD = 4.0
"""Points that a card is worth while it is held: measured, any value from 2 to 8 does."""
TAKEN_NEXT: Mapping[int, float] = {1: 0.7, 2: 0.35, 3: 0.1}
"""Chance that somebody else takes a row before one's next turn, by the bulls it lacks."""
WIDTH = 2
"""Beginnings of a play that are followed up."""
HELD_SPECIAL, LOST_SPECIAL = 1.0, 10.0
"""Cost of a special in the hand: some while there is time to play it, all at the end."""


Held = TypeVar("Held", int, str)


class OpenRow(NamedTuple):
    """A row, as far as its taking matters. `value` counts a +5 that lies in it."""

    row: int
    end: int
    bulls: int
    value: int
    specials: tuple[str, ...]


class Taken(NamedTuple):
    """What somebody has taken: the sum of its values and how often that is doubled."""

    value: int
    doubles: int

    @property
    def points(self) -> int:
        return int(self.value << self.doubles)

    def taking(self, line: OpenRow) -> "Taken":
        return Taken(self.value + line.value, self.doubles + line.specials.count(DOUBLE))


class Position(NamedTuple):
    """The table after the cards `played`, and how good it is apart from one's own pile."""

    lines: tuple[OpenRow, ...]
    pile: Taken
    bulls: tuple[int, ...]
    specials: tuple[str, ...]
    played: tuple[Mapping[str, Any], ...]
    outlook: float


def play(view: View, options: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The best play found, as an answer."""
    return {"cards": [dict(card) for card in best(view, options).played]}


def best(view: View, options: Sequence[Mapping[str, Any]]) -> Position:
    """The best play found, and the table as it will be after it."""
    own = view["you"]["seat"]
    rivals = [_pile(s) for s in view["seats"] if s["seat"] != own and s["player"] is not None]
    lines = tuple(map(_line, view["rows"]))
    bulls = tuple(option["card"] for option in options if "card" in option)
    held = tuple(view["you"]["specials"])
    start = Position(lines, _pile(view["seats"][own]), bulls, held, (), 0.0)
    left = sum(seat["hand_count"] for seat in view["seats"])
    ripe = left - MAX_CARDS <= len(rivals)
    special_cost = LOST_SPECIAL if ripe else HELD_SPECIAL
    if view["options"]["special_penalty"] == "before_doubling" and ripe:
        special_cost *= 1 << start.pile.doubles

    def merit(position: Position) -> float:
        kept = KEPT_CARD * (len(position.bulls) + len(position.specials))
        cost = special_cost * len(position.specials)
        return position.pile.points + position.outlook + kept - cost

    beginnings = [start]
    found: list[Position] = []
    for _ in range(MAX_CARDS):
        steps = [step for position in beginnings for step in _steps(position, rivals)]
        beginnings = sorted(steps, key=merit, reverse=True)[:WIDTH]
        found += beginnings[:1]
    return max(found, key=merit)


def _steps(position: Position, rivals: Sequence[Taken]) -> Iterator[Position]:
    """Every position that one more card leads to."""
    lines = position.lines
    if not lines:
        return
    open_now = {line: _invitation(line, rivals) for line in lines}
    highest = max(lines, key=lambda line: line.end)
    for card in position.bulls:
        below = [line for line in lines if line.end < card]
        line = max(below, key=lambda line: line.end, default=highest)
        value = line.value + signed_value(card)
        after = OpenRow(line.row, card, line.bulls + 1, value, line.specials)
        gain = open_now[line] - _invitation(after, rivals)
        yield _after(position, line, after, gain, {"card": card})
    for special in position.specials:
        for line in lines:
            if special not in line.specials:
                value = line.value + (5 if special == PLUS_FIVE else 0)
                after = OpenRow(line.row, line.end, line.bulls, value, (*line.specials, special))
                gain = open_now[line] - _invitation(after, rivals)
                played = {"special": special, "row": line.row}
                yield _after(position, line, after, gain, played)


def _after(
    position: Position, line: OpenRow, after: OpenRow, gain: float, played: Mapping[str, Any]
) -> Position:
    """The position with `line` turned into `after`, or taken if that makes it full."""
    lines = tuple(other for other in position.lines if other is not line)
    pile = position.pile
    if after.bulls == FULL:
        pile = pile.taking(after)
    else:
        lines = (*lines, after)
    return Position(
        lines,
        pile,
        _without(position.bulls, played.get("card")),
        _without(position.specials, played.get("special")),
        (*position.played, played),
        position.outlook + gain,
    )


def _invitation(line: OpenRow, rivals: Sequence[Taken]) -> float:
    """What the others may expect of this row, as points of each of them on average."""
    chance = TAKEN_NEXT.get(FULL - line.bulls)
    if chance is None:
        return 0.0
    doubles = line.specials.count(DOUBLE)
    gains = sum(
        (pile.value + line.value << pile.doubles + doubles) - pile.points for pile in rivals
    )
    return chance * gains / len(rivals) ** 2


def _without(held: tuple[Held, ...], played: Held | None) -> tuple[Held, ...]:
    return tuple(card for card in held if card != played)


def _line(row: Mapping[str, Any]) -> OpenRow:
    cards, specials = row["cards"], tuple(row["specials"])
    return OpenRow(row["row"], cards[-1], len(cards), _value(cards, specials), specials)


def _pile(seat: Mapping[str, Any]) -> Taken:
    specials = seat["pile_specials"]
    return Taken(_value(seat["pile"], specials), specials.count(DOUBLE))


def _value(cards: Sequence[int], specials: Sequence[str]) -> int:
    return sum(map(signed_value, cards)) + 5 * specials.count(PLUS_FIVE)
