"""Events that frame the play: the lobby, seats that change hands, scores, the end."""

from typing import Any

from domain.events.base import Event, Part, Secret


class GameSecret(Secret, frozen=True, kw_only=True):
    server_seed: str
    host_hash: str | None = None
    invite_hash: str | None = None
    request: str | None = None
    owner: str | None = None


class GameCreated(Event, frozen=True, kw_only=True):
    """`commitment` binds the server to its seed before anybody sits down (docs/ledger.md)."""

    game: str
    ruleset: str
    options: dict[str, Any]
    seats: int
    visibility: str
    commitment: str
    secret: GameSecret | None = None


class SeatSecret(Secret, frozen=True, kw_only=True):
    token_hash: str | None = None
    request: str | None = None
    owner: str | None = None


class SeatTaken(Event, frozen=True, kw_only=True):
    """`policy` names the bot; a person has none. The name lies beside the record, where it can be
    erased; in the record is a seal of it."""

    seat: int
    name_seal: str
    policy: str | None = None
    client_seed: str = ""
    secret: SeatSecret | None = None


class SeatLeft(Event, frozen=True, kw_only=True):
    seat: int


class SeatHandedOver(Event, frozen=True, kw_only=True):
    """From here on the bot `policy` plays the seat. `reason`: resigned, or timeout."""

    seat: int
    policy: str
    reason: str


class SeatReturned(Event, frozen=True, kw_only=True):
    """The player whose seat was taken over after a timeout plays it again."""

    seat: int


class GameStarted(Event, frozen=True, kw_only=True):
    seats: tuple[int, ...]


class Score(Part, frozen=True, kw_only=True):
    """`points` of this round: bullheads, except in `hornochsen`, where they may be negative."""

    seat: int
    points: int
    total: int


class RoundScored(Event, frozen=True, kw_only=True):
    round: int
    scores: tuple[Score, ...]


class Place(Part, frozen=True, kw_only=True):
    seat: int
    place: int
    total: int


class GameFinished(Event, frozen=True, kw_only=True):
    """The end, with the server's seed: from here on every deal can be checked."""

    places: tuple[Place, ...]
    server_seed: str


class GameAbandoned(Event, frozen=True, kw_only=True):
    reason: str
    server_seed: str
