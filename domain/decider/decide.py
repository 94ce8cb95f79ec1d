"""decide(command, state) -> events: what comes of a command, or a RuleViolation.

An empty list means "already so": the command repeats what has happened. Nothing here writes,
waits or looks at a clock.
"""

from collections.abc import Callable, Mapping
from typing import Any

from domain import errors
from domain.decider import draft, lobby, pick, play, resolve
from domain.decider.accumulator import Accumulator
from domain.decisions import Decision, answerers, is_open, options
from domain.decisions import commands as c
from domain.decisions.clock import has_passed, lowest
from domain.decisions.kinds import KINDS
from domain.events import Event
from domain.state import State


def decide(command: c.Command, state: State) -> list[Event]:
    """The events that `command` causes in `state`.

    :raises RuleViolation: if the rules or the state do not allow it; nothing has happened.
    """
    return consequences(command, state).events


def consequences(command: c.Command, state: State) -> Accumulator:
    """As `decide`, with the state after the events beside them.

    :raises RuleViolation: as `decide`.
    """
    acc = Accumulator(state, command.at)
    if not isinstance(command, c.Answer):
        _COMMANDS[type(command)](acc, command)
    elif _is_owed(command, state):
        try:
            _ANSWERS[command.decision.kind](acc, command)
        except errors.NotAnOption as refusal:
            offered = options(state, command.decision)
            raise errors.NotAnOption(refusal.message, **refusal.extras, options=offered) from None
    return acc


def _is_owed(command: c.Answer, state: State) -> bool:
    """Whether the answer is still owed; False if this very answer was given this turn."""
    asked = command.decision
    if command.body.keys() != KINDS[asked.kind].members:
        raise errors.NotAnOption(f"{asked.kind} is answered with something else.")
    answerers.check(command, state)
    if is_open(state, asked):
        _check_clock(command, state)
        return True
    now = asked.round == state.round and asked.turn == state.turn
    if asked.kind == "pick" and now and asked.seat in state.picks:
        if state.picks[asked.seat] == command.body["card"]:
            return False
        raise errors.AlreadyAnswered(f"Decision {asked.id} has been answered with another card.")
    if state.is_over or _moment(asked) < _moment(state):
        raise errors.DecisionClosed(f"Decision {asked.id} is closed.")
    raise errors.DecisionNotOpen(f"Decision {asked.id} is not open.")


def _check_clock(command: c.Answer, state: State) -> None:
    """Players answer up to the deadline, the clock after it, and only as was agreed."""
    asked, late = command.decision, has_passed(state, command.at)
    if command.by == "player" and late:
        raise errors.DecisionClosed(f"Decision {asked.id} closed at its deadline.")
    if command.by == "clock":
        policy = state.options["on_timeout"]
        if not late or policy not in ("careful", "lowest"):
            raise errors.NotYet(f"The clock does not answer {asked.id}.")
        if policy == "lowest" and command.body != lowest(state, asked):
            raise errors.NotAnOption("The policy `lowest` answers something else.")


def _moment(when: Decision | State) -> tuple[int, bool, int]:
    """Comparable moments of a game: a draft counts its own turns, before those of the play."""
    return when.round, when.kind != "draft", when.turn


_COMMANDS: Mapping[type[c.Command], Callable[[Accumulator, Any], None]] = {
    c.CreateGame: lobby.create,
    c.TakeSeat: lobby.take_seat,
    c.LeaveSeat: lobby.leave_seat,
    c.ForfeitSeat: lobby.forfeit,
    c.ReturnToSeat: lobby.return_to_seat,
    c.StartGame: lobby.start,
    c.AbandonGame: lobby.abandon,
}

_ANSWERS: Mapping[str, Callable[[Accumulator, c.Answer], None]] = {
    "draft": draft.draft,
    "pick": pick.pick,
    "flip": play.flip,
    "play": play.play,
    "row": resolve.choose_row,
    "place": resolve.choose_place,
}
