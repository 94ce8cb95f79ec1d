"""Secret play: everybody picks a card; the last pick turns all of them over."""

from domain.decider import resolve
from domain.decider.accumulator import Accumulator
from domain.decisions import commands as c
from domain.errors import NotAnOption
from domain.events import CardPicked, PickSecret, PicksRevealed, RevealedPick
from domain.ledger import SealContext


def pick(acc: Accumulator, command: c.Answer) -> None:
    """Seal a card; the last one of the turn is followed by the reveal."""
    state, seat, card = acc.state, command.decision.seat, command.body["card"]
    if card not in (state.hands[seat].cards or ()):
        raise NotAnOption(f"Card {card} is not in your hand.")
    context = SealContext(state.game, state.round, seat, state.turn)
    acc.emit(
        CardPicked(
            round=state.round,
            turn=state.turn,
            seat=seat,
            seal=context.close(state.seed, (card,)),
            by=command.by,
            policy=command.policy,
            secret=PickSecret(card=card),
        )
    )
    if not acc.state.owing:
        reveal(acc)
        resolve.drain(acc)


def reveal(acc: Accumulator) -> None:
    """Turn the picks over, in the order they will be placed, each with its salt."""
    state = acc.state
    revealed = []
    for seat, card in state.picks.items():
        assert card is not None, "a redacted state cannot decide"
        salt = SealContext(state.game, state.round, seat, state.turn).salt(state.seed)
        revealed.append(RevealedPick(seat=seat, card=card, salt=salt))
    revealed.sort(key=lambda pick: pick.card)
    acc.emit(PicksRevealed(picks=tuple(revealed)))
