"""hornochsen: open cards, one to three at a time; rows vanish; points may be negative."""

from collections.abc import Mapping, Sequence

from domain.rulesets import common
from domain.rulesets.base import Option, Options, Ruleset
from domain.rulesets.placement import Choice, Landing, fifth_clears_row, highest_end
from domain.table.cards import DOUBLE, PLUS_FIVE, SPECIALS, signed_value
from domain.table.hands import Hand, Pile
from domain.table.rows import Row

BULLS_EACH: Mapping[int, int] = {2: 14, 3: 12, 4: 12, 5: 12, 6: 10}
ROWS: Mapping[int, int] = {2: 7, 3: 9, 4: 12, 5: 15, 6: 15}


def deck(players: int, options: Options) -> range:
    return range(1, 99)


def rows(players: int, options: Options) -> int:
    return ROWS[players]


def hand(players: int) -> int:
    return BULLS_EACH[players]


def highest_last_card(table: Sequence[Row], card: int, options: Options) -> Landing | Choice:
    return highest_end(table, card)


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
    deck=deck,
    rows=rows,
    hand=hand,
    specials=SPECIALS,
    rows_ascending=True,
    play="play",
    land=highest_last_card,
    lay=fifth_clears_row,
    lay_asks=False,
    score=points,
    is_over=common.after_one_round,
    best=common.highest,
)
