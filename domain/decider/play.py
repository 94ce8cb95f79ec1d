"""Open play in turn: the top card of a pile (children), or one to three cards (hornochsen)."""

from collections.abc import Sequence

from domain.decider import resolve, rounds
from domain.decider.accumulator import Accumulator
from domain.decisions import commands as c
from domain.errors import NotAnOption
from domain.events import CardPlaced, CardsPlayed, PlayedCard
from domain.rulesets.placement import named_row, special_fits
from domain.table.hands import Hand

MAX_CARDS = 3
"""Cards that may be played in one turn (hornochsen 2)."""


def flip(acc: Accumulator, command: c.Answer) -> None:
    """Show the top card of the face-down pile and place it."""
    pile = acc.state.hands[command.decision.seat].cards
    assert pile, "a seat that owes a flip has a pile"
    _show(acc, command, (PlayedCard(card=pile[0]),))
    resolve.drain(acc)


def play(acc: Accumulator, command: c.Answer) -> None:
    """Place the cards in the order given, each on the table that the one before has left.

    One card that may not be played refuses the whole play.
    """
    seat = command.decision.seat
    cards = tuple(PlayedCard(**card) for card in command.body["cards"])
    _check_held(acc.state.hands[seat], cards)
    _show(acc, command, cards)
    for place, played in enumerate(cards):
        if played.card is not None:
            resolve.place_next(acc)
        else:
            _place_special(acc, seat, place, played)
    rounds.next_turn(acc)


def _show(acc: Accumulator, command: c.Answer, cards: tuple[PlayedCard, ...]) -> None:
    seat, by, policy = command.decision.seat, command.by, command.policy
    acc.emit(CardsPlayed(seat=seat, cards=cards, by=by, policy=policy))


def _check_held(hand: Hand, cards: Sequence[PlayedCard]) -> None:
    if not 1 <= len(cards) <= MAX_CARDS:
        raise NotAnOption(f"Play 1 to {MAX_CARDS} cards, not {len(cards)}.")
    held: set[int | str] = {*(hand.cards or ()), *hand.specials}
    for place, played in enumerate(cards):
        if played.card is not None and (played.special is not None or played.row is not None):
            raise NotAnOption("A bull has no row to name and is no special.", index=place)
        name = played.card if played.card is not None else played.special
        if name not in held:
            raise NotAnOption(f"Card {name} is not in your hand, or named twice.", index=place)
        held.discard(name)


def _place_special(acc: Accumulator, seat: int, place: int, played: PlayedCard) -> None:
    assert played.special is not None
    rows = acc.state.rows
    index = played.row
    if index is None or index not in range(len(rows)):
        raise NotAnOption(f"There is no row {index}.", index=place)
    if not special_fits(rows[index], played.special):
        raise NotAnOption(
            f"Row {index} is gone, or {named_row(played.special)} lies in it already.", index=place
        )
    acc.emit(CardPlaced(seat=seat, row=index, special=played.special, reason="named"))
