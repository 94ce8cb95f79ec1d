"""The game, pure: no clock, no I/O, no randomness of its own. This is its front door.

state = fold(events)
events = decide(command, state)
view(state, seat)
"""

from domain.decider import decide
from domain.decisions import open_decisions, waiting_on
from domain.decisions import options as legal
from domain.evolve import evolve, fold
from domain.state import INITIAL, State
from domain.views import redact, view

__all__ = [
    "INITIAL",
    "State",
    "decide",
    "evolve",
    "fold",
    "legal",
    "open_decisions",
    "redact",
    "view",
    "waiting_on",
]
