"""Who may see what: the only place that knows.

`view` and `redact` obey two laws (tests/properties): folding redacted events gives a viewer
the same view as redacting the full state, and what a viewer may not see changes nothing of
what that viewer gets, apart from the values of seals and of hashes over them.
"""

from collections.abc import Container, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from domain import events as e
from domain.decisions import open_decisions, options, waiting_on
from domain.decisions.clock import deadline
from domain.events.entries import Entry
from domain.events.seals import sealed
from domain.ledger import Name, Opening
from domain.state import Player, State
from domain.table.rows import standing
from domain.text.times import rfc3339
from domain.views.called import called

Viewer = int | None
"""A seat, or None for a spectator."""

NO_NAMES: Mapping[str, str] = MappingProxyType({})


def redact(entry: Entry, viewer: Viewer) -> Entry:
    """The entry as `viewer` may know it. Its public form stays the same, byte for byte."""
    return Entry(entry.at, tuple(_redacted(event, viewer) for event in entry.events))


def _redacted(event: e.Event, viewer: Viewer) -> e.Event:
    match event:
        case e.RoundDealt() if event.secret is not None and viewer is not None:
            if event.face_down:
                return replace(event, secret=None)
            hands = zip(event.hands, event.secret.hands, strict=True)
            own = tuple(cards if hand.seat == viewer else None for hand, cards in hands)
            return replace(event, secret=e.HandsSecret(hands=own))
        case e.CardPicked() if event.seat == viewer:
            return event
        case e.GameCreated() | e.SeatTaken() | e.RoundDealt() | e.CardPicked():
            return replace(event, secret=None)
        case _:
            return event


def openings(
    event: e.Event,
    game_id: str,
    seed: str,
    seats: Container[Viewer],
    names: Mapping[str, Name],
    *,
    piles: bool = False,
) -> Iterator[Opening]:
    """What opens the seals in `event`: its name if it is among `names`, and what is of `seats`.

    Cards are those that the seat itself may see, whoever asks: nobody looks into a face-down pile
    but with `piles`, when the game is over. `seed` is the server's, which stays secret.
    """
    if isinstance(event, e.SeatTaken):
        known = names.get(event.name_seal)
        if known is not None and known.seal(game_id) == event.name_seal:
            yield {"payload": known.payload(game_id), "salt": known.salt}
    elif piles or not (isinstance(event, e.RoundDealt) and event.face_down):
        for context, _, cards in sealed(event, game_id):
            if context.seat in seats and cards is not None:
                yield context.opening(seed, cards)


def view(state: State, viewer: Viewer, names: Mapping[str, str] = NO_NAMES) -> dict[str, Any]:
    """The game as `viewer` may see it, as JSON-ready data.

    `names` are what players are called, by the seal of each name: they lie beside the record.
    """
    return {**public_view(state, names), "you": None if viewer is None else own_view(state, viewer)}


def public_view(state: State, names: Mapping[str, str] = NO_NAMES) -> dict[str, Any]:
    """The part of a view that is the same for everybody."""
    shown = called(state, names)
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
        "seats": [_seat(state, seat, shown.get(seat)) for seat in range(state.seats)],
        "round": state.round,
        "turn": state.turn,
        "kind": state.asked_kind if state.owing else None,
        "rows": [
            {"row": index, "cards": list(row.cards), "specials": list(row.specials)}
            for index, row in standing(state.rows)
        ],
        "pool": list(state.pool),
        "revealed": [{"seat": pick.seat, "card": pick.card} for pick in state.shown],
        "unplaced": list(to_builtins(state.queue)),
        "waiting_on": list(waiting_on(state)),
        "rounds": [
            [{"seat": score.seat, "points": score.points} for score in scores]
            for scores in state.rounds
        ],
        "places": list(to_builtins(state.places)),
        "commitment": state.commitment,
        "server_seed": state.server_seed if state.is_over else None,
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


def _seat(state: State, seat: int, name: str | None) -> dict[str, Any]:
    """What everybody may know of a seat."""
    player = state.players.get(seat)
    hand, pile = state.hands.get(seat), state.piles.get(seat)
    return {
        "seat": seat,
        "player": None if player is None else _player(player, name),
        "hand_count": hand.count if hand else 0,
        "specials": list(hand.specials) if hand else [],
        "drafted": list(state.drafted.get(seat, ())),
        "picked": seat in state.picks,
        "pile": list(pile.cards) if pile else [],
        "pile_specials": list(pile.specials) if pile else [],
        "pile_heads": pile.bullheads if pile else 0,
        "total": state.totals.get(seat, 0),
    }


def _player(player: Player, name: str | None) -> dict[str, Any]:
    return {
        "name": name,
        "kind": "bot" if player.is_bot else "person",
        "policy": player.policy,
        "client_seed": player.client_seed,
        "resigned": player.resigned,
        "away": player.away,
    }


def own_view(state: State, seat: int) -> dict[str, Any]:
    """The part of a view that only the seat may see: its hand, its pick and its decisions."""
    hand = state.hands.get(seat)
    return {
        "seat": seat,
        "hand": list(hand.cards or ()) if hand and not hand.face_down else [],
        "specials": list(hand.specials) if hand else [],
        "pick": state.picks.get(seat),
        "decisions": [d for d in decisions(state, (seat,)) if d["seat"] == seat],
    }
