"""How likely it is that so many of the others play into a gap this turn.

The others are taken to play any of their cards with the same chance. They are either drawn
from one common heap of unseen cards, or each from a hand that is known card by card.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import comb
from typing import Protocol


class Chances(Protocol):
    """What the others may play."""

    def exactly(self, count: int, low: int, high: int) -> float:
        """The chance that exactly `count` of them play a card above `low` and below `high`."""


class Heap:
    """`rivals` players, one card each, out of the cards that nobody has seen (sorted)."""

    def __init__(self, cards: Sequence[int], rivals: int) -> None:
        self._cards = cards
        self._rivals = rivals

    def exactly(self, count: int, low: int, high: int) -> float:
        inside = _between(self._cards, low, high)
        if count > min(inside, self._rivals):
            return 0.0
        outside = len(self._cards) - inside
        ways = comb(inside, count) * comb(outside, self._rivals - count)
        return ways / comb(len(self._cards), self._rivals)


class Hands:
    """One card out of each of these hands (each sorted)."""

    def __init__(self, hands: Sequence[Sequence[int]]) -> None:
        self._hands = hands

    def exactly(self, count: int, low: int, high: int) -> float:
        if count > len(self._hands):
            return 0.0
        chances = [1.0] + [0.0] * len(self._hands)
        for hand in self._hands:
            inside = _between(hand, low, high) / len(hand)
            for number in range(len(chances) - 1, 0, -1):
                chances[number] += inside * (chances[number - 1] - chances[number])
            chances[0] *= 1 - inside
        return chances[count]


def _between(cards: Sequence[int], low: int, high: int) -> int:
    return bisect_left(cards, high) - bisect_right(cards, low)
