"""What a record without the seed leaves hidden, and how the rules are derived around it.

Where the seed decides, the record is believed: who is drawn to begin, and which rows lie.
Hands are made of the cards that are seen to leave them, and of blanks for the rest. Cards
are followed through each round, so that none exists twice.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from domain import events as e
from domain.audit.contents import Contents, Record
from domain.audit.report import Rejected
from domain.rulesets import RULESETS
from domain.state import State

NO_SEED = "00" * 32
"""Stands for the server seed while it is unknown; nothing derived from it is compared."""


BLANK = 1 << 20
"""The first of the cards that stand for those nobody has seen. They are higher than all
others, so that a seat's lowest card is one that was seen, if any was."""


@dataclass(slots=True)
class Hidden:
    """What the record shows of each hand, and who was seen with which card this round."""

    contents: Contents
    opened: dict[tuple[int, int], tuple[int, ...]]
    played: dict[tuple[int, int], list[int]]
    owners: dict[int, int | None] = field(default_factory=dict)
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
                self.owners = {}
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
                if len(set(cards)) != len(cards):
                    raise Rejected("a card begins two rows")
                self._own(cards, None, state)
            case e.PicksRevealed(picks=picks):
                for pick in picks:
                    self._own((pick.card,), pick.seat, state)
            case e.CardsPlayed(seat=seat, cards=played):
                self._own([p.card for p in played if p.card is not None], seat, state)

    def filled(self, record: Record, state: State) -> e.Event:
        """The recorded event with all that is known of its secrets, for the fold."""
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

    def pick(self, record: Record, state: State) -> e.Event:
        """A recorded pick with its card: the one that was shown, or any that may be it."""
        event = record.event
        if not isinstance(event, e.CardPicked):
            return event
        own = self.opened.get((record.revision, event.seat))
        if own:
            return replace(event, card=own[0])
        hand = state.hands.get(event.seat)
        return replace(event, card=hand.cards[0] if hand and hand.cards else None)

    def _hand(self, revision: int, round: int, hand: e.DealtHand) -> e.DealtHand:
        cards = self.opened.get((revision, hand.seat))
        if cards is None:
            seen = self.played[round, hand.seat]
            blanks = range(BLANK, BLANK + hand.count - len(seen))
            cards = (*seen, *blanks)
        return replace(hand, cards=cards)

    def _own(self, cards: Sequence[int], seat: int | None, state: State) -> None:
        deck = RULESETS[state.ruleset].deck(len(state.totals), state.options)
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


def hidden(contents: Contents) -> Hidden:
    """What the whole record shows of the hands in it."""
    opened: dict[tuple[int, int], tuple[int, ...]] = {}
    for opening in contents.openings:
        cards = opening.payload.get("cards", [opening.payload.get("card")])
        if type(cards) is list and all(type(card) is int for card in cards):
            opened[opening.revision, opening.payload["seat"]] = tuple(cards)
    played: dict[tuple[int, int], list[int]] = defaultdict(list)
    for record in contents.records:
        match record.event:
            case e.PicksRevealed(picks=picks):
                for pick in picks:
                    played[record.round, pick.seat].append(pick.card)
            case e.CardsPlayed(seat=seat, cards=cards):
                played[record.round, seat] += [p.card for p in cards if p.card is not None]
    return Hidden(contents, opened, played)
