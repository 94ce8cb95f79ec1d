"""The facts of a game, past tense, frozen, each with the version of its payload.

Every event has a public form, which everybody may read, and may have a secret part: the
fields marked `secret()`. The public form of a secret is a seal over it (see ledger.py). A
redacted event is the same event with its secrets set to None, and folds all the same.

A field that has its default is left out of the stored form. Names are never reused.
"""

from collections.abc import Mapping

from domain.events.base import Event
from domain.events.lobby import (
    GameCreated,
    GameStarted,
    SeatHandedOver,
    SeatLeft,
    SeatReturned,
    SeatTaken,
)
from domain.events.scores import (
    GameAbandoned,
    GameFinished,
    Place,
    RoundScored,
    Score,
)
from domain.events.table import (
    CardDrafted,
    CardPicked,
    CardPlaced,
    CardsPlayed,
    ChoiceMade,
    ChoiceRequested,
    DealtHand,
    PicksRevealed,
    PlayedCard,
    RevealedPick,
    RoundDealt,
    RowsLaid,
    RowTaken,
    Spot,
    TurnStarted,
)

EVENT_TYPES: Mapping[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        GameCreated,
        SeatTaken,
        SeatLeft,
        SeatHandedOver,
        SeatReturned,
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

__all__ = [
    "EVENT_TYPES",
    "CardDrafted",
    "CardPicked",
    "CardPlaced",
    "CardsPlayed",
    "ChoiceMade",
    "ChoiceRequested",
    "DealtHand",
    "Event",
    "GameAbandoned",
    "GameCreated",
    "GameFinished",
    "GameStarted",
    "PicksRevealed",
    "Place",
    "PlayedCard",
    "RevealedPick",
    "RoundDealt",
    "RoundScored",
    "RowTaken",
    "RowsLaid",
    "Score",
    "SeatHandedOver",
    "SeatLeft",
    "SeatReturned",
    "SeatTaken",
    "Spot",
    "TurnStarted",
]
