"""A whole game from given decks and given decisions, to its end; nothing is left to chance.

- ``deal(round)`` gives the shuffled deck of a round; rounds count from 1. The k-th seat gets
  ``d[k*h:(k+1)*h]``, the next cards start the rows, one each, in that order; hornochsen lays
  them in ascending order. In children ``hand[0]`` is the top card. In logic the whole deck is the
  open pool, and the four cards nobody drafted start the rows in ascending order.
- ``start(round)`` gives the seat that begins, where somebody begins: the draft of logic, children,
  hornochsen. ``start_seat`` goes before it (children, hornochsen); with ``draft_start: rotate``
  it is asked only for round 1, and the next seat clockwise begins each following draft.
- ``choose_card(seat)`` gives a card of the hand, or of the pool in a draft, or a list of items as
  in ``hornochsen``. Not asked in children, where only one card can be shown.
- ``choose_place`` is the ``choose`` of ``secret``.

The transcript: ``{"rounds", "places"}``. A round: ``{"steps", "points", "totals"}``.
"""

from collections.abc import Callable, Sequence
from typing import Any

from .cards import Options, deck, hand_size, option, row_count
from .rounds import ChooseCard, draft, play_children, play_hornochsen, play_secret
from .scoring import game_over, places
from .secret import Choose


def play_game(
    ruleset: str,
    n: int,
    options: Options | None,
    deal: Callable[[int], Sequence[int]],
    choose_card: ChooseCard,
    choose_place: Choose,
    start: Callable[[int], int] = lambda number: 0,
) -> dict[str, Any]:
    """The transcript of a whole game; ``Illegal`` if somebody decides what is not allowed."""
    totals = dict.fromkeys(range(n), 0)
    rounds: list[dict[str, Any]] = []
    over = False
    while not over:
        number = len(rounds) + 1
        cards = list(deal(number))
        if sorted(cards) != deck(ruleset, n, options):
            raise ValueError("the deal must be the whole deck")
        h = hand_size(ruleset, n)
        hands = {seat: cards[seat * h : (seat + 1) * h] for seat in range(n)}
        rows = [[card] for card in cards[n * h : n * h + row_count(ruleset, n, options)]]
        if ruleset == "hornochsen":
            first = beginner(ruleset, options, start, number, n)
            steps, points = play_hornochsen(options, hands, rows, first, choose_card)
        elif ruleset == "children":
            first = beginner(ruleset, options, start, number, n)
            steps, points = play_children(options, hands, rows, first, choose_place)
        else:
            if ruleset == "logic":
                first = beginner(ruleset, options, start, number, n)
                hands, rows = draft(n, cards, first, choose_card)
            steps, points = play_secret(ruleset, options, hands, rows, choose_card, choose_place)
        for seat in range(n):
            totals[seat] += points[seat]
        rounds.append({"steps": steps, "points": points, "totals": dict(totals)})
        over = ruleset in ("children", "hornochsen") or game_over(totals, number, options)
    most = ruleset == "children" and option(options, "children_winner") == "most"
    best = "high" if ruleset == "hornochsen" or most else "low"
    return {"rounds": rounds, "places": places(totals, best)}


def beginner(
    ruleset: str, options: Options | None, start: Callable[[int], int], number: int, n: int
) -> int:
    """The seat that begins the round, or its draft."""
    if ruleset == "logic":
        rotates = option(options, "draft_start") == "rotate"
        return (start(1) + number - 1) % n if rotates else start(number)
    named = option(options, "start_seat")
    return start(number) if named is None else int(named)
