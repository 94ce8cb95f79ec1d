"""Events at the table: deals, turns, picks, placements, choices."""

from domain.events.base import Event, Part, Secret
from domain.table.rows import Side


class DealtHand(Part, frozen=True, kw_only=True):
    seat: int
    count: int
    seal: str


class HandsSecret(Secret, frozen=True, kw_only=True, array_like=True):
    """The cards of each hand, in the order of the hands; None for one that is not known here."""

    hands: tuple[tuple[int, ...] | None, ...]


class RoundDealt(Event, frozen=True, kw_only=True):
    """A new round: sealed hands, or (in a draft) empty ones beside an open `pool`."""

    round: int
    hands: tuple[DealtHand, ...] = ()
    face_down: bool = False
    specials: tuple[str, ...] = ()
    pool: tuple[int, ...] = ()
    secret: HandsSecret | None = None

    @property
    def cards(self) -> tuple[tuple[int, ...] | None, ...]:
        """The cards of each of `hands`, as far as they are known."""
        return (None,) * len(self.hands) if self.secret is None else self.secret.hands


class RowsLaid(Event, frozen=True, kw_only=True):
    cards: tuple[int, ...]


class TurnStarted(Event, frozen=True, kw_only=True):
    """Each of `seats` now owes a decision of this `kind`."""

    turn: int
    kind: str
    seats: tuple[int, ...]


class CardDrafted(Event, frozen=True, kw_only=True):
    """`by` says who acted, here and below: "player", "bot", "clock" for what was done at a
    deadline, or "rule" for a house rule. `policy` names what chose, with its version, as
    "careful/1": always for a bot, and for a clock that a policy answers for."""

    seat: int
    card: int
    by: str = "player"
    policy: str | None = None


class PickSecret(Secret, frozen=True, kw_only=True, array_like=True):
    card: int


class CardPicked(Event, frozen=True, kw_only=True):
    """A secret pick. The seal is bound to game, round, turn and seat (docs/ledger.md)."""

    round: int
    turn: int
    seat: int
    seal: str
    by: str = "player"
    policy: str | None = None
    secret: PickSecret | None = None

    @property
    def card(self) -> int | None:
        """The card, where it is known."""
        return None if self.secret is None else self.secret.card


class RevealedPick(Part, frozen=True, kw_only=True):
    seat: int
    card: int
    salt: str


class PicksRevealed(Event, frozen=True, kw_only=True):
    """All picks of the turn, lowest card first, each with the salt that opens its seal."""

    picks: tuple[RevealedPick, ...]


class PlayedCard(Part, frozen=True, kw_only=True):
    """A bull (`card`), or a `special` with the row it is meant for."""

    card: int | None = None
    special: str | None = None
    row: int | None = None


class CardsPlayed(Event, frozen=True, kw_only=True):
    """Cards shown openly, to be placed in this order."""

    seat: int
    cards: tuple[PlayedCard, ...]
    by: str = "player"
    policy: str | None = None


class CardPlaced(Event, frozen=True, kw_only=True):
    """`reason`: nearest, highest, chosen, named, or start (the card begins the row anew)."""

    seat: int
    row: int
    reason: str
    card: int | None = None
    special: str | None = None
    side: Side = "right"


class Spot(Part, frozen=True, kw_only=True):
    """A row, and for a placement also the side of it."""

    row: int
    side: Side | None = None


class ChoiceRequested(Event, frozen=True, kw_only=True):
    """Resolution stops: `seat` must choose for its `card`. `kind`: row (to take) or place."""

    seat: int
    card: int
    kind: str
    options: tuple[Spot, ...]


class ChoiceMade(Event, frozen=True, kw_only=True):
    seat: int
    row: int
    side: Side | None = None
    by: str = "player"
    policy: str | None = None


class RowTaken(Event, frozen=True, kw_only=True):
    """`reason`: full (one card too many) or low (the card fits nowhere)."""

    seat: int
    row: int
    cards: tuple[int, ...]
    heads: int
    reason: str
    specials: tuple[str, ...] = ()
