"""Secret play: everybody picks a card; the last pick turns all of them over."""

from domain import ledger
from domain.decider import resolve
from domain.decider.accumulator import Story
from domain.decisions import commands as c
from domain.errors import NotAnOption
from domain.events import CardPicked, PickSecret, PicksRevealed, RevealedPick
from domain.state import State


def pick(story: Story, command: c.PickCard) -> None:
    """Seal a card; the last one of the turn is followed by the reveal."""
    state = story.state
    if command.card not in (state.hands[command.seat].cards or ()):
        raise NotAnOption(f"Card {command.card} is not in your hand.")
    seal = ledger.seal_pick(state.seed, _context(state, command.seat), command.card)
    story.tell(
        CardPicked(
            round=state.round,
            turn=state.turn,
            seat=command.seat,
            seal=seal,
            by=command.by,
            policy=command.policy,
            secret=PickSecret(card=command.card),
        )
    )
    if not story.state.owing:
        reveal(story)
        resolve.drain(story)


def reveal(story: Story) -> None:
    """Turn the picks over, in the order they will be placed, each with its salt."""
    state = story.state
    revealed = [
        RevealedPick(seat=seat, card=card, salt=ledger.salt(state.seed, _context(state, seat)))
        for seat, card in state.picks.items()
        if card is not None
    ]
    revealed.sort(key=lambda pick: pick.card)
    story.tell(PicksRevealed(picks=tuple(revealed)))


def _context(state: State, seat: int) -> dict[str, object]:
    return ledger.pick_context(state.game, state.round, state.turn, seat)
