"""What the server acknowledges: the claims of the receipt of every answer in a game."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain import events as e
from domain.decisions import Decision
from domain.events.entries import Entry
from domain.text.times import rfc3339

Claims = dict[str, Any]


def claims(entries: Iterable[Entry], made: dict[str, Any]) -> list[Claims]:
    """The claims of each answer in `entries`, of which `made` is the bundle, in order."""
    return list(_claims(entries, made))


def _claims(entries: Iterable[Entry], made: dict[str, Any]) -> Iterator[Claims]:
    round = turn = 0
    kind = choice = ""
    for recorded, entry in zip(made["entries"], entries, strict=True):
        answered = _answered(entry.events[0], kind, choice)
        if answered is not None:
            asked, seat, body = answered
            yield {
                "answer": body,
                "at": rfc3339(entry.at),
                "decision": Decision(round, turn, asked, seat).id,
                "game": made["game"],
                "hash": recorded["hash"],
                "revision": recorded["revision"],
            }
        for event in entry.events:
            match event:
                case e.RoundDealt():
                    round, turn = event.round, 0
                case e.TurnStarted():
                    turn, kind = event.turn, event.kind
                case e.ChoiceRequested():
                    choice = event.kind


def _answered(event: e.Event, kind: str, choice: str) -> tuple[str, int, Claims] | None:
    """The kind of the decision that an event answers, its seat, and the answer."""
    match event:
        case e.CardPicked() | e.CardDrafted():
            return kind, event.seat, {"card": event.card}
        case e.CardsPlayed() if kind == "flip":
            return kind, event.seat, {"card": "top"}
        case e.CardsPlayed():
            return kind, event.seat, {"cards": [_played(card) for card in event.cards]}
        case e.ChoiceMade() if event.by != "rule":
            side = {} if event.side is None else {"side": event.side}
            return choice, event.seat, {"row": event.row, **side}
    return None


def _played(card: e.PlayedCard) -> dict[str, Any]:
    if card.card is not None:
        return {"card": card.card}
    return {"special": card.special, "row": card.row}
