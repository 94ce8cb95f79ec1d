"""The deals: hands, rows and beginners, derived again from the seed and the client seeds.

It is written apart from decider/rounds.py, from docs/ledger.md, and shares with it only the
shuffle (which has vectors) and the rulesets' data.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain import events as e
from domain import ledger
from domain.audit.contents import Contents, Record
from domain.audit.report import Rejected
from domain.audit.wording import refusal
from domain.errors import RuleViolation
from domain.ledger import fairness
from domain.rulesets import RULESETS, Ruleset
from domain.text.shown import shown


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays what, with which seeds."""

    contents: Contents
    seed: str
    rules: Ruleset
    client_seeds: Mapping[int, str]

    @property
    def seats(self) -> list[int]:
        return sorted(self.client_seeds)

    @property
    def in_turn(self) -> bool:
        """Whether a round has a beginner (docs/ledger.md, "Who begins")."""
        return self.rules.hands_from == "draft" or self.rules.play != "pick"

    def key(self, round: int, purpose: str) -> bytes:
        game = self.contents.game
        return fairness.deal_key(self.seed, game, round, purpose, self.client_seeds)


def check(contents: Contents, seed: str) -> int:
    """Derive every deal again: how many there were.

    :raises Rejected: at the first card that does not come from the seeds.
    """
    deals = _Deals(contents, seed)
    for record in contents.records:
        if (look := _LOOK.get(type(record.event))) is not None:
            look(deals, record, record.event)
    return deals.rounds


class _Deals:
    """How far the deals have been derived: who sits where, who plays, and what must follow."""

    def __init__(self, contents: Contents, seed: str) -> None:
        self.contents = contents
        self.seed = seed
        self.taken: dict[int, str] = {}
        self.playing: dict[int, str | None] = {}
        self.table: Table | None = None
        self.rounds = 0
        self.rows: list[int] | None = None
        self.begun = True

    def seat_taken(self, _: Record, event: e.SeatTaken) -> None:
        self.taken[event.seat] = event.client_seed

    def seat_left(self, _: Record, event: e.SeatLeft) -> None:
        self.taken.pop(event.seat, None)

    def game_started(self, _: Record, event: e.GameStarted) -> None:
        if not self.playing:
            self.playing = {seat: self.taken.get(seat) for seat in event.seats}

    def round_dealt(self, record: Record, event: e.RoundDealt) -> None:
        self.rounds += 1
        if event.round != self.rounds:
            raise Rejected(f"round {event.round} is not the next one", record.revision)
        if self.table is None:
            self.table = self._table(record)
        self.rows = _deal(self.table, event, record)
        self.begun = False

    def rows_laid(self, record: Record, event: e.RowsLaid) -> None:
        if self.rows is not None and list(event.cards) != self.rows:
            raise Rejected("the rows do not come from the seed", record.revision)

    def turn_started(self, record: Record, event: e.TurnStarted) -> None:
        if self.begun or self.table is None:
            return
        self.begun = True
        if self.table.in_turn and list(event.seats) != [_beginner(self.table, self.rounds)]:
            raise Rejected("the seed draws another beginner", record.revision)

    def _table(self, record: Record) -> Table:
        """The table at which the first round is dealt."""
        seeds = {seat: seed for seat, seed in self.playing.items() if seed is not None}
        if not seeds or len(seeds) < len(self.playing):
            reason = "the deal cannot be derived: seats play that nobody has taken"
            raise Rejected(reason, record.revision)
        return Table(self.contents, self.seed, _rules(self.contents, len(seeds)), seeds)


_LOOK: Mapping[type[e.Event], Callable[[_Deals, Record, Any], None]] = {
    e.SeatTaken: _Deals.seat_taken,
    e.SeatLeft: _Deals.seat_left,
    e.GameStarted: _Deals.game_started,
    e.RoundDealt: _Deals.round_dealt,
    e.RowsLaid: _Deals.rows_laid,
    e.TurnStarted: _Deals.turn_started,
}
"""The types of events that matter here."""


def _rules(contents: Contents, players: int) -> Ruleset:
    rules = RULESETS.get(contents.ruleset)
    if rules is None:
        raise Rejected(f"the ruleset {shown(contents.ruleset)} is not known", 1)
    try:
        settled = rules.settle(contents.options)
    except RuleViolation as error:
        raise Rejected(f"the options are none of the ruleset: {refusal(error)}", 1) from error
    if ledger.encoded(settled) != ledger.encoded(contents.options):
        raise Rejected("the options are not all of the ruleset's", 1)
    if players not in rules.seats:
        raise Rejected(f"{rules.key} is not for {players} players", 1)
    return rules


def _deal(table: Table, dealt: e.RoundDealt, record: Record) -> list[int] | None:
    """Check the hands; the rows that follow, or None where nothing is dealt."""
    rules, options = table.rules, table.contents.options
    if rules.hands_from == "draft":
        return None  # the pool is the whole deck, whatever the seed: the rules say so
    deck: Sequence[int] = rules.deck(len(table.seats), options)
    if [hand.seat for hand in dealt.hands] != table.seats:
        raise Rejected("the hands are not those of the seats that play", record.revision)
    deck = fairness.shuffle(deck, table.key(dealt.round, "deal"))
    size = rules.hand(len(table.seats))
    for hand in dealt.hands:
        cards, deck = list(deck[:size]), deck[size:]
        if rules.hands_from == "deal":
            cards.sort()
        context = ledger.hand_context(table.contents.game, dealt.round, hand.seat)
        seal = ledger.seal_hand(table.seed, context, tuple(cards))
        if (hand.count, hand.seal) != (size, seal):
            raise Rejected(f"the hand of seat {hand.seat} is not from the seed", record.revision)
    rows = list(deck[: rules.rows(len(table.seats), options)])
    return sorted(rows) if rules.rows_ascending else rows


def _beginner(table: Table, round: int) -> int:
    """Who begins a round that is played in turn (docs/ledger.md, "Who begins")."""
    options, seats = table.contents.options, table.seats
    named: int | None = options.get("start_seat")
    if named is not None:
        return named
    if options.get("draft_start") == "rotate":
        first = seats.index(fairness.choose(seats, table.key(1, "start")))
        return seats[(first + round - 1) % len(seats)]
    return fairness.choose(seats, table.key(round, "start"))
