"""What each fact changes: one arm per event, grouped as the events are.

An arm knows no ruleset, never refuses, and writes only to the copy that evolve.py made for it.
A secret it may not see is None; `hands` and `picks` carry the gap.
"""

from domain.state.apply import frame, table
from domain.state.apply.base import Arms

ARMS: Arms = {**frame.ARMS, **table.ARMS}
