"""logic: the tactics deck, drafted openly, card by card, before it is played secretly."""

from dataclasses import replace

from domain.rulesets.base import Option
from domain.rulesets.tactics import TACTICS

LOGIC = replace(
    TACTICS,
    key="logic",
    aliases=("logik",),
    title="6 nimmt! Logic",
    rules="docs/rules.md#logic",
    options=(*TACTICS.options, Option("draft_start", "random", values=("random", "rotate"))),
    hands_from="draft",
    rows_ascending=True,
)
