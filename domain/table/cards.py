"""Cards and what they cost.

A bull card is its number. The two special cards of `hornochsen` have no number and are
strings. Values come from docs/rules.md, "What is common" and "hornochsen" rule 6.
"""

from typing import Final

DOUBLE: Final = "x2"
PLUS_FIVE: Final = "+5"
SPECIALS: Final = (DOUBLE, PLUS_FIVE)


def bullheads(card: int) -> int:
    """Bullheads (penalty points) printed on a bull card (docs/rules.md, "What is common")."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 5 == 0:
        return 2
    return 1


def signed_value(card: int) -> int:
    """Points of a bull in `hornochsen`: red cards cost, green cards pay (rule 6)."""
    if card % 5 == 0 or card % 11 == 0:
        return -bullheads(card)
    return 2 if card % 10 == 2 else 1
