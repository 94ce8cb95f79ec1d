"""professional: classic, but a card may also go to the left of a row."""

from dataclasses import replace

from domain.rulesets import common
from domain.rulesets.base import Option
from domain.rulesets.classic import CLASSIC
from domain.rulesets.placement import Options, either_end


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
    land=either_end,
)
