"""Games laid out by hand and put into the store as if they had been played, with real tokens.

Positions come from tests/dsl.py; here they get a name that the service knows, and seals that
fit it. Such a game starts from a deal that no seed gives, so the verifier does not believe it.
"""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from domain import events as e
from domain import ledger
from domain.entries import Entry
from service.auth import hash_token
from service.store import Store
from tests import chains, dsl
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
            secret = e.GameSecret(
                server_seed=dsl.SEED,
                host_hash=hash_token(token("h")),
                invite_hash=hash_token(token("i")),
            )
            return replace(event, game=name, visibility=visibility, secret=secret)
        case e.SeatTaken():
            return replace(
                event, secret=e.SeatSecret(token_hash=hash_token(token("s", event.seat)))
            )
        case e.RoundDealt():
            hands = zip(event.hands, event.cards, strict=True)
            sealed = tuple(_sealed(hand, cards, name, event.round) for hand, cards in hands)
            return replace(event, hands=sealed)
        case e.CardPicked():
            context = ledger.pick_context(name, event.round, event.turn, event.seat)
            assert event.card is not None
            return replace(event, seal=ledger.seal_pick(dsl.SEED, context, event.card))
    return event


def _sealed(hand: e.DealtHand, cards: tuple[int, ...] | None, name: str, round: int) -> e.DealtHand:
    assert cards is not None
    context = ledger.hand_context(name, round, hand.seat)
    return replace(hand, seal=ledger.seal_hand(dsl.SEED, context, cards))


def put(store: Store, events: Iterable[e.Event], due: int | None = None) -> None:
    """Write the events as a new game, each in an entry of its own."""
    entries = chains.stored(Entry(dsl.AT, (event,)) for event in events)
    chains.append(store, *entries, game=NAME, due=due)


def lay(
    api: Api, store: Store, events: Iterable[e.Event], due: int | None = None, **more: Any
) -> Table:
    """Put the events of a game of tests/dsl.py into the store; the table over HTTP."""
    events = renamed(events, **more)
    put(store, events, due)
    seats = {event.seat for event in events if isinstance(event, e.SeatTaken)}
    tokens = {seat: token("s", seat) for seat in seats}
    return Table(api, NAME, token("h"), token("i"), tokens)
