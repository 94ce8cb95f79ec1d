# mypy: disable-error-code="import-not-found,misc,untyped-decorator"
# ruff: noqa: ARG002 - an event says more than the state needs
"""The game as an aggregate of the eventsourcing library, which must be importable.

Its events say what ours say, without seals and salts, and fold into a state of the same content.
"""

from dataclasses import fields
from typing import Any, TypeAlias

from eventsourcing.domain import Aggregate, event

from domain.events import CardPicked, Event, PicksRevealed, RoundDealt
from domain.events.entries import form

Many: TypeAlias = list[Any]


class Game(Aggregate):
    """A classic game as the library has it: a method for each of our events."""

    def __init__(self, seats: int) -> None:
        self.seated: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.rows: list[list[int]] = []
        self.picks: dict[int, int] = {}
        self.owing: list[int] = []
        self.totals = [0] * seats
        self.round, self.turn, self.kind = 0, 0, ""
        self.asked: Many = []

    @event
    def seat_taken(self, seat: int) -> None:
        self.seated.append(seat)

    @event
    def game_started(self, seats: Many) -> None:
        self.seated = list(seats)

    @event
    def round_dealt(self, round: int, cards: Many) -> None:
        self.round, self.hands = round, [list(hand) for hand in cards]

    @event
    def rows_laid(self, cards: Many) -> None:
        self.rows = [[card] for card in cards]

    @event
    def turn_started(self, turn: int, kind: str, seats: Many) -> None:
        self.turn, self.kind, self.owing = turn, kind, list(seats)

    @event
    def card_picked(self, round: int, turn: int, seat: int, card: int) -> None:
        self.picks[seat] = card
        self.owing = [each for each in self.owing if each != seat]

    @event
    def picks_revealed(self, picks: Many) -> None:
        for pick in picks:
            self.hands[pick["seat"]].remove(pick["card"])
        self.picks = {}

    @event
    def card_placed(self, seat: int, row: int, reason: str, card: int) -> None:
        self.rows[row].append(card)

    @event
    def choice_requested(self, seat: int, card: int, kind: str, options: Many) -> None:
        self.kind, self.owing, self.asked = kind, [seat], options

    @event
    def choice_made(self, seat: int, row: int) -> None:
        self.owing, self.asked = [], []

    @event
    def row_taken(self, seat: int, row: int, cards: Many, heads: int, reason: str) -> None:
        self.rows[row] = []

    @event
    def round_scored(self, round: int, scores: Many) -> None:
        self.totals = [score["total"] for score in scores]

    @event
    def game_finished(self, places: Many) -> None:
        self.owing = []


def tell(game: Game, ours: Event) -> None:
    """Let the library's game hear one of our events, without what only seals need."""
    kind, told = getattr(Game, type(ours).__name__), form(ours)
    match ours:
        case RoundDealt():
            told["cards"] = [list(hand or ()) for hand in ours.cards]
        case CardPicked():
            told["card"] = ours.card
        case PicksRevealed():
            told["picks"] = [{"seat": pick.seat, "card": pick.card} for pick in ours.picks]
    names = {field.name for field in fields(kind)} & told.keys()
    game.trigger_event(kind, **{name: told[name] for name in names})
