"""`careful` at a choice on the table: which row to take, or on which side of a tie to lay.

What follows is known exactly, because the cards still to be placed lie open. So each option is
played to the end of the turn, and what counts is one's own heads now, those that the others get
by it, and how dangerous the table is then for one's own next pick.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from bots.policies import picks, table
from bots.policies.table import View
from domain.rulesets import ruleset
from domain.rulesets.placement import Choice, Landing
from domain.table.rows import Row, Side, cheapest

TRIALS = 120
"""As picks.TRIALS, for each option: there may be five."""


def choose(
    view: View, options: Sequence[Mapping[str, Any]], rng: random.Random
) -> Mapping[str, Any]:
    """The option with the best outcome; of equal ones the longest row, then the first."""
    rows = table.rows(view)
    if ruleset(view["ruleset"]).best(view["options"]) == "highest":
        sizes = [(row.bullheads, len(row.cards)) for row in rows]
        return max(options, key=lambda option: sizes[option["row"]])
    rated = [(_outcome(view, rows, option, rng), option) for option in options]
    return min(rated, key=lambda pair: (pair[0], -len(rows[pair[1]["row"]].cards)))[1]


def _outcome(
    view: View, rows: Sequence[Row], option: Mapping[str, Any], rng: random.Random
) -> float:
    """Heads that the option costs, less those it costs each of the others on average."""
    own, *queue = (queued["card"] for queued in view["unplaced"])
    after = list(rows)
    if "side" in option:
        mine = _lay(after, own, Landing(option["row"], option["side"], "chosen"))
    else:
        mine = _take(after, own, option["row"])
    land = ruleset(view["ruleset"]).land
    theirs = 0
    for card in queue:
        place = land(after, card, view["options"])
        theirs += (
            _lay(after, card, place) if isinstance(place, Landing) else _forced(after, card, place)
        )
    ahead = min(picks.danger(view, after, rng, TRIALS).values(), default=0.0)
    return mine - theirs / (table.players(view) - 1) + ahead


def _forced(rows: list[Row], card: int, choice: Choice) -> int:
    """Somebody else's choice, as most would make it."""
    if choice.kind == "row":
        return _take(rows, card, cheapest(rows))
    spot = min(choice.options, key=lambda spot: len(rows[spot.row].cards))
    side: Side = spot.side or "right"
    return _lay(rows, card, Landing(spot.row, side, "chosen"))


def _lay(rows: list[Row], card: int, landing: Landing) -> int:
    """Lay the card; the heads that its owner takes."""
    row = rows[landing.row]
    if row.is_full:
        return _take(rows, card, landing.row)
    rows[landing.row] = row.with_card(card, landing.side)
    return 0


def _take(rows: list[Row], card: int, index: int) -> int:
    heads = rows[index].bullheads
    rows[index] = Row((card,))
    return heads
