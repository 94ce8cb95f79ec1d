"""children: fifteen face-down cards each, the top one flipped in turn; most heads win."""

from typing import Literal

from domain.rulesets import common
from domain.rulesets.base import Option, Options, Ruleset
from domain.rulesets.classic import right
from domain.rulesets.placement import sixth_takes_five


def rows(players: int, options: Options) -> int:
    count: int = options["children_rows"]
    return count


def hand(players: int) -> int:
    return 15


def best(options: Options) -> Literal["lowest", "highest"]:
    return "highest" if options["children_winner"] == "most" else "lowest"


CHILDREN = Ruleset(
    key="children",
    title="6 nimmt! for children",
    rules="docs/rules.md#children",
    seats=range(2, 7),
    options=(
        common.ROW_CHOICE,
        Option("children_rows", 5, values=(5, 4)),
        Option("children_winner", "most", values=("most", "fewest")),
        Option("start_seat", None, minimum=0, maximum=5, nullable=True),
    ),
    deck=common.full_deck,
    rows=rows,
    hand=hand,
    hands_from="pile",
    play="flip",
    land=right,
    lay=sixth_takes_five,
    score=common.bullheads,
    is_over=common.after_one_round,
    best=best,
)
