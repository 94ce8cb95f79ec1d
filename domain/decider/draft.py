"""The open draft of `logic`: one card each, clockwise, until four are left for the rows."""

from domain.decider import rounds
from domain.decider.accumulator import Accumulator
from domain.decisions import commands as c
from domain.errors import NotAnOption
from domain.events import CardDrafted


def draft(acc: Accumulator, command: c.Answer) -> None:
    """Take a card from the pool; when only the rows are left, they are laid."""
    state, seat, card = acc.state, command.decision.seat, command.body["card"]
    if card not in state.pool:
        raise NotAnOption(f"Card {card} is not in the pool.")
    acc.emit(CardDrafted(seat=seat, card=card, by=command.by, policy=command.policy))
    pool = acc.state.pool
    if len(pool) == acc.ruleset.rows(len(state.totals), state.options):
        rounds.lay_rows(acc, pool)
    rounds.next_turn(acc)
