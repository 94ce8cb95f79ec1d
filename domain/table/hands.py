"""What a seat holds: its hand and its pile."""

import msgspec

from domain.table.cards import bullheads


class Hand(msgspec.Struct, frozen=True):
    """The cards a seat has still to play.

    `count` (of bulls) and `specials` are public. `cards` is None for whoever may not see
    them: a redacted fold carries the same hand without its cards. `face_down` cards are a
    pile, top card first, that not even its owner may look at.
    """

    count: int = 0
    cards: tuple[int, ...] | None = ()
    specials: tuple[str, ...] = ()
    face_down: bool = False

    def with_card(self, card: int | None) -> "Hand":
        """The hand with one bull more; an unknown card makes the hand unknown."""
        cards = None if card is None or self.cards is None else tuple(sorted((*self.cards, card)))
        return Hand(self.count + 1, cards, self.specials, self.face_down)

    def without(self, card: int | None) -> "Hand":
        """The hand after one bull has left it; an unknown card leaves an unknown hand.

        A card that the fold knows only by its playing (a face-down pile seen by somebody
        who may not look into it) leaves the rest as unknown as it was.
        """
        if card is None or self.cards is None:
            return Hand(self.count - 1, None, self.specials, self.face_down)
        at = self.cards.index(card) if card in self.cards else len(self.cards)
        cards = self.cards[:at] + self.cards[at + 1 :]
        return Hand(self.count - 1, cards, self.specials, self.face_down)

    def without_special(self, special: str) -> "Hand":
        kept = tuple(held for held in self.specials if held != special)
        return Hand(self.count, self.cards, kept, self.face_down)


class Pile(msgspec.Struct, frozen=True):
    """The cards a seat has taken this round, in the order they were taken."""

    cards: tuple[int, ...] = ()
    specials: tuple[str, ...] = ()

    @property
    def bullheads(self) -> int:
        return sum(map(bullheads, self.cards))

    def with_taken(self, cards: tuple[int, ...], specials: tuple[str, ...]) -> "Pile":
        return Pile(self.cards + cards, self.specials + specials)
