"""A second, deliberately naive implementation of the rules, to check the engine against.

It shares no code with the engine and imports nothing but the standard library. Everything is
plain data: a card is an int, a seat is an int counted clockwise from 0, a row is a list of cards
(hornochsen: ``{"cards": [...], "specials": [...]}``), a special is ``"x2"`` or ``"+5"``.
No function changes its arguments. Where the rules leave something open, the module that decides
it says so.

- ``cards``: what cards exist and what they cost; deck, hand and table sizes; the options
- ``secret``: classic, tactics, logic, professional: one turn of cards revealed together
- ``children``: one card turned up from a pile
- ``hornochsen``: one turn of one to three open cards
- ``scoring``: points, the end of a game, places
- ``rounds``, ``game``: a whole game from given decks and given decisions
- ``moves``, ``counting``: counting the leaves of small game trees

Not here: chance, clocks, recorded events, views of who may see what.
"""

from .cards import (
    OPTIONS,
    RULESETS,
    SPECIALS,
    Illegal,
    deck,
    hand_size,
    heads,
    option,
    row_count,
    value,
)
from .children import flip_card
from .counting import divide, perft
from .game import play_game
from .hornochsen import legal_open, play_open
from .scoring import game_over, places, score_hornochsen, score_round
from .secret import resolve_secret_turn

__all__ = [
    "OPTIONS",
    "RULESETS",
    "SPECIALS",
    "Illegal",
    "deck",
    "divide",
    "flip_card",
    "game_over",
    "hand_size",
    "heads",
    "legal_open",
    "option",
    "perft",
    "places",
    "play_game",
    "play_open",
    "resolve_secret_turn",
    "row_count",
    "score_hornochsen",
    "score_round",
    "value",
]
