"""What a record without the seed leaves hidden, and how the rules are derived around it.

Where the seed decides, the record is believed: who is drawn to begin, and which rows lie.
Hands are made of the cards that are seen to leave them, and of blanks for the rest. Cards
are followed through each round, so that none exists twice.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec.structs import replace

from domain import events as e
from domain.audit.checking.seals import Seals
from domain.audit.reading.contents import Contents
from domain.audit.verdicts import Rejected
from domain.ledger import GENESIS
from domain.rulesets import RULESETS
from domain.state import State

NO_SEED: Final = GENESIS
"""Stands for the server seed while it is unknown; nothing derived from it is compared."""

BLANK: Final = 1 << 20
"""The first of the cards that stand for those nobody has seen. They are higher than all
others, so that a seat's lowest card is one that was seen, if any was."""


@dataclass(slots=True)
class Hidden:
    """What the record shows of each hand, and who was seen with which card this round.

    `opened` has what openings truly open, by revision and seat; `played` the cards that each
    seat is seen to play, by round and seat; `shown` those that lie on the table this round;
    `first` the seat that has begun the first round, where that decides who begins the others.
    """

    opened: Mapping[tuple[int, int], tuple[int, ...]]
    played: Mapping[tuple[int, int], list[int]]
    owners: dict[int, int | None] = field(default_factory=dict)
    shown: set[int] = field(default_factory=set)
    first: int | None = None

    def borrow(self, derived: e.Event, recorded: e.Event, state: State) -> e.Event:
        """The derived event with what only the seed could say in it, as recorded; both are of one
        type.

        :raises Rejected: if what is recorded there cannot be.
        """
        match derived, recorded:
            case e.GameCreated(), e.GameCreated(commitment=commitment):
                derived = replace(derived, commitment=commitment)
            case e.RoundDealt(), e.RoundDealt():
                self.owners, self.shown = {}, set()
                derived = replace(derived, hands=_with("seal", derived.hands, recorded.hands))
            case e.RowsLaid(), e.RowsLaid(cards=cards) if not state.pool:
                _check_rows(cards, state)
                derived = replace(derived, cards=cards)
            case e.TurnStarted(), e.TurnStarted(
                turn=1, kind="draft" | "flip" | "play", seats=[one]
            ):
                if self._may_begin(one, state):
                    derived = replace(derived, seats=(one,))
            case e.CardPicked(), e.CardPicked(seal=seal):
                derived = replace(derived, seal=seal)
            case e.PicksRevealed(), e.PicksRevealed(picks=picks):
                derived = replace(derived, picks=_with("salt", derived.picks, picks))
        self._follow(recorded, state)
        return derived

    def _follow(self, event: e.Event, state: State) -> None:
        """Whose are the cards that this event shows?"""
        match event:
            case e.RowsLaid(cards=cards):
                self._show(cards, None, state)
            case e.PicksRevealed(picks=picks):
                for pick in picks:
                    self._show((pick.card,), pick.seat, state)
            case e.CardsPlayed(seat=seat, cards=played):
                self._show([each.card for each in played if each.card is not None], seat, state)

    def filled(self, derived: e.Event, recorded: e.Event, revision: int, state: State) -> e.Event:
        """The recorded event with all that is known of its secrets, for the fold."""
        match recorded:
            case e.CardPicked():
                return derived
            case e.GameCreated():
                return replace(recorded, secret=e.GameSecret(server_seed=NO_SEED))
            case e.RoundDealt(round=round, hands=hands):
                for hand in hands:
                    self._own(self.opened.get((revision, hand.seat), ()), hand.seat, state)
                held = tuple(self._hand(revision, round, hand) for hand in hands)
                return replace(recorded, secret=e.HandsSecret(hands=held))
        return recorded

    def pick(self, event: e.CardPicked, state: State) -> e.CardPicked:
        """A pick with its card, where nothing shows it: any that may be it."""
        hand = state.hands.get(event.seat)
        if not hand or not hand.cards:
            return event
        return replace(event, secret=e.PickSecret(card=hand.cards[0]))

    def _hand(self, revision: int, round: int, hand: e.DealtHand) -> tuple[int, ...]:
        """A hand of as many cards as it must have: those it is seen to play, and blanks."""
        cards = self.opened.get((revision, hand.seat))
        if cards is None:
            seen = self.played.get((round, hand.seat), [])[: hand.count]
            cards = (*seen, *range(BLANK, BLANK + hand.count - len(seen)))
        return cards

    def _show(self, cards: Sequence[int], seat: int | None, state: State) -> None:
        """These cards come onto the table, from the hand of this seat, or from none."""
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

    def _may_begin(self, seat: int, state: State) -> bool:
        """Whether this seat may have been drawn to begin this round."""
        seats = sorted(state.totals)
        if state.options.get("start_seat") is not None:
            return False
        if state.options.get("draft_start") == "rotate" and self.first in seats:
            return seat == seats[(seats.index(self.first) + state.round - 1) % len(seats)]
        self.first = seat
        return seat in seats


def hidden(contents: Contents, sealed: Seals) -> Hidden:
    """What the whole record shows of the hands in it, with what its openings truly open."""
    opened: dict[tuple[int, int], tuple[int, ...]] = {}
    for seal in sealed.hands:
        if seal.cards is not None:
            opened.setdefault(seal.place, seal.cards)
    played: dict[tuple[int, int], list[int]] = defaultdict(list)
    for record in contents.records:
        match record.event:
            case e.PicksRevealed(picks=picks):
                for pick in picks:
                    played[record.round, pick.seat].append(pick.card)
            case e.CardsPlayed(seat=seat, cards=cards):
                played[record.round, seat] += [each.card for each in cards if each.card is not None]
    return Hidden(opened, played)


def _with(name: str, ours: Sequence[Any], theirs: Sequence[Any]) -> tuple[Any, ...]:
    """Our parts, each with the value of that name that theirs at its place has, if there is one."""
    pairs = zip(ours, theirs, strict=False)
    both = [replace(own, **{name: getattr(other, name)}) for own, other in pairs]
    return (*both, *ours[len(both) :])


def _check_rows(cards: Sequence[int], state: State) -> None:
    rules = RULESETS[state.ruleset]
    if len(cards) != rules.rows(len(state.totals), state.options):
        raise Rejected(f"{len(cards)} rows are laid")
    if rules.rows_ascending and sorted(cards) != list(cards):
        raise Rejected("the rows do not ascend")
