"""The cards on the table find their places, one by one; a choice pauses, its answer goes on."""

from domain.decider import rounds
from domain.decider.accumulator import Story
from domain.decisions import commands as c
from domain.errors import NotAnOption
from domain.events import ChoiceMade, ChoiceRequested, Spot
from domain.rulesets.placement import Choice, Landing, take_and_start
from domain.state import Queued
from domain.table.rows import Side, cheapest


def drain(story: Story) -> None:
    """Place queued cards until none is left, or until an owner must choose."""
    while story.state.queue:
        if not place_next(story):
            return
    rounds.next_turn(story)


def place_next(story: Story) -> bool:
    """Place the first queued card. False: its owner must choose first."""
    state = story.state
    queued = state.queue[0]
    landing = story.ruleset.land(state.rows, queued.card, state.options)
    if isinstance(landing, Landing):
        _lay(story, queued, landing)
    elif landing.kind == "row" and state.options["row_choice"] == "cheapest":
        index = cheapest(state.rows)
        story.tell(ChoiceMade(seat=queued.seat, row=index, by="rule"))
        _take(story, queued, index)
    else:
        _ask(story, queued, landing)
        return False
    return True


def choose_row(story: Story, command: c.ChooseRow) -> None:
    """The owner of a card that fits nowhere takes a row."""
    queued = story.state.queue[0]
    _chosen(story, command, command.row, None)
    _take(story, queued, command.row)
    drain(story)


def choose_place(story: Story, command: c.ChoosePlace) -> None:
    """The owner of a card with two equally near places names one."""
    queued = story.state.queue[0]
    _chosen(story, command, command.row, command.side)
    _lay(story, queued, Landing(command.row, command.side, "chosen"))
    drain(story)


def _chosen(story: Story, command: c.Answer, row: int, side: Side | None) -> None:
    choice = story.state.choice
    assert choice is not None
    if Spot(row=row, side=side) not in choice.options:
        raise NotAnOption(f"Row {row} is not one you can choose here.")
    story.tell(
        ChoiceMade(seat=command.seat, row=row, side=side, by=command.by, policy=command.policy)
    )


def _ask(story: Story, queued: Queued, choice: Choice) -> None:
    story.tell(
        ChoiceRequested(
            seat=queued.seat, card=queued.card, kind=choice.kind, options=choice.options
        )
    )


def _lay(story: Story, queued: Queued, landing: Landing) -> None:
    row = story.state.rows[landing.row]
    story.tell(*story.ruleset.lay(row, queued.seat, queued.card, landing))


def _take(story: Story, queued: Queued, index: int) -> None:
    row = story.state.rows[index]
    story.tell(*take_and_start(row, queued.seat, queued.card, index, "low"))
