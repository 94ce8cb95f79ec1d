"""classic: ten secret picks a round, to the right of a row, until somebody passes 66."""

from collections.abc import Sequence

from domain.rulesets import common
from domain.rulesets.base import Options, Ruleset
from domain.rulesets.placement import Choice, Landing, right_end, sixth_takes_five
from domain.table.rows import Row


def right(rows: Sequence[Row], card: int, options: Options) -> Landing | Choice:
    return right_end(rows, card)


CLASSIC = Ruleset(
    key="classic",
    title="6 nimmt!",
    rules="docs/rules.md#classic",
    seats=range(2, 11),
    options=(*common.TARGET, common.ROW_CHOICE),
    deck=common.full_deck,
    rows=common.four_rows,
    hand=common.ten_cards,
    land=right,
    lay=sixth_takes_five,
    score=common.bullheads,
    is_over=common.target_reached,
    best=common.lowest,
)
