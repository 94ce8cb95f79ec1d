"""The open draft of `logic`: one card each, clockwise, until four are left for the rows."""

from domain.decider import rounds
from domain.decider.accumulator import Story
from domain.decisions import commands as c
from domain.errors import NotAnOption
from domain.events import CardDrafted


def draft(story: Story, command: c.DraftCard) -> None:
    """Take a card from the pool; when only the rows are left, they are laid."""
    state = story.state
    if command.card not in state.pool:
        raise NotAnOption(f"Card {command.card} is not in the pool.")
    story.tell(
        CardDrafted(seat=command.seat, card=command.card, by=command.by, policy=command.policy)
    )
    pool = story.state.pool
    if len(pool) == story.ruleset.rows(len(state.totals), state.options):
        rounds.lay_rows(story, pool)
    rounds.next_turn(story)
