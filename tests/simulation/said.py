"""What people were answered, held against the stream; and bots against their policies.

Whatever was acknowledged is stored, once and for good; whatever was refused is not; and nobody is
told what they could not have been told.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from bots.deciding import answer, named
from domain import events as e
from domain.decisions import Decision, open_decisions, parse
from domain.state import State
from service.games.games import Game, read
from service.storage.stored import Stored
from tests.simulation.people import Said, Seat
from tests.simulation.setting import NAME
from tests.simulation.walks import Acknowledged
from tests.support.histories import Answers, check_receipt


def check_said(said: Said, given: Answers, game: Game, entries: Sequence[Stored]) -> None:
    """What somebody was answered is true, and was the only thing that could be said."""
    stored = given.get(said.decision)
    who = f"{said.decision} {said.body}: {said.answer}"
    match said.answer:
        case Acknowledged(receipt, fresh):
            check_receipt(stored, entries, said.body, receipt.revision, receipt.hash)
            assert stored.at == receipt.at, who
            assert fresh or said.sent > 1, f"{who}, to what was sent once"
        case "already_answered":
            assert stored is not None, who
            assert stored.by == "player", who
            assert stored.body != said.body, who
        case "closed_for_you":
            assert stored is not None, who
            assert stored.by != "player", who
        case "decision_closed":
            if game.state.options["turn_seconds"] is None:
                assert game.state.status == "abandoned", who
                assert stored is None, who
        case "not_your_decision":
            begun = (read(NAME, stored).events[0] for stored in entries)
            handed = {event.seat for event in begun if isinstance(event, e.SeatHandedOver)}
            assert parse(said.decision).seat in handed, who
        case "not_an_option":
            assert len(said.body.get("cards", ())) > 1, who
        case None:
            pass  # it may be stored or not: check_nothing_unsaid
        case _:
            raise AssertionError(f"{who}: nobody may be told this")


def check_nothing_unsaid(seat: Seat, given: Answers) -> None:
    """No answer stands in a person's name that the person has not sent."""
    said = [(each.decision, each.body) for each in seat.said]
    for decision, stored in given.items():
        if stored.by == "player" and stored.decision.seat == seat.seat:
            assert (decision, stored.body) in said, f"{decision} {stored.body} was never sent"


def check_bots(states: Sequence[State], given: Answers) -> None:
    """Every move of a bot is what its policy says, in whichever state it owed that move."""
    for name, stored in given.items():
        if stored.by == "bot":
            asked, body = stored.decision, stored.body
            said = [_would(state, asked) for state in _while_owed(states, stored.revision, asked)]
            assert said, f"{name}: no bot owed it"
            assert all(each == body for each in said), f"{name}: its bot does not choose {body}"


def _while_owed(states: Sequence[State], revision: int, asked: Decision) -> Iterator[State]:
    for state in reversed(states[:revision]):
        if asked not in open_decisions(state):
            return
        if state.players[asked.seat].is_bot:
            yield state


def _would(state: State, asked: Decision) -> Any:
    policy = named(state.players[asked.seat].policy or "")
    assert policy is not None
    return answer(state, asked, policy)
