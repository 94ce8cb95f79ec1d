"""`careful` at a secret pick: the card that costs least, this turn and by being held longer."""

import random
from collections.abc import Sequence
from typing import Any

from domain.rows import Row
from domain.rulesets import ruleset
from workers.policies import prices, table, turns
from workers.policies.chances import Chances, Hands, Heap
from workers.policies.table import View

TRIALS = 600
"""Cards laid out in one decision where turns are tried out: what keeps it below 1 ms."""


def pick(view: View, rng: random.Random) -> dict[str, Any]:
    """The card to play; of equal ones the highest, as high cards grow dangerous last."""
    hand = view["you"]["hand"]
    if len(hand) == 1:
        return {"card": hand[0]}
    costs = danger(view, table.rows(view), rng)
    highest = table.deck(view)[-1]
    return {"card": min(hand, key=lambda c: (costs[c] - prices.relief(c, highest), -c))}


def danger(
    view: View, rows: Sequence[Row], rng: random.Random, trials: int = TRIALS
) -> dict[int, float]:
    """The heads that each card of one's hand would cost as the pick of a turn on these rows."""
    hand, hands = view["you"]["hand"], table.hands(view)
    if not hand:
        return {}
    if "place" in ruleset(view["ruleset"]).decisions:
        times = max(1, trials // (len(hand) + len(hands)))
        return turns.costs(hand, rows, hands, times, rng)
    others = _chances(hands)
    return {card: prices.cost(card, rows, others) for card in hand}


def _chances(hands: Sequence[Sequence[int]]) -> Chances:
    if hands and all(hand is hands[0] for hand in hands):
        return Heap(hands[0], len(hands))
    return Hands(hands)
