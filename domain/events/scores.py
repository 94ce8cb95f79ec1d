"""Events of scoring, and of the end."""

from domain.events.base import Event, Part


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
