"""The facts of a game, past tense, frozen; the name of each says its version (see base.py).

Four of them have a `secret`, stored apart. The public form of an event is the event as a stranger
sees it: without its secret, for which a seal stands (see ledger.py). It folds all the same.

Names are never reused.
"""

from collections.abc import Mapping

from domain.events.base import Event, Secret
from domain.events.lobby import (
    GameCreated,
    GameSecret,
    GameStarted,
    SeatHandedOver,
    SeatLeft,
    SeatReturned,
    SeatSecret,
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

SECRETS: Mapping[type[Event], str] = {
    GameCreated: "game",
    SeatTaken: "seat",
    RoundDealt: "hands",
    CardPicked: "pick",
}
"""The events that may have a secret, and under which name it is stored."""
