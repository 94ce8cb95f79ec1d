"""The game, pure: no clock, no I/O, no randomness of its own. This is its front door.

state = fold(entries)
events = decide(command, state)
view(state, seat)
"""

from domain import guard

guard.start()

from domain.decider import decide  # noqa: E402 - an old interpreter does not come this far
from domain.decisions import open_decisions, waiting_on  # noqa: E402
from domain.decisions import options as legal  # noqa: E402
from domain.state import INITIAL, State  # noqa: E402
from domain.state.evolve import evolve, fold  # noqa: E402
from domain.views import redact, view  # noqa: E402

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
