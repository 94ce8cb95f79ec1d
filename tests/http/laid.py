"""Games laid out by hand and put into the store as if they had been played, with real tokens.

Positions come from tests/dsl.py; here they get a name that the service knows, and seals that
fit it. Such a game starts from a deal that no seed gives, so the verifier does not believe it.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from domain import events as e
from domain import ledger
from service.auth import hash_token
from service.games import NOTHING
from service.handling import chained
from service.store import Store
from tests import dsl
from tests.http.client import Api, Table

NAME = "laidoutbyhandfortests23456"


def token(kind: str, number: int = 0) -> str:
    """The same token for the same seat in every game laid out."""
    return f"t6{kind}_{number:043}"


def renamed(
    events: Iterable[e.Event], name: str = NAME, visibility: str = "public"
) -> list[e.Event]:
    """The events as those of the game `name`, with tokens for host, invitation and seats."""
    return [_renamed(event, name, visibility) for event in events]


def _renamed(event: e.Event, name: str, visibility: str) -> e.Event:
    match event:
        case e.GameCreated():
            tokens = {
                "host_hash": hash_token(token("h")),
                "invite_hash": hash_token(token("i")),
            }
            return replace(event, game=name, visibility=visibility, **tokens)
        case e.SeatTaken():
            return replace(event, token_hash=hash_token(token("s", event.seat)))
        case e.RoundDealt():
            return replace(event, hands=tuple(_sealed(h, name, event.round) for h in event.hands))
        case e.CardPicked():
            context = ledger.pick_context(name, event.round, event.turn, event.seat)
            assert event.card is not None
            return replace(event, seal=ledger.seal_pick(dsl.SEED, context, event.card))
    return event


def _sealed(hand: e.DealtHand, name: str, round: int) -> e.DealtHand:
    assert hand.cards is not None
    context = ledger.hand_context(name, round, hand.seat)
    return replace(hand, seal=ledger.seal_hand(dsl.SEED, context, hand.cards))


def put(store: Store, events: Iterable[e.Event]) -> None:
    """Write the events as one batch of a new game."""
    entries = chained(list(events), NOTHING)
    store.append(NAME, 0, entries, previous=NOTHING.hash, due=None, touched=False)


def lay(api: Api, store: Store, events: Iterable[e.Event], **more: Any) -> Table:
    """Put the events of a game of tests/dsl.py into the store; the table over HTTP."""
    events = renamed(events, **more)
    put(store, events)
    seats = {event.seat for event in events if isinstance(event, e.SeatTaken)}
    tokens = {seat: token("s", seat) for seat in seats}
    return Table(api, NAME, token("h"), token("i"), tokens)
