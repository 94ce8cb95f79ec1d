"""The facts of a game, past tense, frozen; the name of each says its version (see base.py).

Four of them have a `secret`, stored apart. The public form of an event is the event as a stranger
sees it: without its secret, for which a seal stands (domain/ledger/). It folds all the same.

Names are never reused.
"""

from collections.abc import Mapping

from domain.events.base import Event, Secret
from domain.events.frame import (
    GameAbandoned,
    GameCreated,
    GameFinished,
    GameSecret,
    GameStarted,
    Place,
    RoundScored,
    Score,
    SeatHandedOver,
    SeatLeft,
    SeatReturned,
    SeatSecret,
    SeatTaken,
)
from domain.events.table import (
    CardDrafted,
    CardPicked,
    CardPlaced,
    CardsPlayed,
    ChoiceMade,
    ChoiceRequested,
    DealtHand,
    HandsSecret,
    PickSecret,
    PicksRevealed,
    PlayedCard,
    RevealedPick,
    RoundDealt,
    RowsLaid,
    RowTaken,
    Spot,
    TurnStarted,
)

EVENT_TYPES: Mapping[str, type[Event]] = {kind.__name__: kind for kind in Event.__subclasses__()}
"""Every event there is, by its name."""

SECRETS: Mapping[type[Event], str] = {
    GameCreated: "game",
    SeatTaken: "seat",
    RoundDealt: "hands",
    CardPicked: "pick",
}
"""The events that may have a secret, and under which name it is stored."""
