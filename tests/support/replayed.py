"""A played game, told round by round from its events and from the oracle. The oracle is given the
deals, the answers and who began, as they are in the events, and plays the game itself. Which of its
cards were out is no matter, so they fill up the deck in order."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain import events as e
from domain.rulesets import RULESETS
from tests import oracle
from tests.support.agreement import plain, steps

Told = list[dict[str, Any]]


def _rounds(events: Sequence[e.Event]) -> list[list[e.Event]]:
    starts = [i for i, event in enumerate(events) if isinstance(event, e.RoundDealt)]
    return [list(events[a:b]) for a, b in zip(starts, [*starts[1:], None], strict=True)]


def _only(events: Sequence[e.Event], kind: Any) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def by_engine(events: Sequence[e.Event]) -> Any:
    """Each round's steps, points and totals; then the places."""
    told: Told = []
    for played in _rounds(events):
        (scores,) = [scored.scores for scored in _only(played, e.RoundScored)]
        points, totals = ({x.seat: getattr(x, n) for x in scores} for n in ("points", "total"))
        told.append({"steps": steps(played), "points": points, "totals": totals})
    (finished,) = _only(events, e.GameFinished)
    return told, {place.seat: place.place for place in finished.places}


def by_oracle(events: Sequence[e.Event]) -> Any:
    """The same, from the oracle's transcript."""
    (created,) = _only(events, e.GameCreated)
    script, key, options = _Script(created, _rounds(events)), created.ruleset, created.options
    asked = script.deal, script.choose_card, script.choose_place, script.start
    transcript = oracle.play_game(key, created.seats, options, *asked)
    told = [{**played, "steps": plain(played["steps"])} for played in transcript["rounds"]]
    return told, transcript["places"]


class _Script:
    """What chance and the players did, read from the events."""

    def __init__(self, created: e.GameCreated, rounds: list[list[e.Event]]) -> None:
        self.key, self.seats, self.options = created.ruleset, created.seats, created.options
        self.rounds = rounds
        events = [event for played in rounds for event in played]
        answers = _only(events, e.CardPicked | e.CardDrafted | e.CardsPlayed)
        self.answers = {seat: [a for a in answers if a.seat == seat] for seat in range(self.seats)}
        self.choices = [made for made in _only(events, e.ChoiceMade) if made.by != "rule"]

    def deal(self, number: int) -> list[int]:
        """The deck of a round: hands, rows, and the rest."""
        played = self.rounds[number - 1]
        (dealt,) = _only(played, e.RoundDealt)
        (laid,) = _only(played, e.RowsLaid)
        if dealt.pool:
            return list(dealt.pool)
        cards = [card for hand in dealt.cards for card in hand or ()] + list(laid.cards)
        deck = RULESETS[self.key].deck(self.seats, self.options)
        return cards + [card for card in deck if card not in cards]

    def start(self, number: int) -> int:
        return _only(self.rounds[number - 1], e.TurnStarted)[0].seats[0]

    def choose_card(self, seat: int) -> Any:
        answer = self.answers[seat].pop(0)
        if isinstance(answer, e.CardsPlayed):
            return [msgspec.to_builtins(card) for card in answer.cards]
        return answer.card

    def choose_place(self, seat: int, card: int, kind: str, offered: Any, rows: Any) -> Any:
        made = self.choices.pop(0)
        assert made.seat == seat
        return made.row if made.side is None else (made.row, made.side)
