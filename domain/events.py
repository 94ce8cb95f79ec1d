"""The facts of a game, past tense, frozen, each with the version of its payload.

Every event has a public form, which everybody may read, and may have a secret part: the
fields marked `secret()`. The public form of a secret is a seal over it (see ledger.py). A
redacted event is the same event with its secrets set to None, and folds all the same.

A field that has its default is left out of the stored form. Names are never reused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from domain.rows import Side


def secret() -> Any:
    """A field that is stored apart from the public form and may be unknown (None)."""
    return field(default=None, metadata={"secret": True})


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """`at` is when the event was decided, in milliseconds since 1970."""

    version: ClassVar[int] = 1

    at: int = 0


# -- the lobby ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCreated(Event):
    """`commitment` binds the server to its seed before anybody sits down (docs/ledger.md)."""

    game: str
    ruleset: str
    options: Mapping[str, Any]
    seats: int
    visibility: str
    commitment: str
    server_seed: str | None = secret()
    host_hash: str | None = secret()
    invite_hash: str | None = secret()
    request: str | None = secret()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(Event):
    """`policy` names the bot; a person has none."""

    seat: int
    name: str
    policy: str | None = None
    client_seed: str = ""
    token_hash: str | None = secret()
    request: str | None = secret()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft(Event):
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatHandedOver(Event):
    """From here on the bot `policy` plays the seat: its player resigned."""

    seat: int
    policy: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(Event):
    seats: tuple[int, ...]


# -- a round --------------------------------------------------------------------------------


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
    """`by` says who acted, here and below: "player", "bot", or "rule" for a house rule."""

    seat: int
    card: int
    by: str = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPicked(Event):
    """A secret pick. The seal is bound to game, round, turn and seat (docs/ledger.md)."""

    round: int
    turn: int
    seat: int
    seal: str
    card: int | None = secret()
    by: str = "player"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RowTaken(Event):
    """`reason`: full (one card too many) or low (the card fits nowhere)."""

    seat: int
    row: int
    cards: tuple[int, ...]
    heads: int
    reason: str
    specials: tuple[str, ...] = ()


# -- scores ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """`points` of this round: bullheads, except in `hornochsen`, where they may be negative."""

    seat: int
    points: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundScored(Event):
    round: int
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    seat: int
    place: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFinished(Event):
    """The end, with the server's seed: from here on every deal can be checked."""

    places: tuple[Place, ...]
    server_seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAbandoned(Event):
    reason: str
    server_seed: str


EVENT_TYPES: Mapping[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        GameCreated,
        SeatTaken,
        SeatLeft,
        SeatHandedOver,
        GameStarted,
        RoundDealt,
        RowsLaid,
        TurnStarted,
        CardDrafted,
        CardPicked,
        PicksRevealed,
        CardsPlayed,
        CardPlaced,
        ChoiceRequested,
        ChoiceMade,
        RowTaken,
        RoundScored,
        GameFinished,
        GameAbandoned,
    )
}
