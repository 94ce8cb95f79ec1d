"""The type of a table of arms."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from domain.events import Event
from domain.state.state import State

Arms: TypeAlias = Mapping[type[Event], Callable[[State, Any], None]]
