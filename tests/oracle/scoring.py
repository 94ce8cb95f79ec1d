"""Points of a round, the end of a game, and places."""

from collections.abc import Mapping, Sequence

from .cards import Options, heads, option, value


def score_round(piles: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Heads in each seat's pile."""
    return {seat: sum(heads(card) for card in pile) for seat, pile in piles.items()}


def score_hornochsen(
    cards: Sequence[int], specials: Sequence[str], left: int, options: Options | None = None
) -> int:
    """Points of one player, from the pile and from how many specials are still in the hand."""
    points = sum(value(card) for card in cards) + 5 * specials.count("+5")
    before = option(options, "special_penalty") == "before_doubling"
    if before:
        points -= 10 * left
    points *= 2 ** specials.count("x2")
    return points if before else points - 10 * left


def game_over(totals: Mapping[int, int], rounds_played: int, options: Options | None) -> bool:
    """Asked after a round of a game that may have several: was it the last one?"""
    max_rounds, target = option(options, "max_rounds"), option(options, "end_score")
    if max_rounds is not None and rounds_played >= max_rounds:
        return True
    if target is None:
        return False
    if option(options, "end_comparison") == "gte":
        return any(total >= target for total in totals.values())
    return any(total > target for total in totals.values())


def places(totals: Mapping[int, int], best: str) -> dict[int, int]:
    """Place of each seat; ``best`` is "low" or "high"; equals share: 1, 2, 2, 4."""
    all_totals, sign = totals.values(), 1 if best == "low" else -1
    return {
        seat: 1 + sum(sign * other < sign * mine for other in all_totals)
        for seat, mine in totals.items()
    }
