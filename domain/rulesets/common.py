"""Answers that several rulesets share (docs/rules.md, "What is common" and "classic")."""

from collections.abc import Sequence
from typing import Literal

from domain.rulesets.base import Option, Options
from domain.table.hands import Hand, Pile

ROW_CHOICE = Option("row_choice", "player", values=("player", "cheapest"))
TARGET = (
    Option("end_score", 66, minimum=1, maximum=1000, nullable=True),
    Option("end_comparison", "gt", values=("gt", "gte")),
    Option("max_rounds", None, minimum=1, maximum=100, nullable=True),
)


def full_deck(players: int, options: Options) -> range:
    return range(1, 105)


def just_enough(players: int, options: Options) -> range:
    """Ten cards for each player and four to start the rows (tactics)."""
    return range(1, 10 * players + 5)


def four_rows(players: int, options: Options) -> int:
    return 4


def ten_cards(players: int) -> int:
    return 10


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


def lowest(options: Options) -> Literal["lowest", "highest"]:
    return "lowest"


def highest(options: Options) -> Literal["lowest", "highest"]:
    return "highest"
