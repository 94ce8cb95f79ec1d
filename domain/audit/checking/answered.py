"""The answers in a record: which entry answers which decision, when, and with what."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain import events as e
from domain.audit.reading.contents import Contents
from domain.decisions import Decision
from domain.decisions.answers import Body, body_of
from domain.text.times import rfc3339


@dataclass(frozen=True, slots=True)
class Answered:
    """`body` is None for a pick that is still sealed, and that nothing in the bundle opens."""

    decision: Decision
    at: str
    body: Any


def answers(contents: Contents, picked: Mapping[int, int]) -> dict[int, Answered]:
    """Every answer that somebody has given, by the revision of the entry that it begins.

    `picked` has the cards of picks by revision, as far as they are known.
    """
    found: dict[int, Answered] = {}
    kind = choice = ""
    for record in contents.records:
        event, revision = record.event, record.revision
        body: Body | None = None
        match event:
            case e.TurnStarted():
                kind = event.kind
                continue
            case e.ChoiceRequested():
                choice = event.kind
                continue
            case _ if not record.begins:
                continue
            case e.CardPicked(seat=seat):
                asked = "pick"
                body = {"card": picked[revision]} if revision in picked else None
            case e.CardDrafted(seat=seat):
                asked, body = "draft", body_of(event, "draft")
            case e.CardsPlayed(seat=seat):
                asked, body = kind, body_of(event, kind)
            case e.ChoiceMade(seat=seat, by=by) if by != "rule":
                asked, body = choice, body_of(event, choice)
            case _:
                continue
        decision = Decision(record.round, record.turn, asked, seat)
        at = rfc3339(contents.entries[revision - 1].at)
        found[revision] = Answered(decision, at, body)
    return found
