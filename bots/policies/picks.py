"""`careful` at a secret pick: a card that costs little, this turn and by being held longer.

A sealed card must not follow from what others know or can find out. A hand may be known: it was
drafted openly, or all cards are dealt and two play, so that what the one does not hold the other
does. And where it is not, best cards played for certain would give it away, turn by turn. So the
best card is never played for certain: cards that are nearly as good come almost as often, and no
card of the hand is ruled out.
"""

import random
from collections.abc import Sequence
from typing import Any

from bots.policies import prices, table, turns
from bots.policies.chances import Chances, Hands, Heap
from bots.policies.table import View
from domain.rulesets import ruleset
from domain.table.rows import Row

TRIALS = 600
"""Cards laid out in one decision where turns are tried out: what keeps it below 1 ms."""
SLACK = 0.3
"""Heads by which a card is worse that is played half as often as the best one."""


def pick(view: View, rng: random.Random) -> dict[str, Any]:
    """The card to play, drawn: the less it costs, the more likely."""
    hand = view["you"]["hand"]
    if len(hand) == 1:
        return {"card": hand[0]}
    costs = danger(view, table.rows(view), rng)
    highest = table.deck(view)[-1]
    rated = {card: costs[card] - prices.relief(card, highest) for card in hand}
    least = min(rated.values())
    return {"card": rng.choices(hand, [_weight(rated[card] - least) for card in hand])[0]}


def _weight(loss: float) -> float:
    """How often a card is played that loses so much against the best one, which has 1.

    Worked out by operations that every machine rounds alike: answers are asked again elsewhere.
    """
    square = (loss / SLACK) * (loss / SLACK)
    return 1 / (1 + square * square)


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
