"""What is owed now, at the moment when it was asked.

While some answer, others have answered already or changed hands. A policy must not depend on how
far that has come: it gets the view of its seat as it was when its decision was opened, so that a
job that comes late, twice, or years later in an audit sees the same (docs/adr/0008).
"""

from dataclasses import replace
from typing import Any

from domain.state import State
from domain.views.views import view


def when_opened(state: State) -> State:
    """The state right after the event that opened what is owed in `state`.

    Only two kinds of things can have happened since: picks, and seats that changed hands.
    """
    opened = state.opened
    hands = dict(state.hands)
    for seat, card in state.picks.items():
        hands[seat] = hands[seat].with_card(card)
    return replace(
        state,
        revision=opened.revision,
        changed_at=opened.at,
        players=dict(opened.players),
        hands=hands,
        picks={},
        owing=opened.seats,
    )


def opening_view(state: State, seat: int) -> dict[str, Any]:
    """The view of a seat that owes a decision, as it was when this decision was opened.

    Nothing is in it that the seat might not see then.
    """
    return view(when_opened(state), seat)
