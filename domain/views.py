"""Who may see what: the only place that knows.

`view` and `redact` obey two laws (tests/properties): folding redacted events gives a viewer
the same view as redacting the full state, and what a viewer may not see changes nothing of
what that viewer gets, apart from the values of seals and of hashes over them.
"""

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Any

from domain import events as e
from domain import ledger
from domain.clock import deadline
from domain.decisions import open_decisions, options, waiting_on
from domain.rows import standing
from domain.state import Player, State
from domain.times import rfc3339

Viewer = int | None
"""A seat, or None for a spectator."""


def redact(event: e.Event, viewer: Viewer) -> e.Event:
    """The event as `viewer` may know it. Its public form stays the same, byte for byte."""
    match event:
        case e.GameCreated():
            return replace(
                event,
                server_seed=None,
                host_hash=None,
                invite_hash=None,
                request=None,
                owner=None,
            )
        case e.SeatTaken():
            return replace(event, token_hash=None, request=None, owner=None)
        case e.RoundDealt():
            own = None if event.face_down else viewer
            hands = (h if h.seat == own else replace(h, cards=None) for h in event.hands)
            return replace(event, hands=tuple(hands))
        case e.CardPicked() if event.seat != viewer:
            return replace(event, card=None)
        case _:
            return event


def opening(event: e.Event, game: str, seed: str, viewer: int) -> dict[str, Any] | None:
    """What the seat `viewer` needs to open its own seal in `event`; None where it has none.

    The payload is what the seal covers; `seed` is the server's, which stays secret.
    """
    match event:
        case e.RoundDealt() if not event.face_down:
            for hand in event.hands:
                if hand.seat == viewer and hand.cards is not None:
                    context = ledger.hand_context(game, event.round, viewer)
                    return _opened(seed, context, cards=list(hand.cards))
        case e.CardPicked() if event.seat == viewer and event.card is not None:
            context = ledger.pick_context(game, event.round, event.turn, viewer)
            return _opened(seed, context, card=event.card)
    return None


def _opened(seed: str, context: Mapping[str, Any], **secret: Any) -> dict[str, Any]:
    return {"payload": {**context, **secret}, "salt": ledger.salt(seed, context)}


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """The game as `viewer` may see it, as JSON-ready data."""
    return {
        "id": state.game,
        "ruleset": state.ruleset,
        # As they are stored: whoever decided the creation holds them in another order.
        "options": dict(sorted(state.options.items())),
        "visibility": state.visibility,
        "status": state.status,
        "created_at": rfc3339(state.created_at),
        "over_at": None if state.over_at is None else rfc3339(state.over_at),
        "revision": state.revision,
        "seats": [_seat(state, seat) for seat in range(state.seats)],
        "round": state.round,
        "turn": state.turn,
        "kind": _kind(state),
        "rows": [
            {"row": index, "cards": list(row.cards), "specials": list(row.specials)}
            for index, row in standing(state.rows)
        ],
        "pool": list(state.pool),
        "revealed": [{"seat": pick.seat, "card": pick.card} for pick in state.shown],
        "unplaced": [{"seat": queued.seat, "card": queued.card} for queued in state.queue],
        "waiting_on": list(waiting_on(state)),
        "rounds": [
            [{"seat": score.seat, "points": score.points} for score in scores]
            for scores in state.rounds
        ],
        "places": [
            {"seat": place.seat, "place": place.place, "total": place.total}
            for place in state.places
        ],
        "commitment": state.commitment,
        "server_seed": state.server_seed if state.is_over else None,
        "you": None if viewer is None else _own(state, viewer),
    }


def decisions(state: State, seats: Container[int]) -> list[dict[str, Any]]:
    """What is owed: everybody's, by name; that of one's own `seats` with the options."""
    return [
        {
            "id": decision.id,
            "kind": decision.kind,
            "seat": decision.seat,
            "opened_at": rfc3339(state.opened_at),
            "deadline": None if (due := deadline(state)) is None else rfc3339(due),
            **({"options": options(state, decision)} if decision.seat in seats else {}),
        }
        for decision in open_decisions(state)
    ]


def _kind(state: State) -> str | None:
    if not state.owing:
        return None
    return state.choice.kind if state.choice else state.kind


def _seat(state: State, seat: int) -> dict[str, Any]:
    """What everybody may know of a seat."""
    player = state.players.get(seat)
    hand, pile = state.hands.get(seat), state.piles.get(seat)
    return {
        "seat": seat,
        "player": None if player is None else _player(player),
        "hand_count": hand.count if hand else 0,
        "specials": list(hand.specials) if hand else [],
        "drafted": list(state.drafted.get(seat, ())),
        "picked": seat in state.picks,
        "pile": list(pile.cards) if pile else [],
        "pile_specials": list(pile.specials) if pile else [],
        "pile_heads": pile.heads if pile else 0,
        "total": state.totals.get(seat, 0),
    }


def _player(player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "kind": "bot" if player.is_bot else "person",
        "policy": player.policy,
        "client_seed": player.client_seed,
        "resigned": player.resigned,
        "away": player.away,
    }


def _own(state: State, seat: int) -> dict[str, Any]:
    """What only the seat itself may know: its hand, its pick and its decisions."""
    hand = state.hands.get(seat)
    return {
        "seat": seat,
        "hand": list(hand.cards or ()) if hand and not hand.face_down else [],
        "specials": list(hand.specials) if hand else [],
        "pick": state.picks.get(seat),
        "decisions": [d for d in decisions(state, (seat,)) if d["seat"] == seat],
    }
