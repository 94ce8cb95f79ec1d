"""The accumulator of a command's consequences: emit one fact, and the state already includes it.

It lets a long consequence (reveal, place, take, score, deal) read as sentences, each of
which starts from the table that the one before has left.
"""

from domain.events import Event
from domain.events.entries import Entry
from domain.rulesets import RULESETS, Ruleset
from domain.state import State
from domain.state.evolve import advance, begin


class Accumulator:
    """What follows from one command: `events` so far, and the `state` after them.

    The state is a copy of its own, which each emitted fact brings up to date.
    """

    def __init__(self, state: State, at: int) -> None:
        self.state = state.copy()
        self.at = at
        self.events: list[Event] = []

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS[self.state.ruleset]

    @property
    def entry(self) -> Entry:
        """What is to be stored."""
        return Entry(self.at, tuple(self.events))

    def emit(self, *events: Event) -> None:
        """Add these facts, in order."""
        if not self.events:
            begin(self.state, self.at)
        self.events += events
        advance(self.state, events)
