"""The policy `random`: any allowed answer, each as likely as the others.

It is the floor to measure others against. Only `play` needs more than one draw: its options
are single cards, and a play is one to three of them, each on the table left by the last.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from bots.policies import table
from bots.policies.table import View
from domain.decider.play import MAX_CARDS
from domain.rulesets.placement import highest_end, special_fits
from domain.table.rows import FULL, Row


def choose(view: View, decision: Mapping[str, Any], rng: random.Random) -> Mapping[str, Any]:
    """One of the options; for `play`, one to three cards."""
    if decision["kind"] == "play":
        return {"cards": _play(list(table.rows(view)), decision["options"], rng)}
    return dict(rng.choice(decision["options"]))


def _play(
    rows: list[Row], options: Sequence[Mapping[str, Any]], rng: random.Random
) -> list[dict[str, Any]]:
    """Cards drawn one by one from those that the rows allow by then."""
    bulls = [option["card"] for option in options if "card" in option]
    specials = [option["special"] for option in options if "special" in option]
    played: list[dict[str, Any]] = []
    for _ in range(rng.randint(1, MAX_CARDS)):
        allowed = [{"card": card} for card in bulls if any(row.cards for row in rows)]
        allowed += [
            {"special": special, "row": index}
            for special in specials
            if (index := _a_row_for(special, rows, rng)) is not None
        ]
        if not allowed:
            break
        card = rng.choice(allowed)
        played.append(card)
        if "card" in card:
            bulls.remove(card["card"])
            _lay(card["card"], rows)
        else:
            specials.remove(card["special"])
            rows[card["row"]] = rows[card["row"]].with_special(card["special"])
    return played


def _a_row_for(special: str, rows: Sequence[Row], rng: random.Random) -> int | None:
    fitting = [index for index, row in enumerate(rows) if special_fits(row, special)]
    return rng.choice(fitting) if fitting else None


def _lay(card: int, rows: list[Row]) -> None:
    landing = highest_end(rows, card, {})
    after = rows[landing.row].with_card(card, landing.side)
    rows[landing.row] = Row() if len(after.cards) == FULL else after
