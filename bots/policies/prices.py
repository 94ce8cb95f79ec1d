"""`careful` at a secret pick where cards land to the right only: the chances, worked out.

A card costs something this turn in two ways. It is the sixth of its row if exactly as many
others as the row has room for play between the row's end and the card. Or it is below every
row and nobody plays a lower one. Each has a chance and a price; the card with the least
expected price is played (picks.py).
"""

from collections.abc import Sequence

from bots.policies.chances import Chances
from domain.table.rows import FULL, Row, cheapest, standing

MEAN_HEADS = 171 / 104
"""Heads of a card that nobody has seen yet."""
LOW_CARD = 1.0
"""Heads that it is worth to get rid of the lowest card: it costs a row sooner or later, and
rows are cheap early. Falls to nothing at a quarter of the deck. Measured in self-play."""


def cost(card: int, rows: Sequence[Row], others: Chances) -> float:
    """The heads that playing `card` costs this turn, on average."""
    below = [(row.cards[-1], index) for index, row in standing(rows) if row.cards[-1] < card]
    if not below:
        return rows[cheapest(rows)].bullheads * others.exactly(0, 0, card)
    end, index = max(below)
    row = rows[index]
    room = FULL - len(row.cards)
    price = row.bullheads + room * MEAN_HEADS
    expected = price * others.exactly(room, end, card)
    # With many players the row may even be taken before and fill up once more.
    expected += FULL * MEAN_HEADS * others.exactly(room + FULL, end, card)
    return expected


def relief(card: int, highest: int) -> float:
    """What it is worth not to hold this card any longer, in heads."""
    return max(0.0, LOW_CARD * (1 - 4 * card / highest))
