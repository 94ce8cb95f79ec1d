"""Points of a round, the end of a game, and places.

Not here: which cards are in whose pile.
"""

from collections.abc import Mapping, Sequence

from .cards import Options, heads, option, value


def score_round(piles: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Heads in each seat's pile."""
    return {seat: sum(heads(card) for card in pile) for seat, pile in piles.items()}


def score_hornochsen(
    pile_cards: Sequence[int],
    plus5_count: int,
    x2_count: int,
    specials_left: int,
    options: Options | None = None,
) -> int:
    """Points of one player, from the pile and from the specials still in the hand."""
    points = sum(value(card) for card in pile_cards) + 5 * plus5_count
    penalty = 10 * specials_left
    if option(options, "special_penalty") == "before_doubling":
        points -= penalty
    for _ in range(x2_count):
        points *= 2
    if option(options, "special_penalty") == "after_doubling":
        points -= penalty
    return points


def check_end(options: Options | None) -> None:
    """ValueError if a game with these options could never end."""
    if option(options, "end_score") is None and option(options, "max_rounds") is None:
        raise ValueError("without end_score, max_rounds is required")


def game_over(
    totals: Mapping[int, int], rounds_played: int, options: Options | None = None
) -> bool:
    """Asked after a round of a game that may have several: was it the last one?"""
    check_end(options)
    max_rounds = option(options, "max_rounds")
    if max_rounds is not None and rounds_played >= max_rounds:
        return True
    target = option(options, "end_score")
    if target is None:
        return False
    if option(options, "end_comparison") == "gte":
        return any(total >= target for total in totals.values())
    return any(total > target for total in totals.values())


def places(totals: Mapping[int, int], best: str) -> dict[int, int]:
    """Place of each seat; ``best`` is "low" or "high"; equals share: 1, 2, 2, 4."""
    if best not in ("low", "high"):
        raise ValueError(f"best is low or high, not {best!r}")
    result = {}
    for seat, mine in totals.items():
        if best == "low":
            better = [other for other in totals.values() if other < mine]
        else:
            better = [other for other in totals.values() if other > mine]
        result[seat] = 1 + len(better)
    return result
