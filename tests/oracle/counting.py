"""Counting the leaves of small game trees by trying everything.

A position: ``{"hands": {seat: [card]}, "rows": [...], "options": {...}}`` and, where needed,
``"specials"`` (hornochsen: ``{seat: [special]}``), ``"pool"`` (logic, while drafting), ``"seat"``
(whose act is next; default the lowest seat; logic: the next drafter). Seats may be ints or
their decimal strings. Rows are lists of cards; hornochsen: ``{"cards", "specials"}``, either in a
list (the index is the row's id) or in a dict by id.

One ply:

- classic, tactics, professional, and logic after the draft: one card of every seat (every element
  of the product of the hands, which must be equally long) followed by every way of answering the
  choices that arise while these cards are resolved. Two ways of answering are two leaves, even if
  the same table results.
- logic while ``pool`` has more cards than the table has rows (4): the next seat takes any one card
  of the pool. With four left they become the rows, ascending, which costs no ply.
- children: the next seat with cards shows ``hand[0]``, followed by every answer to the choice that
  may arise.
- hornochsen: the next seat that can play plays any legal sequence of one to three items; the
  order counts, so 7 then 9 and 9 then 7 are two. Skipping a seat costs no ply.

A leaf is a position after ``depth`` plies, or an earlier one in which the round is over: all hands
empty (hornochsen: no bull in any hand, whatever specials remain). There is no next round.

``divide`` gives the leaves below each first move, all answers to its choices together, by name:
``"0:14 1:15"`` (joint move), ``"0:14"`` (draft, children), ``"0:7,x2@3,42"`` (hornochsen: bulls,
and specials at a row id). A position in which the round is over has no first move, but one leaf.

Not here: how a ply is carried out (``moves``).
"""

from collections.abc import Mapping
from typing import Any

from .moves import Position, moves, tidy


def perft(ruleset: str, position: Mapping[str, Any], depth: int) -> int:
    """The leaves below a position."""
    return count(ruleset, tidy(ruleset, position), depth)


def divide(ruleset: str, position: Mapping[str, Any], depth: int) -> dict[str, int]:
    """The leaves below each first move; depth at least 1."""
    split: dict[str, int] = {}
    for name, after in moves(ruleset, tidy(ruleset, position)):
        split[name] = split.get(name, 0) + count(ruleset, after, depth - 1)
    return split


def count(ruleset: str, position: Position, depth: int) -> int:
    """The leaves below a tidy position."""
    if depth == 0:
        return 1
    below = [count(ruleset, after, depth - 1) for _, after in moves(ruleset, position)]
    return sum(below) if below else 1
