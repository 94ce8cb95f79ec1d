"""Answers as data: the body that a client sends, as a command and found again in the events.

An answer to `pick` or `draft` is {"card": 7}; to `flip` {"card": "top"}; to `row`
{"row": 2}; to `place` {"row": 2, "side": "left"}; to `play` {"cards": [{"card": 7},
{"special": "x2", "row": 4}]}.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from domain import events as e
from domain.decisions import commands as c
from domain.decisions.decisions import Decision
from domain.events import PlayedCard
from domain.events.entries import Entry

Body = Mapping[str, Any]


def command(
    decision: Decision, body: Body, *, by: str, policy: str | None = None, at: int = 0
) -> c.Answer:
    """The command that answers `decision` with a body of the right shape for its kind."""
    asked: dict[str, Any] = {
        "decision": decision.id,
        "seat": decision.seat,
        "by": by,
        "policy": policy,
        "at": at,
    }
    match decision.kind:
        case "pick":
            return c.PickCard(card=body["card"], **asked)
        case "draft":
            return c.DraftCard(card=body["card"], **asked)
        case "flip":
            return c.FlipCard(**asked)
        case "row":
            return c.ChooseRow(row=body["row"], **asked)
        case "place":
            return c.ChoosePlace(row=body["row"], side=body["side"], **asked)
        case _:
            return c.PlayCards(cards=tuple(PlayedCard(**card) for card in body["cards"]), **asked)


class Given(NamedTuple):
    """An answer as it is recorded: where, when (in ms since 1970), what, and by whom."""

    revision: int
    at: int
    body: Body
    by: str


def given(decision: Decision, entries: Iterable[Entry], first: int = 1) -> Given | None:
    """The answer that these entries hold to `decision`; None if nobody answered.

    They are all from the revision `first` on, with the deal of the round among them.
    """
    round = turn = 0
    kind = choice = ""
    for revision, entry in enumerate(entries, first):
        for event in entry.events:
            match event:
                case e.RoundDealt():
                    round, turn = event.round, 0
                case e.TurnStarted():
                    turn, kind = event.turn, event.kind
                case e.ChoiceRequested():
                    choice = event.kind
                case e.CardPicked() | e.CardDrafted() | e.CardsPlayed():
                    if decision == Decision(round, turn, kind, event.seat):
                        return Given(revision, entry.at, body_of(event, kind), event.by)
                case e.ChoiceMade() if event.by != "rule":
                    if decision == Decision(round, turn, choice, event.seat):
                        return Given(revision, entry.at, body_of(event, choice), event.by)
    return None


def body_of(event: e.Event, kind: str) -> Body:
    """The answer to a decision of this kind that an event records, as a client sends it."""
    match event:
        case e.CardPicked() | e.CardDrafted():
            return {"card": event.card}
        case e.CardsPlayed() if kind == "flip":
            return {"card": "top"}
        case e.CardsPlayed():
            return {"cards": [_played(card) for card in event.cards]}
        case e.ChoiceMade():
            return {"row": event.row} | ({} if event.side is None else {"side": event.side})
    raise TypeError(f"{event!r} answers nothing")


def _played(card: PlayedCard) -> dict[str, Any]:
    if card.card is not None:
        return {"card": card.card}
    return {"special": card.special, "row": card.row}
