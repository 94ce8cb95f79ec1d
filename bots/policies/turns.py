"""`careful` at a secret pick where cards land on both sides: whole turns, tried out.

With two sides a card's place depends on every card before it, and no short formula holds. So
cards of the others are drawn many times, each turn is laid out in order, and every card of the
own hand is asked, at its place in the order, what it would cost there.
"""

import random
from collections.abc import Sequence

from domain.table.cards import bullheads
from domain.table.rows import FULL, Row

_BULLHEADS = [0, *map(bullheads, range(1, 105))]
_FAR = 1000

TriedRow = list[int]
"""A row while turns are tried out: first card, last card, number of cards, heads."""
FIRST, LAST, COUNT, HEADS = range(4)


def costs(
    hand: Sequence[int],
    rows: Sequence[Row],
    hands: Sequence[Sequence[int]],
    times: int,
    rng: random.Random,
) -> dict[int, float]:
    """The heads that each card of the `hand` costs this turn, as the mean of `times` tries."""
    lines = [
        [row.cards[0], row.cards[-1], len(row.cards), row.bullheads] for row in rows if row.cards
    ]
    own = sorted(hand)
    total = dict.fromkeys(own, 0)
    for _ in range(times):
        _try(own, [line.copy() for line in lines], _draw(hands, rng), total)
    return {card: total[card] / times for card in own}


def _try(
    own: Sequence[int], lines: list[TriedRow], theirs: Sequence[int], total: dict[int, int]
) -> None:
    """Lay out one turn, and add to each own card's `total` what it would have cost in it."""
    waiting = iter(own)
    card = next(waiting, _FAR)
    for other in theirs:
        while card < other:
            total[card] += _price(nearest(card, lines), lines)
            card = next(waiting, _FAR)
        _lay(other, lines)
    while card < _FAR:
        total[card] += _price(nearest(card, lines), lines)
        card = next(waiting, _FAR)


def _draw(hands: Sequence[Sequence[int]], rng: random.Random) -> list[int]:
    """One card of each hand, ascending; no card twice where the hands are one common heap."""
    if hands and all(hand is hands[0] for hand in hands):
        return sorted(rng.sample(hands[0], len(hands)))
    return sorted(map(rng.choice, hands))


def nearest(card: int, lines: Sequence[TriedRow]) -> TriedRow | None:
    """The row whose end on either side is nearest; None if the card lies inside all of them."""
    found, least = None, _FAR
    for line in lines:
        gap = card - line[LAST]
        if gap < 0:
            gap = line[FIRST] - card
        if 0 < gap < least:
            found, least = line, gap
    return found


def _price(line: TriedRow | None, lines: Sequence[TriedRow]) -> int:
    if line is None:
        return min(other[HEADS] for other in lines)
    return line[HEADS] if line[COUNT] == FULL else 0


def _lay(card: int, lines: Sequence[TriedRow]) -> None:
    line = nearest(card, lines)
    if line is None or line[COUNT] == FULL:
        if line is None:
            line = min(lines, key=lambda other: other[HEADS])
        line[:] = [card, card, 1, _BULLHEADS[card]]
        return
    line[FIRST if card < line[FIRST] else LAST] = card
    line[COUNT] += 1
    line[HEADS] += _BULLHEADS[card]
