"""Do stored secrets still match their seals? Asked whenever a game is read from its stream."""

from domain import events as e
from domain import ledger
from domain.ledger.fairness import commitment


def broken_seal(event: e.Event, game: str, seed: str | None) -> str | None:
    """What is wrong with the secrets of a stored event, or None if all of them match.

    `seed` is the server's seed, known from the first event on. A secret that is missing is
    as wrong as one that was changed: nothing could be decided from then on.
    """
    match event:
        case e.GameCreated():
            if event.game != game:
                return "it belongs to another game"
            if seed is None or commitment(seed) != event.commitment:
                return "its server seed does not match the commitment"
        case e.RoundDealt():
            dealt = zip(event.hands, event.cards, strict=True)
            if not all(_hand_matches(*each, game, event.round, seed) for each in dealt):
                return "a hand does not match its seal"
        case e.CardPicked():
            context = ledger.pick_context(game, event.round, event.turn, event.seat)
            if event.card is None or seed is None:
                return "the secret of a pick is missing"
            if ledger.seal_pick(seed, context, event.card) != event.seal:
                return "a pick does not match its seal"
    return None


def _hand_matches(
    hand: e.DealtHand, cards: tuple[int, ...] | None, game: str, round: int, seed: str | None
) -> bool:
    if cards is None or seed is None:
        return False
    context = ledger.hand_context(game, round, hand.seat)
    return ledger.seal_hand(seed, context, cards) == hand.seal
