"""The answers in a record: which event answers which decision, when, and with what."""

from dataclasses import dataclass, replace
from typing import Any, Final

from domain import events as e
from domain.answers import body_of
from domain.audit.contents import Contents
from domain.audit.seals import Seals, picked
from domain.decisions import Decision

ANSWERS: Final = frozenset({"CardPicked", "CardDrafted", "CardsPlayed", "ChoiceMade"})
"""The types of events that answer a decision."""
_ASKING: Final = frozenset({"TurnStarted", "ChoiceRequested"})


@dataclass(frozen=True, slots=True)
class Answered:
    """`body` is None for a pick that is still sealed, and that nothing in the bundle opens."""

    decision: Decision
    at: str
    body: Any


def answers(contents: Contents, sealed: Seals) -> dict[int, Answered]:
    """Every answer that somebody has given, by the revision of its event."""
    found: dict[int, Answered] = {}
    cards = picked(contents, sealed)
    kind = choice = ""
    for record in contents.records:
        if record.type in _ASKING:
            match record.event:
                case e.TurnStarted():
                    kind = record.event.kind
                case e.ChoiceRequested():
                    choice = record.event.kind
        if record.type not in ANSWERS:
            continue
        event = record.event
        match event:
            case e.CardPicked(seat=seat):
                asked, event = "pick", replace(event, card=cards.get(record.revision))
            case e.CardDrafted(seat=seat):
                asked = "draft"
            case e.CardsPlayed(seat=seat):
                asked = kind
            case e.ChoiceMade(seat=seat, by=by) if by != "rule":
                asked = choice
            case _:
                continue
        closed = isinstance(event, e.CardPicked) and event.card is None
        body = None if closed else body_of(event, asked)
        decision = Decision(record.round, record.turn, asked, seat)
        found[record.revision] = Answered(decision, record.form["at"], body)
    return found
