"""One open turn of hornochsen: one to three cards, one after another.

``rows`` maps a row's lasting id to ``{"cards": [...], "specials": [...]}``. A row that was taken
is no longer in it; the ids of the others stay as they are.

``items`` are in playing order: ``{"card": 7}`` or ``{"special": "x2", "row": 3}``.

Every item gives exactly one step:

- ``{"kind": "place", "seat", "card", "row", "side": "right"}``
- ``{"kind": "special", "seat", "special", "row"}``
- ``{"kind": "take", "seat", "card", "row", "cards", "specials", "reason": "full"}``: the card was
  the fifth bull; ``cards`` are all five in row order; the row is gone.

Not here: whose turn it is; the score (see ``scoring``).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from .cards import SPECIALS, Illegal
from .secret import Step

Table = dict[int, dict[str, Any]]

TAKEN_AT = 5


def play_open(
    rows: Mapping[int, Mapping[str, Any]],
    seat: int,
    items: Sequence[Mapping[str, Any]],
    hand: Sequence[int] | None = None,
    specials: Sequence[str] | None = None,
) -> tuple[Table, list[Step]]:
    """The table after the turn and what happened, in order; ``Illegal`` if it is not allowed.
    Without ``hand`` (``specials``) the player is taken to hold any bull (special) once."""
    if not 1 <= len(items) <= 3:
        raise Illegal("a turn is one, two or three cards")
    table = copy_table(rows)
    hand_left = list(range(1, 99)) if hand is None else list(hand)
    specials_left = list(SPECIALS) if specials is None else list(specials)
    steps = []
    for item in items:
        if set(item) == {"card"}:
            if item["card"] not in hand_left:
                raise Illegal(f"bull {item['card']!r} is not in the hand")
            hand_left.remove(item["card"])
            steps.append(play_bull(table, seat, item["card"]))
        elif set(item) == {"special", "row"}:
            if item["special"] not in specials_left:
                raise Illegal(f"special {item['special']!r} is not in the hand")
            specials_left.remove(item["special"])
            steps.append(play_special(table, seat, item["special"], item["row"]))
        else:
            raise Illegal(f"neither a bull nor a special: {dict(item)!r}")
    return table, steps


def play_bull(table: Table, seat: int, card: int) -> Step:
    """Put one bull where it belongs, on this very table; a fifth one takes the row away."""
    row_id = row_of_bull(table, card)
    row = table[row_id]
    row["cards"].append(card)
    step = {"seat": seat, "card": card, "row": row_id}
    if len(row["cards"]) < TAKEN_AT:
        return {"kind": "place", **step, "side": "right"}
    del table[row_id]
    return {"kind": "take", **step, **row, "reason": "full"}


def row_of_bull(table: Table, card: int) -> int:
    """The one row a bull goes to: with the highest end below it, or below every end the highest."""
    if not table:
        raise Illegal("no row is left")
    ends = [(row["cards"][-1], row_id) for row_id, row in table.items()]
    return max([(end, row_id) for end, row_id in ends if end < card] or ends)[1]


def play_special(table: Table, seat: int, special: str, row_id: int) -> Step:
    """Put one special into a row, on this very table."""
    if row_id not in table:
        raise Illegal(f"there is no row {row_id!r}")
    if special in table[row_id]["specials"]:
        raise Illegal(f"row {row_id} has a {special} already")
    table[row_id]["specials"].append(special)
    return {"kind": "special", "seat": seat, "special": special, "row": row_id}


def legal_open(
    hand: Sequence[int], specials: Sequence[str], rows: Mapping[int, Mapping[str, Any]]
) -> bool:
    """Can this player play anything at all? If not, the player is skipped."""
    if hand and rows:
        return True
    return any(special not in row["specials"] for special in specials for row in rows.values())


def copy_table(rows: Mapping[int, Mapping[str, Any]]) -> Table:
    """The same table, so that the given one stays as it is."""
    return {
        row_id: {"cards": list(row["cards"]), "specials": list(row["specials"])}
        for row_id, row in rows.items()
    }
