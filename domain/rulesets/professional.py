"""professional: classic, but a card may also go to the left of a row."""

from collections.abc import Sequence
from dataclasses import replace

from domain.rulesets import common
from domain.rulesets.base import Option, Options
from domain.rulesets.classic import CLASSIC
from domain.rulesets.placement import Choice, Landing, either_end
from domain.table.rows import Row


def either(rows: Sequence[Row], card: int, options: Options) -> Landing | Choice:
    """The nearest end; a tie is the owner's unless `professional_tie` names a side."""
    landing = either_end(rows, card)
    side = options["professional_tie"]
    if isinstance(landing, Choice) and landing.kind == "place" and side != "choose":
        spot = next(spot for spot in landing.options if spot.side == side)
        return Landing(spot.row, side, "nearest")
    return landing


def deck(players: int, options: Options) -> range:
    reduced = options["deck"] == "reduced"
    return common.just_enough(players, options) if reduced else common.full_deck(players, options)


PROFESSIONAL = replace(
    CLASSIC,
    key="professional",
    aliases=("profi",),
    title="6 nimmt! Professional",
    rules="docs/rules.md#professional",
    options=(
        *CLASSIC.options,
        Option("professional_tie", "choose", values=("choose", "right", "left")),
        Option("deck", "full", values=("full", "reduced")),
    ),
    deck=deck,
    land=either,
)
