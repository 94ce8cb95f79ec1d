"""Secret play: everybody picks a card; the last pick turns all of them over."""

from domain import ledger
from domain.decider import resolve
from domain.decider.accumulator import Accumulator
from domain.decisions import commands as c
from domain.errors import NotAnOption
from domain.events import CardPicked, PickSecret, PicksRevealed, RevealedPick
from domain.state import State


def pick(acc: Accumulator, command: c.Answer) -> None:
    """Seal a card; the last one of the turn is followed by the reveal."""
    state, seat, card = acc.state, command.decision.seat, command.body["card"]
    if card not in (state.hands[seat].cards or ()):
        raise NotAnOption(f"Card {card} is not in your hand.")
    seal = ledger.seal_pick(state.seed, _context(state, seat), card)
    acc.emit(
        CardPicked(
            round=state.round,
            turn=state.turn,
            seat=seat,
            seal=seal,
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
    revealed = [
        RevealedPick(seat=seat, card=card, salt=ledger.salt(state.seed, _context(state, seat)))
        for seat, card in state.picks.items()
        if card is not None
    ]
    revealed.sort(key=lambda pick: pick.card)
    acc.emit(PicksRevealed(picks=tuple(revealed)))


def _context(state: State, seat: int) -> dict[str, object]:
    return ledger.pick_context(state.game, state.round, state.turn, seat)
