"""decide(command, state) -> events: what comes of a command, or a RuleViolation.

An empty list means "already so": the command repeats what has happened. Nothing here writes,
waits or looks at a clock.
"""

from collections.abc import Callable, Mapping
from typing import Any

from domain import errors
from domain.decider import draft, lobby, pick, play, resolve
from domain.decider.accumulator import Story
from domain.decisions import Decision, answerers, is_open, options, parse
from domain.decisions import commands as c
from domain.decisions.answers import command as answer
from domain.decisions.clock import has_passed, lowest
from domain.events import Event
from domain.state import State


def decide(command: c.Command, state: State) -> list[Event]:
    """The events that `command` causes in `state`.

    :raises RuleViolation: if the rules or the state do not allow it; nothing has happened.
    """
    return consequences(command, state).events


def consequences(command: c.Command, state: State) -> Story:
    """As `decide`, with the state after the events beside them.

    :raises RuleViolation: as `decide`.
    """
    story = Story(state, command.at)
    if isinstance(command, c.Answer):
        if not _owed(command, state):
            return story
        try:
            _ACT[type(command)](story, command)
        except errors.NotAnOption as refusal:
            asked = parse(command.decision)
            raise errors.NotAnOption(
                refusal.message, **refusal.extras, options=options(state, asked)
            ) from None
    else:
        _ACT[type(command)](story, command)
    return story


def _owed(command: c.Answer, state: State) -> bool:
    """Whether the answer is still owed; False if this very answer was given this turn."""
    asked = parse(command.decision)
    if asked.kind != KIND_OF[type(command)]:
        raise errors.NotAnOption(f"{asked.kind} is answered with something else.")
    if asked.seat != command.seat:
        raise errors.NotYourDecision(f"Decision {asked.id} is not for seat {command.seat}.")
    answerers.check(command, state)
    if is_open(state, asked):
        _check_clock(command, asked, state)
        return True
    if isinstance(command, c.PickCard) and _picked(asked, state):
        if state.picks[asked.seat] == command.card:
            return False
        raise errors.AlreadyAnswered(f"Decision {asked.id} has been answered with another card.")
    if state.is_over or _moment(asked) < _moment(state):
        raise errors.DecisionClosed(f"Decision {asked.id} is closed.")
    raise errors.DecisionNotOpen(f"Decision {asked.id} is not open.")


def _check_clock(command: c.Answer, asked: Decision, state: State) -> None:
    """Players answer up to the deadline, the clock after it, and only as was agreed."""
    late = has_passed(state, command.at)
    if command.by == "player" and late:
        raise errors.DecisionClosed(f"Decision {asked.id} closed at its deadline.")
    if command.by == "clock":
        policy = state.options["on_timeout"]
        if not late or policy not in ("careful", "lowest"):
            raise errors.NotYet(f"The clock does not answer {asked.id}.")
        if policy == "lowest" and command != answer(
            asked, lowest(state, asked), by="clock", at=command.at
        ):
            raise errors.NotAnOption("The policy `lowest` answers something else.")


def _moment(when: Decision | State) -> tuple[int, bool, int]:
    """Comparable moments of a game: a draft counts its own turns, before those of the play."""
    return when.round, when.kind != "draft", when.turn


def _picked(asked: Decision, state: State) -> bool:
    return (asked.round, asked.turn) == (state.round, state.turn) and asked.seat in state.picks


_ACT: Mapping[type[c.Command], Callable[[Story, Any], None]] = {
    c.CreateGame: lobby.create,
    c.TakeSeat: lobby.take_seat,
    c.LeaveSeat: lobby.leave_seat,
    c.ForfeitSeat: lobby.forfeit,
    c.ReturnToSeat: lobby.return_to_seat,
    c.StartGame: lobby.start,
    c.AbandonGame: lobby.abandon,
    c.DraftCard: draft.draft,
    c.PickCard: pick.pick,
    c.FlipCard: play.flip,
    c.PlayCards: play.play,
    c.ChooseRow: resolve.choose_row,
    c.ChoosePlace: resolve.choose_place,
}

KIND_OF: Mapping[type[c.Command], str] = {
    c.DraftCard: "draft",
    c.PickCard: "pick",
    c.FlipCard: "flip",
    c.PlayCards: "play",
    c.ChooseRow: "row",
    c.ChoosePlace: "place",
}
