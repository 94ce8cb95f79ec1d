"""tactics: classic with a deck that is dealt out to the last card."""

from dataclasses import replace

from domain.rulesets import common
from domain.rulesets.classic import CLASSIC

TACTICS = replace(
    CLASSIC,
    key="tactics",
    aliases=("taktik",),
    title="6 nimmt! Tactics",
    rules="docs/rules.md#tactics",
    deck=common.just_enough,
)
