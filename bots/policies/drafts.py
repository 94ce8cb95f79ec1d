"""`careful` in an open draft (logic): the right part of the deck, and not too close together.

Both were measured in rounds played by `careful` throughout. While few play, the highest cards
are the best: rows seldom fill up before they find theirs. When more do, the highest turn into
the worst and the best lie at a third of the deck; the lowest always cost, each of them a row.
Cards close to each other wait for the same row and get into each other's way.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from bots.policies import table
from bots.policies.table import View

FEW = 4
"""Players up to which the highest cards are the best."""
BEST_OF_FEW, BEST_OF_MANY = 1.0, 0.33
"""The best cards, as a share of the deck."""
AWAY = 3.0
"""What it costs to lie a whole deck away from the best cards; `CLOSE` is the unit of it."""
CLOSE = 4
"""Two cards not further apart than this are too close, which costs 1."""


def draft(view: View, options: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The card with the least trouble ahead; of equal ones the highest."""
    players, highest = table.players(view), table.deck(view)[-1]
    best = (BEST_OF_FEW if players <= FEW else BEST_OF_MANY) * highest
    held = view["you"]["hand"]

    def trouble(option: Mapping[str, Any]) -> tuple[float, int]:
        card = option["card"]
        crowd = sum(abs(card - other) <= CLOSE for other in held)
        return AWAY * abs(card - best) / highest + crowd, -card

    return min(options, key=trouble)
