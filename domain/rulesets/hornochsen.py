"""hornochsen: open cards, one to three at a time; rows vanish; points may be negative."""

from collections.abc import Mapping

from domain.rulesets import common
from domain.rulesets.base import Option, Ruleset
from domain.rulesets.placement import Options, fifth_clears_row, highest_end
from domain.table.cards import DOUBLE, PLUS_FIVE, SPECIALS, signed_value
from domain.table.hands import Hand, Pile

BULLS_EACH: Mapping[int, int] = {2: 14, 3: 12, 4: 12, 5: 12, 6: 10}
ROWS: Mapping[int, int] = {2: 7, 3: 9, 4: 12, 5: 15, 6: 15}


def points(pile: Pile, hand: Hand, options: Options) -> int:
    """(values + 5 × plus fives) × 2^doubles − 10 × specials left in the hand (rule 8)."""
    plain = sum(map(signed_value, pile.cards)) + 5 * pile.specials.count(PLUS_FIVE)
    penalty = 10 * len(hand.specials)
    factor: int = 2 ** pile.specials.count(DOUBLE)
    if options["special_penalty"] == "before_doubling":
        return (plain - penalty) * factor
    return plain * factor - penalty


HORNOCHSEN = Ruleset(
    key="hornochsen",
    title="Hornochsen!",
    rules="docs/rules.md#hornochsen",
    seats=range(2, 7),
    options=(
        Option("start_seat", None, minimum=0, maximum=5, nullable=True),
        Option("special_penalty", "after_doubling", values=("after_doubling", "before_doubling")),
    ),
    deck=lambda players, options: range(1, 99),
    rows=lambda players, options: ROWS[players],
    hand=lambda players: BULLS_EACH[players],
    specials=SPECIALS,
    rows_ascending=True,
    play="play",
    land=highest_end,
    lay=fifth_clears_row,
    lay_asks=False,
    score=points,
    is_over=common.after_one_round,
    best=lambda options: "highest",
)
