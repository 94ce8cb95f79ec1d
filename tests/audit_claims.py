"""What the server acknowledges: the claims of the receipt of every answer in a game."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain import events as e
from domain.decisions import Decision
from domain.times import rfc3339

Claims = dict[str, Any]


def claims(events: Iterable[e.Event], made: dict[str, Any]) -> list[Claims]:
    """The claims of each answer in `events`, of which `made` is the bundle, in order."""
    return list(_claims(events, made))


def _claims(events: Iterable[e.Event], made: dict[str, Any]) -> Iterator[Claims]:
    round = turn = 0
    kind = choice = ""
    for entry, event in zip(made["events"], events, strict=True):
        answered = None
        match event:
            case e.RoundDealt():
                round, turn = event.round, 0
            case e.TurnStarted():
                turn, kind = event.turn, event.kind
            case e.ChoiceRequested():
                choice = event.kind
            case e.CardPicked() | e.CardDrafted():
                answered = kind, event.seat, {"card": event.card}
            case e.CardsPlayed() if kind == "flip":
                answered = kind, event.seat, {"card": "top"}
            case e.CardsPlayed():
                answered = kind, event.seat, {"cards": [_played(card) for card in event.cards]}
            case e.ChoiceMade() if event.by != "rule":
                side = {} if event.side is None else {"side": event.side}
                answered = choice, event.seat, {"row": event.row, **side}
        if answered is not None:
            asked, seat, body = answered
            yield {
                "answer": body,
                "at": rfc3339(event.at),
                "decision": Decision(round, turn, asked, seat).id,
                "game": made["game"],
                "hash": entry["hash"],
                "revision": entry["revision"],
            }


def _played(card: e.PlayedCard) -> dict[str, Any]:
    if card.card is not None:
        return {"card": card.card}
    return {"special": card.special, "row": card.row}
