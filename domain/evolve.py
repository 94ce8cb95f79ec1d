"""evolve(state, event) -> state: the state after a fact. What each fact changes: arms/."""

from collections.abc import Iterable

from domain.arms import ARMS
from domain.events import Event
from domain.state import INITIAL, State


def evolve(state: State, event: Event) -> State:
    """The state after `event`; `state` itself stays as it was."""
    return fold((event,), state)


def fold(events: Iterable[Event], state: State = INITIAL) -> State:
    """The state after all of `events`, in order; `state` itself stays as it was."""
    after = state.copy()
    advance(after, events)
    return after


def advance(own: State, events: Iterable[Event]) -> None:
    """Bring a state up to date that nobody else holds: a copy of one's own."""
    for event in events:
        ARMS[type(event)](own, event)
        own.revision += 1
        own.changed_at = event.at
