"""evolve(state, entry) -> state: the state after what one command has caused.

What each fact in it changes: apply/.
"""

from collections.abc import Iterable

from domain.events import Event
from domain.events.entries import Entry
from domain.state.apply import APPLY
from domain.state.state import INITIAL, State


def evolve(state: State, entry: Entry) -> State:
    """The state after `entry`; `state` itself stays as it was."""
    return fold((entry,), state)


def fold(entries: Iterable[Entry], state: State = INITIAL) -> State:
    """The state after all of `entries`, in order; `state` itself stays as it was."""
    after = state.copy()
    for at, events in entries:
        begin(after, at)
        advance(after, events)
    return after


def begin(own: State, at: int) -> None:
    """A further entry begins, in a state that nobody else holds: a copy of one's own."""
    own.revision += 1
    own.changed_at = at


def advance(own: State, events: Iterable[Event]) -> None:
    """Bring one's own state up to date with further events of the entry that has begun."""
    for event in events:
        APPLY[type(event)](own, event)
