"""What a view says about the table, in the domain's words: rows, unseen cards, rivals.

Everything here is public or the seat's own: a policy never needs more. All cards that have
been seen this round lie in a row or in a pile, so no history is needed either.
"""

from collections.abc import Mapping
from typing import Any

from domain.rulesets import ruleset
from domain.table.rows import Row

View = Mapping[str, Any]


def rows(view: View) -> tuple[Row, ...]:
    """The rows, each at its own index; one that is gone is a Row without cards."""
    table = [Row()] * (1 + max((row["row"] for row in view["rows"]), default=-1))
    for row in view["rows"]:
        table[row["row"]] = Row(tuple(row["cards"]), tuple(row["specials"]))
    return tuple(table)


def players(view: View) -> int:
    """How many play."""
    return sum(seat["player"] is not None for seat in view["seats"])


def deck(view: View) -> range:
    """The bulls this game is played with."""
    return ruleset(view["ruleset"]).deck(players(view), view["options"])


def rivals(view: View) -> list[Mapping[str, Any]]:
    """The other seats whose card lies or will lie on the table this turn."""
    own = view["you"]["seat"]
    return [
        seat
        for seat in view["seats"]
        if seat["seat"] != own and (seat["picked"] or seat["hand_count"])
    ]


def unseen(view: View) -> list[int]:
    """The bulls that may be in the others' hands, ascending."""
    cards = set(deck(view)) - _on_the_table(view)
    return sorted(cards.difference(view["you"]["hand"], (view["you"]["pick"],)))


def hands(view: View) -> list[list[int]]:
    """The cards that each rival may play, ascending: its own hand if that was drafted openly."""
    gone = _on_the_table(view)
    hidden = unseen(view)
    return [
        sorted(set(seat["drafted"]) - gone) if seat["drafted"] else hidden for seat in rivals(view)
    ]


def _on_the_table(view: View) -> set[int]:
    cards = {card["card"] for card in view["unplaced"]}
    for row in view["rows"]:
        cards.update(row["cards"])
    for seat in view["seats"]:
        cards.update(seat["pile"])
    return cards
