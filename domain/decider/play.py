"""Open play in turn: the top card of a pile (children), or one to three cards (hornochsen)."""

from domain.decider import resolve, rounds
from domain.decider.accumulator import Story
from domain.decisions import commands as c
from domain.errors import NotAnOption
from domain.events import CardPlaced, CardsPlayed, PlayedCard
from domain.rulesets.placement import named_row, special_fits

MOST = 3
"""Cards that may be played in one turn (hornochsen 2)."""


def flip(story: Story, command: c.FlipCard) -> None:
    """Show the top card of the face-down pile and place it."""
    pile = story.state.hands[command.seat].cards
    assert pile, "a seat that owes a flip has a pile"
    _show(story, command, (PlayedCard(card=pile[0]),))
    resolve.drain(story)


def play(story: Story, command: c.PlayCards) -> None:
    """Place the cards in the order given, each on the table that the one before has left.

    One card that may not be played refuses the whole play.
    """
    _check_held(story, command)
    _show(story, command, command.cards)
    for place, played in enumerate(command.cards):
        if played.card is not None:
            resolve.place_next(story)
        else:
            _place_special(story, command.seat, place, played)
    rounds.next_turn(story)


def _show(story: Story, command: c.Answer, cards: tuple[PlayedCard, ...]) -> None:
    story.tell(CardsPlayed(seat=command.seat, cards=cards, by=command.by, policy=command.policy))


def _check_held(story: Story, command: c.PlayCards) -> None:
    if not 1 <= len(command.cards) <= MOST:
        raise NotAnOption(f"Play 1 to {MOST} cards, not {len(command.cards)}.")
    hand = story.state.hands[command.seat]
    held: set[int | str] = {*(hand.cards or ()), *hand.specials}
    for place, played in enumerate(command.cards):
        if played.card is not None and (played.special is not None or played.row is not None):
            raise NotAnOption("A bull has no row to name and is no special.", index=place)
        name = played.card if played.card is not None else played.special
        if name not in held:
            raise NotAnOption(f"Card {name} is not in your hand, or named twice.", index=place)
        held.discard(name)


def _place_special(story: Story, seat: int, place: int, played: PlayedCard) -> None:
    assert played.special is not None
    rows = story.state.rows
    index = played.row
    if index is None or index not in range(len(rows)):
        raise NotAnOption(f"There is no row {index}.", index=place)
    if not special_fits(rows[index], played.special):
        raise NotAnOption(
            f"Row {index} is gone, or {named_row(played.special)} lies in it already.", index=place
        )
    story.tell(CardPlaced(seat=seat, row=index, special=played.special, reason="named"))
