"""The deals: hands, rows and beginners, derived again from the seed and the client seeds.

It is written apart from decider/rounds.py, from docs/ledger.md, and shares with it only the
shuffle (which has vectors) and the rulesets' data.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from domain import events as e
from domain import ledger
from domain.audit.reading.contents import Contents, Record
from domain.audit.verdicts import Rejected, refusal
from domain.errors import RuleViolation
from domain.ledger import SealContext, fairness
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

    def key(self, round: int, purpose: str) -> bytes:
        game = self.contents.game
        return fairness.deal_key(self.seed, game, round, purpose, self.client_seeds)


def check(contents: Contents, seed: str) -> int:
    """Derive every deal again: how many there were.

    :raises Rejected: at the first card that does not come from the seeds.
    """
    table: Table | None = None
    rounds, begun = 0, True
    rows: list[int] | None = None
    for record in contents.records:
        match record.event:
            case e.RoundDealt() as dealt:
                rounds, begun = rounds + 1, False
                if dealt.round != rounds:
                    raise Rejected(f"round {dealt.round} is not the next one", record.revision)
                table = table or _table(contents, seed, record)
                rows = _deal(table, dealt, record)
            case e.RowsLaid(cards=cards) if rows is not None and list(cards) != rows:
                raise Rejected("the rows do not come from the seed", record.revision)
            case e.TurnStarted(seats=seats) if table is not None and not begun:
                begun = True
                in_turn = table.rules.hands_from == "draft" or table.rules.play != "pick"
                if in_turn and list(seats) != [_beginner(table, rounds)]:
                    raise Rejected("the seed draws another beginner", record.revision)
    return rounds


def _table(contents: Contents, seed: str, first: Record) -> Table:
    """The table at which the first round is dealt, by the record `first`."""
    taken: dict[int, str] = {}
    playing: dict[int, str | None] = {}
    for record in contents.records:
        match record.event:
            case e.SeatTaken() as event:
                taken[event.seat] = event.client_seed
            case e.SeatLeft(seat=seat):
                taken.pop(seat, None)
            case e.GameStarted(seats=seats) if not playing:
                playing = {seat: taken.get(seat) for seat in seats}
        if record is first:
            break
    seeds = {seat: given for seat, given in playing.items() if given is not None}
    if not seeds or len(seeds) < len(playing):
        reason = "the deal cannot be derived: seats play that nobody has taken"
        raise Rejected(reason, first.revision)
    return Table(contents, seed, _rules(contents, len(seeds)), seeds)


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
        context = SealContext(table.contents.game, dealt.round, hand.seat)
        seal = context.close(table.seed, cards)
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
