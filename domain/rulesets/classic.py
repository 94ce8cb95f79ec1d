"""classic: ten secret picks a round, to the right of a row, until somebody passes 66."""

from domain.rulesets import common
from domain.rulesets.base import Option, Ruleset
from domain.rulesets.placement import right_end, sixth_takes_five

CLASSIC = Ruleset(
    key="classic",
    title="6 nimmt!",
    rules="docs/rules.md#classic",
    seats=range(2, 11),
    options=(
        Option("end_score", 66, minimum=1, maximum=1000, nullable=True),
        Option("end_comparison", "gt", values=("gt", "gte")),
        Option("max_rounds", None, minimum=1, maximum=100, nullable=True),
        common.ROW_CHOICE,
    ),
    deck=common.full_deck,
    rows=lambda players, options: 4,
    hand=lambda players: 10,
    land=right_end,
    lay=sixth_takes_five,
    score=common.bullheads,
    is_over=common.target_reached,
    best=lambda options: "lowest",
)
