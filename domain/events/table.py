"""Events at the table: deals, turns, picks, placements, choices."""

from dataclasses import dataclass

from domain.events.base import Event, secret
from domain.rows import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtHand:
    seat: int
    count: int
    seal: str
    cards: tuple[int, ...] | None = secret()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDealt(Event):
    """A new round: sealed hands, or (in a draft) empty ones beside an open `pool`."""

    round: int
    hands: tuple[DealtHand, ...] = ()
    face_down: bool = False
    specials: tuple[str, ...] = ()
    pool: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsLaid(Event):
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(Event):
    """Each of `seats` now owes a decision of this `kind`."""

    turn: int
    kind: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrafted(Event):
    """`by` says who acted, here and below: "player", "bot", "clock" for what was done at a
    deadline, or "rule" for a house rule. `policy` names what chose, with its version, as
    "careful/1": always for a bot, and for a clock that a policy answers for."""

    seat: int
    card: int
    by: str = "player"
    policy: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPicked(Event):
    """A secret pick. The seal is bound to game, round, turn and seat (docs/ledger.md)."""

    round: int
    turn: int
    seat: int
    seal: str
    card: int | None = secret()
    by: str = "player"
    policy: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealedPick:
    seat: int
    card: int
    salt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PicksRevealed(Event):
    """All picks of the turn, lowest card first, each with the salt that opens its seal."""

    picks: tuple[RevealedPick, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedCard:
    """A bull (`card`), or a `special` with the row it is meant for."""

    card: int | None = None
    special: str | None = None
    row: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPlayed(Event):
    """Cards shown openly, to be placed in this order."""

    seat: int
    cards: tuple[PlayedCard, ...]
    by: str = "player"
    policy: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlaced(Event):
    """`reason`: nearest, highest, chosen, named, or start (the card begins the row anew)."""

    seat: int
    row: int
    reason: str
    card: int | None = None
    special: str | None = None
    side: Side = "right"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A row, and for a placement also the side of it."""

    row: int
    side: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceRequested(Event):
    """Resolution stops: `seat` must choose for its `card`. `kind`: row (to take) or place."""

    seat: int
    card: int
    kind: str
    options: tuple[Spot, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceMade(Event):
    seat: int
    row: int
    side: Side | None = None
    by: str = "player"
    policy: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RowTaken(Event):
    """`reason`: full (one card too many) or low (the card fits nowhere)."""

    seat: int
    row: int
    cards: tuple[int, ...]
    heads: int
    reason: str
    specials: tuple[str, ...] = ()
