"""Rows on the table: what lies in one, and its two ends."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

import msgspec

from domain.table.cards import bullheads

Side = Literal["right", "left"]

FULL: Final = 5
"""Bulls that a row can hold, or (in `hornochsen`) the bull that clears it."""


class Row(msgspec.Struct, frozen=True):
    """One row. `cards` are bulls from left to right; specials lie behind the first card.

    A row keeps its place in the table for the whole round. One without cards is gone: it
    was taken and nothing started it anew.
    """

    cards: tuple[int, ...] = ()
    specials: tuple[str, ...] = ()

    @property
    def is_full(self) -> bool:
        """Five bulls: one more is one too many."""
        return len(self.cards) == FULL

    @property
    def bullheads(self) -> int:
        return sum(map(bullheads, self.cards))

    def with_card(self, card: int, side: Side) -> "Row":
        cards = (*self.cards, card) if side == "right" else (card, *self.cards)
        return Row(cards, self.specials)

    def with_special(self, special: str) -> "Row":
        return Row(self.cards, (*self.specials, special))


def standing(rows: Iterable[Row]) -> Iterator[tuple[int, Row]]:
    """The rows that lie on the table, each with its index."""
    return ((index, row) for index, row in enumerate(rows) if row.cards)


def cheapest(rows: Iterable[Row]) -> int:
    """Index of the row with the fewest bullheads, the lowest index among equals."""
    return min(standing(rows), key=lambda numbered: (numbered[1].bullheads, numbered[0]))[0]
