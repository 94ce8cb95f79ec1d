"""The cards on the table find their places, one by one; a choice pauses, its answer goes on."""

from domain.decider import rounds
from domain.decider.accumulator import Accumulator
from domain.decisions import commands as c
from domain.errors import NotAnOption
from domain.events import ChoiceMade, ChoiceRequested, Spot
from domain.rulesets.placement import Choice, Landing, take_and_start
from domain.state import Queued
from domain.table.rows import cheapest


def drain(acc: Accumulator) -> None:
    """Place queued cards until none is left, or until an owner must choose."""
    while acc.state.queue:
        if not place_next(acc):
            return
    rounds.next_turn(acc)


def place_next(acc: Accumulator) -> bool:
    """Place the first queued card. False: its owner must choose first."""
    state = acc.state
    queued = state.queue[0]
    landing = acc.ruleset.land(state.rows, queued.card, state.options)
    if isinstance(landing, Landing):
        _lay(acc, queued, landing)
    elif landing.kind == "row" and state.options["row_choice"] == "cheapest":
        index = cheapest(state.rows)
        acc.emit(ChoiceMade(seat=queued.seat, row=index, by="rule"))
        _take(acc, queued, index)
    else:
        _ask(acc, queued, landing)
        return False
    return True


def choose_row(acc: Accumulator, command: c.Answer) -> None:
    """The owner of a card that fits nowhere takes a row."""
    queued = acc.state.queue[0]
    spot = _choose(acc, command)
    _take(acc, queued, spot.row)
    drain(acc)


def choose_place(acc: Accumulator, command: c.Answer) -> None:
    """The owner of a card with two equally near places names one."""
    queued = acc.state.queue[0]
    spot = _choose(acc, command)
    assert spot.side is not None
    _lay(acc, queued, Landing(spot.row, spot.side, "chosen"))
    drain(acc)


def _choose(acc: Accumulator, command: c.Answer) -> Spot:
    choice, spot = acc.state.choice, Spot(**command.body)
    assert choice is not None
    if spot not in choice.options:
        raise NotAnOption(f"Row {spot.row} is not one you can choose here.")
    seat, by, policy = choice.seat, command.by, command.policy
    acc.emit(ChoiceMade(seat=seat, row=spot.row, side=spot.side, by=by, policy=policy))
    return spot


def _ask(acc: Accumulator, queued: Queued, choice: Choice) -> None:
    acc.emit(
        ChoiceRequested(
            seat=queued.seat, card=queued.card, kind=choice.kind, options=choice.options
        )
    )


def _lay(acc: Accumulator, queued: Queued, landing: Landing) -> None:
    row = acc.state.rows[landing.row]
    acc.emit(*acc.ruleset.lay(row, queued.seat, queued.card, landing))


def _take(acc: Accumulator, queued: Queued, index: int) -> None:
    row = acc.state.rows[index]
    acc.emit(*take_and_start(row, queued.seat, queued.card, index, "low"))
