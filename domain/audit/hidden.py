"""What a record without the seed leaves hidden, and how the rules are derived around it.

Where the seed decides, the record is believed: who is drawn to begin, and which rows lie.
Hands are made of the cards that are seen to leave them, and of blanks for the rest. Cards
are followed through each round, so that none exists twice.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from domain import events as e
from domain.audit.contents import Contents, Record
from domain.audit.report import Rejected
from domain.audit.seals import Openings
from domain.rulesets import RULESETS
from domain.state import State

NO_SEED = "00" * 32
"""Stands for the server seed while it is unknown; nothing derived from it is compared."""


BLANK = 1 << 20
"""The first of the cards that stand for those nobody has seen. They are higher than all
others, so that a seat's lowest card is one that was seen, if any was."""


@dataclass(slots=True)
class Hidden:
    """What the record shows of each hand, and who was seen with which card this round.

    `opened` has what openings truly open, by revision and seat; `played` the cards that each
    seat is seen to play, by round and seat; `shown` those that lie on the table this round.
    """

    opened: Openings
    played: Mapping[tuple[int, int], list[int]]
    owners: dict[int, int | None] = field(default_factory=dict)
    shown: set[int] = field(default_factory=set)
    first: int | None = None

    def borrow(self, derived: dict[str, Any], record: Record, state: State) -> None:
        """Put into the derived form what only the seed could say, as recorded.

        :raises Rejected: if what is recorded there cannot be.
        """
        form = record.form
        match record.event:
            case e.GameCreated():
                derived["commitment"] = form["commitment"]
            case e.RoundDealt():
                self.owners, self.shown = {}, set()
                for mine, theirs in zip(
                    derived.get("hands", ()), form.get("hands", ()), strict=False
                ):
                    mine["seal"] = theirs["seal"]
            case e.RowsLaid(cards=cards) if not state.pool:
                self._check_rows(cards, state)
                derived["cards"] = form["cards"]
            case e.TurnStarted(turn=1, kind="draft" | "flip" | "play", seats=(seat,)):
                if seat in self._drawable(state):
                    self.first = seat if self.first is None else self.first
                    derived["seats"] = form["seats"]
            case e.CardPicked():
                derived["seal"] = form["seal"]
            case e.PicksRevealed(picks=picks):
                for mine, shown in zip(derived["picks"], picks, strict=False):
                    mine["salt"] = shown.salt
        self._follow(record.event, state)

    def _check_rows(self, cards: Sequence[int], state: State) -> None:
        rules = RULESETS[state.ruleset]
        if len(cards) != rules.rows(len(state.totals), state.options):
            raise Rejected(f"{len(cards)} rows are laid")
        if rules.rows_ascending and sorted(cards) != list(cards):
            raise Rejected("the rows do not ascend")

    def _follow(self, event: e.Event, state: State) -> None:
        """Whose are the cards that this event shows?"""
        match event:
            case e.RowsLaid(cards=cards):
                self._show(cards, None, state)
            case e.PicksRevealed(picks=picks):
                for pick in picks:
                    self._show((pick.card,), pick.seat, state)
            case e.CardsPlayed(seat=seat, cards=played):
                self._show([p.card for p in played if p.card is not None], seat, state)

    def filled(self, derived: e.Event, record: Record, state: State) -> e.Event:
        """The recorded event with all that is known of its secrets, for the fold."""
        if isinstance(derived, e.CardPicked):
            return derived
        event = record.event
        match event:
            case e.GameCreated():
                return replace(event, server_seed=NO_SEED)
            case e.RoundDealt():
                hands = [self._hand(record.revision, event.round, hand) for hand in event.hands]
                for hand in hands:
                    if (record.revision, hand.seat) in self.opened:
                        self._own(hand.cards or (), hand.seat, state)
                return replace(event, hands=tuple(hands))
        return event

    def pick(self, event: e.CardPicked, state: State) -> e.CardPicked:
        """A pick with its card, where nothing shows it: any that may be it."""
        hand = state.hands.get(event.seat)
        return replace(event, card=hand.cards[0] if hand and hand.cards else None)

    def _hand(self, revision: int, round: int, hand: e.DealtHand) -> e.DealtHand:
        """A hand of as many cards as it must have: those it is seen to play, and blanks."""
        cards = self.opened.get((revision, hand.seat))
        if cards is None:
            seen = self.played.get((round, hand.seat), [])[: hand.count]
            blanks = range(BLANK, BLANK + hand.count - len(seen))
            cards = (*seen, *blanks)
        return replace(hand, cards=cards)

    def _show(self, cards: Sequence[int], seat: int | None, state: State) -> None:
        """These cards come onto the table."""
        for card in cards:
            if card in self.shown:
                raise Rejected(f"card {card} is in the round twice")
            self.shown.add(card)
        self._own(cards, seat, state)

    def _own(self, cards: Sequence[int], seat: int | None, state: State) -> None:
        """These cards are, or were, in the hand of this seat; in no hand if it is None."""
        deck = RULESETS[state.ruleset].deck(len(state.totals), state.options)
        if len(set(cards)) != len(cards):
            raise Rejected("a hand has a card twice")
        for card in cards:
            if card not in deck:
                raise Rejected(f"there is no card {card}")
            if self.owners.setdefault(card, seat) != seat:
                raise Rejected(f"card {card} is in the round twice")

    def _drawable(self, state: State) -> list[int]:
        """The seats that may have been drawn to begin this round."""
        seats = sorted(state.totals)
        if state.options.get("start_seat") is not None:
            return []
        if state.options.get("draft_start") == "rotate" and self.first in seats:
            return [seats[(seats.index(self.first) + state.round - 1) % len(seats)]]
        return seats


def hidden(contents: Contents, opened: Openings) -> Hidden:
    """What the whole record shows of the hands in it, with what its openings truly open."""
    played: dict[tuple[int, int], list[int]] = defaultdict(list)
    for record in contents.records:
        form = record.form
        match record.type:
            case "PicksRevealed":
                for pick in form["picks"]:
                    played[record.round, pick["seat"]].append(pick["card"])
            case "CardsPlayed":
                cards = [each["card"] for each in form["cards"] if "card" in each]
                played[record.round, form["seat"]] += cards
    return Hidden(opened, played)
