"""children: fifteen face-down cards each, the top one flipped in turn; most heads win."""

from domain.rulesets import common
from domain.rulesets.base import Option, Ruleset
from domain.rulesets.placement import right_end, sixth_takes_five

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
    rows=lambda players, options: options["children_rows"],
    hand=lambda players: 15,
    hands_from="pile",
    play="flip",
    land=right_end,
    lay=sixth_takes_five,
    score=common.bullheads,
    is_over=common.after_one_round,
    best=lambda options: "highest" if options["children_winner"] == "most" else "lowest",
)
