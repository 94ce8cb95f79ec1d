"""What the cards are worth, how many are dealt, and which options exist. Not here: how a card is
placed. An option that is missing has the default given in ``OPTIONS``."""

from collections.abc import Mapping
from typing import Any

Options = Mapping[str, Any]

SPECIALS = ("x2", "+5")

# ruleset -> fewest and most seats
RULESETS = {
    "classic": (2, 10), "tactics": (2, 10), "logic": (2, 10), "professional": (2, 10),
    "children": (2, 6), "hornochsen": (2, 6),
}  # fmt: skip

# option -> (default, allowed values); None instead of a tuple: numbers, checked where they are used
OPTIONS: dict[str, tuple[Any, tuple[Any, ...] | None]] = {
    "end_score": (66, None),
    "end_comparison": ("gt", ("gt", "gte")),
    "max_rounds": (None, None),
    "row_choice": ("player", ("player", "cheapest")),
    "professional_tie": ("choose", ("choose", "right", "left")),
    "deck": ("full", ("full", "reduced")),
    "draft_start": ("random", ("random", "rotate")),
    "children_rows": (5, (4, 5)),
    "children_winner": ("most", ("most", "fewest")),
    "special_penalty": ("after_doubling", ("after_doubling", "before_doubling")),
    "start_seat": (None, None),
}

# seats -> (bulls dealt to each, rows)
HORNOCHSEN = {2: (14, 7), 3: (12, 9), 4: (12, 12), 5: (12, 15), 6: (10, 15)}


class Illegal(Exception):  # noqa: N818 - a word, like the others here
    """Somebody tried what the rules do not allow."""


def option(options: Options | None, name: str) -> Any:
    """The value of one option, or its default; ValueError if the value is not allowed."""
    default, allowed = OPTIONS[name]
    chosen = default if options is None else options.get(name, default)
    if allowed is not None and chosen not in allowed:
        raise ValueError(f"{name} cannot be {chosen!r}")
    return chosen


def heads(card: int) -> int:
    """Bullheads of a card of the 1-104 deck."""
    if not 1 <= card <= 104:
        raise ValueError(f"no such card: {card}")
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


def value(card: int) -> int:
    """Points of a bull of the 1-98 hornochsen deck: red ones minus, green ones plus."""
    if not 1 <= card <= 98:
        raise ValueError(f"no such bull: {card}")
    if card % 5 == 0 or card % 11 == 0:
        return -heads(card)
    return 2 if card % 10 == 2 else 1


def deck(ruleset: str, n: int, options: Options | None = None) -> list[int]:
    """All numbered cards of the deck in ascending order (hornochsen: all 98 bulls)."""
    if ruleset == "hornochsen":
        return list(range(1, 98 + 1))
    reduced = ruleset in ("tactics", "logic")
    if ruleset == "professional":
        reduced = option(options, "deck") == "reduced"
    return list(range(1, (10 * n + 4 if reduced else 104) + 1))


def hand_size(ruleset: str, n: int) -> int:
    """Numbered cards each player starts a round with."""
    if ruleset == "hornochsen":
        return HORNOCHSEN[n][0]
    return 15 if ruleset == "children" else 10


def row_count(ruleset: str, n: int, options: Options | None = None) -> int:
    """Rows on the table when a round starts."""
    if ruleset == "hornochsen":
        return HORNOCHSEN[n][1]
    return int(option(options, "children_rows")) if ruleset == "children" else 4
