"""Games laid out by hand and put into the store as if they had been played, with real tokens.
Positions come from tests/support/dsl.py; here they get a name that the service knows, and seals
that fit it. Such a game starts from a deal that no seed gives, so the verifier does not believe it.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from bench.games import chained
from domain import events as e
from domain import ledger
from domain.events.entries import Entry
from domain.ledger import Name
from domain.text.spelling import base64url
from service.access.tokens import hash_token
from service.games.store import Store
from tests.support import chains, dsl
from tests.support.client import Api, Table

NAME = "laidoutbyhandfortests23456"
DECISIONS = (
    *(e.GameCreated, e.SeatTaken, e.SeatLeft, e.SeatHandedOver, e.SeatReturned, e.GameStarted),
    *(e.CardDrafted, e.CardPicked, e.CardsPlayed, e.GameAbandoned),
)


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
            assert event.secret is not None
            secret = replace(
                event.secret, host_hash=hash_token(token("h")), invite_hash=hash_token(token("i"))
            )
            return replace(event, game=name, visibility=visibility, secret=secret)
        case e.SeatTaken():
            own = hash_token(token("s", event.seat))
            taken = replace(event.secret or e.SeatSecret(), token_hash=own)
            return replace(event, name_seal=_called(event.seat).seal(name), secret=taken)
        case e.RoundDealt():
            hands = zip(event.hands, event.cards, strict=True)
            sealed = tuple(_sealed(hand, cards, name, event.round) for hand, cards in hands)
            return replace(event, hands=sealed)
        case e.CardPicked():
            context = ledger.SealContext(name, event.round, event.seat, event.turn)
            assert event.card is not None
            return replace(event, seal=context.close(dsl.SEED, (event.card,)))
    return event


def _sealed(hand: e.DealtHand, cards: tuple[int, ...] | None, name: str, round: int) -> e.DealtHand:
    assert cards is not None
    context = ledger.SealContext(name, round, hand.seat)
    return replace(hand, seal=context.close(dsl.SEED, cards))


def _called(seat: int) -> Name:
    return Name(f"P{seat}", base64url(bytes(16)))


def _decided(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The same events, each decision with its consequences in an entry of its own."""
    for entry in entries:
        told: list[e.Event] = []
        for event in entry.events:
            decides = isinstance(event, DECISIONS) or (
                isinstance(event, e.ChoiceMade) and event.by != "rule"
            )
            if told and decides:
                yield Entry(entry.at, tuple(told))
                told = []
            told.append(event)
        yield Entry(entry.at, tuple(told))


def put(store: Store, entries: Iterable[Entry], due: int | None = None) -> None:
    """Write the entries of a new game as they would have been, with its players' names."""
    told, previous = list(_decided(entries)), ledger.GENESIS
    for entry, stored in zip(told, chained(told), strict=True):
        taken = (event for event in entry.events if isinstance(event, e.SeatTaken))
        names = {event.name_seal: _called(event.seat) for event in taken}
        chains.append(store, stored, game=NAME, previous=previous, due=due, names=names)
        previous = stored.h


def lay(
    api: Api, store: Store, events: Iterable[e.Event], due: int | None = None, **more: Any
) -> Table:
    """Put the events of a game of tests/support/dsl.py into the store; the table over HTTP."""
    events = renamed(events, **more)
    put(store, [Entry(dsl.AT, tuple(events))], due)
    seats = {event.seat for event in events if isinstance(event, e.SeatTaken)}
    tokens = {seat: token("s", seat) for seat in seats}
    return Table(api, NAME, token("h"), token("i"), tokens)
