"""The answers in a record: which entry answers which decision, and how."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain import events as e
from domain.decisions.decisions import Decision
from domain.decisions.kinds import AnAnswer, Body, body_of
from domain.events.entries import Entry


class Given(NamedTuple):
    """An answer as the entry `revision` records it, `at` ms since 1970."""

    revision: int
    at: int
    decision: Decision
    event: AnAnswer

    @property
    def by(self) -> str:
        """Who answered: "player", "bot" or "clock"."""
        return self.event.by

    @property
    def body(self) -> Body:
        """What was answered."""
        return body_of(self.event, self.decision.kind)


def answers(entries: Iterable[Entry], first: int = 1) -> Iterator[Given]:
    """All answers in these entries, which are those from the revision `first` on.

    An answer begins its entry. Those before the first deal in `entries` are of round 0.
    """
    round = turn = 0
    kinds = {e.CardPicked: "pick", e.CardDrafted: "draft", e.CardsPlayed: "", e.ChoiceMade: ""}
    for revision, (at, events) in enumerate(entries, first):
        begun = events[0]
        if isinstance(begun, AnAnswer) and not (type(begun) is e.ChoiceMade and begun.by == "rule"):
            decision = Decision(round, turn, kinds[type(begun)], begun.seat)
            yield Given(revision, at, decision, begun)
        for event in events:
            match event:
                case e.RoundDealt():
                    round, turn = event.round, 0
                case e.TurnStarted():
                    turn, kinds[e.CardsPlayed] = event.turn, event.kind
                case e.ChoiceRequested():
                    kinds[e.ChoiceMade] = event.kind


def given(decision: Decision, entries: Iterable[Entry], first: int = 1) -> Given | None:
    """The answer to `decision` in these entries, among which is the deal of its round; None if
    nobody answered."""
    return next((each for each in answers(entries, first) if each.decision == decision), None)
