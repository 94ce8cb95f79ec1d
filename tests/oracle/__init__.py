"""A second, deliberately naive implementation of the rules, to check the engine against. It shares
no code with the engine and imports nothing but the standard library. Everything is plain data: a
card is an int, a seat is an int counted clockwise from 0, a row is a list of cards (hornochsen:
``{"cards": [...], "specials": [...]}``), a special is ``"x2"`` or ``"+5"``. No function changes its
arguments. Where the rules leave something open, the module that decides it says so. Not here:
chance, clocks, recorded events, views of who may see what."""

from .cards import OPTIONS, RULESETS, SPECIALS, Illegal, deck, hand_size, row_count
from .counting import divide, perft
from .game import play_game
from .hornochsen import play_open
from .secret import resolve_secret_turn

__all__ = [
    "OPTIONS", "RULESETS", "SPECIALS", "Illegal", "deck", "divide", "hand_size", "perft",
    "play_game", "play_open", "resolve_secret_turn", "row_count",
]  # fmt: skip
