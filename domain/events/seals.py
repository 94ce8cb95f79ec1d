"""What an event seals, and whether stored secrets still match their seals."""

from collections.abc import Iterator
from typing import NamedTuple

from domain import events as e
from domain.ledger import SealContext
from domain.ledger.fairness import commitment


class Sealed(NamedTuple):
    """A seal, what it is bound to, and the cards under it, where they are known."""

    context: SealContext
    seal: str
    cards: tuple[int, ...] | None


def sealed(event: e.Event, game_id: str) -> Iterator[Sealed]:
    """The seals of cards in an event."""
    match event:
        case e.RoundDealt():
            for hand, cards in zip(event.hands, event.cards, strict=True):
                yield Sealed(SealContext(game_id, event.round, hand.seat), hand.seal, cards)
        case e.CardPicked():
            context = SealContext(game_id, event.round, event.seat, event.turn)
            yield Sealed(context, event.seal, None if event.card is None else (event.card,))


def broken_seal(event: e.Event, game_id: str, seed: str | None) -> str | None:
    """What is wrong with the secrets of a stored event, or None if all of them match.

    `seed` is the server's seed, known from the first event on. A secret that is missing is
    as wrong as one that was changed: nothing could be decided from then on.
    """
    if isinstance(event, e.GameCreated):
        if event.game != game_id:
            return "it belongs to another game"
        if seed is None or commitment(seed) != event.commitment:
            return "its server seed does not match the commitment"
    elif isinstance(event, e.RoundDealt | e.CardPicked):
        for context, seal, cards in sealed(event, game_id):
            if cards is None or seed is None:
                return f"the secret of a {context.kind} is missing"
            if context.close(seed, cards) != seal:
                return f"a {context.kind} does not match its seal"
    return None
