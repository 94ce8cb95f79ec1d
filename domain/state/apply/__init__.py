"""What each fact changes: one function per event, grouped as the events are.

It knows no ruleset, never refuses, and writes only to the copy that evolve.py made for it.
A secret it may not see is None; `hands` and `picks` carry the gap.
"""

from domain.state.apply import frame, table

APPLY = {**frame.APPLY, **table.APPLY}
