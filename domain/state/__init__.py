"""What the events add up to."""

from domain.state.state import INITIAL, Opened, Player, Queued, State, Status
