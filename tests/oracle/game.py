"""A whole game from given decks and given decisions, to its end; nothing is left to chance.

- ``deal(round)`` gives the shuffled deck of a round; rounds count from 1. The k-th seat gets
  ``d[k*h:(k+1)*h]``, the next cards start the rows, one each, in that order; hornochsen lays
  them in ascending order. In children ``hand[0]`` is the top card. In logic the whole deck is the
  open pool, and the four cards nobody drafted start the rows in ascending order.
- ``start(round)`` gives the seat that begins, where somebody begins: the draft of logic, children,
  hornochsen. ``start_seat`` goes before it (children, hornochsen); with ``draft_start: rotate``
  it is asked only for round 1, and the next seat clockwise begins each following draft.
- ``choose_card(seat, kind, offered, table)``: kind ``"secret"`` (offered: the hand) and
  ``"draft"`` (offered: the pool, ascending) want a card; ``"open"`` (offered: ``{"hand",
  "specials"}``) wants a list of items as in ``hornochsen``. Not asked in children, where only
  one card can be shown. ``table`` is ``{"round", "rows", "totals"}``; rows are ``[]`` in a draft.
- ``choose_place`` is the ``choose`` of ``secret``.

The transcript: ``{"ruleset", "seats", "options", "rounds", "totals", "places"}``. A round:
``{"round", "start", "draft", "hands", "rows", "turns", "piles", "points", "totals"}``, where
``draft`` is ``[{"seat", "card"}]`` (``[]`` unless logic), ``hands`` are those that play begins
with, ``rows`` those the turns begin with, ``start`` is None where nobody begins; hornochsen has
``specials_left`` as well and its piles are ``{"cards", "specials"}``. A turn always has
``"steps"`` and ``"rows"`` (after it), and ``{"picks"}`` or ``{"seat", "card"}`` or ``{"seat",
"items"}``; ``items`` is ``[]`` for a seat that was skipped, which only hornochsen knows.
"""

from collections.abc import Callable, Sequence
from typing import Any

from .cards import Options, deck, hand_size, option, row_count
from .rounds import ChooseCard, Round, draft, play_children, play_hornochsen, play_secret
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
    rounds: list[Round] = []
    over = False
    while not over:
        number = len(rounds) + 1
        played = new_round(ruleset, n, options, number, list(deal(number)), start)
        if ruleset == "logic":
            draft(n, played, choose_card, totals)
        if ruleset == "hornochsen":
            play_hornochsen(n, options, played, choose_card, totals)
        elif ruleset == "children":
            play_children(n, options, played, choose_place)
        else:
            play_secret(ruleset, n, options, played, choose_card, choose_place, totals)
        for seat in range(n):
            totals[seat] += played["points"][seat]
        played["totals"] = dict(totals)
        rounds.append(played)
        over = ruleset in ("children", "hornochsen") or game_over(totals, number, options)
    return {
        "ruleset": ruleset,
        "seats": n,
        "options": dict(options or {}),
        "rounds": rounds,
        "totals": totals,
        "places": places(totals, best_total(ruleset, options)),
    }


def best_total(ruleset: str, options: Options | None) -> str:
    """Does the highest or the lowest total win?"""
    most = ruleset == "children" and option(options, "children_winner") == "most"
    return "high" if ruleset == "hornochsen" or most else "low"


def new_round(
    ruleset: str,
    n: int,
    options: Options | None,
    number: int,
    cards: list[int],
    start: Callable[[int], int],
) -> Round:
    """A round as it lies on the table before anybody has done anything."""
    if sorted(cards) != deck(ruleset, n, options):
        raise ValueError("the deal must be the whole deck")
    first: int | None = None
    if ruleset == "logic" and option(options, "draft_start") == "rotate":
        first = (start(1) + number - 1) % n
    elif ruleset in ("logic", "children", "hornochsen"):
        named = None if ruleset == "logic" else option(options, "start_seat")
        first = start(number) if named is None else named
    played: Round = {"round": number, "start": first, "draft": [], "turns": []}
    if ruleset == "logic":
        return {**played, "hands": {seat: [] for seat in range(n)}, "rows": [], "pool": cards}
    h = hand_size(ruleset, n)
    played["hands"] = {seat: cards[seat * h : (seat + 1) * h] for seat in range(n)}
    starters = cards[n * h : n * h + row_count(ruleset, n, options)]
    played["rows"] = [[card] for card in starters]
    if ruleset == "hornochsen":
        played["rows"] = {
            i: {"cards": [card], "specials": []} for i, card in enumerate(sorted(starters))
        }
    return played
