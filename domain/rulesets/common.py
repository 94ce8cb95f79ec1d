"""Answers that several rulesets share (docs/rules.md, "What is common" and "classic")."""

from collections.abc import Sequence

from domain.rulesets.base import Option
from domain.rulesets.placement import Options
from domain.table.hands import Hand, Pile

ROW_CHOICE = Option("row_choice", "player", values=("player", "cheapest"))


def full_deck(players: int, options: Options) -> range:
    return range(1, 105)


def just_enough(players: int, options: Options) -> range:
    """Ten cards for each player and four to start the rows (tactics)."""
    return range(1, 10 * players + 5)


def bullheads(pile: Pile, hand: Hand, options: Options) -> int:
    """The bullheads of the pile (classic 6)."""
    return pile.bullheads


def target_reached(totals: Sequence[int], rounds: int, options: Options) -> bool:
    """Somebody's total has passed the target, or the agreed rounds are played (classic 7, 8)."""
    if options["max_rounds"] is not None and rounds >= options["max_rounds"]:
        return True
    target: int | None = options["end_score"]
    if target is None:
        return False
    return max(totals) > target or (max(totals) == target and options["end_comparison"] == "gte")


def after_one_round(totals: Sequence[int], rounds: int, options: Options) -> bool:
    return True
