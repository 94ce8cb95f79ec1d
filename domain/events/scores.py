"""Events of scoring, and of the end."""

from dataclasses import dataclass

from domain.events.base import Event


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
