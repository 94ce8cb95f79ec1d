"""Events of the lobby, and of seats that change hands later."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.events.base import Event, secret


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
    owner: str | None = secret()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(Event):
    """`policy` names the bot; a person has none."""

    seat: int
    name: str
    policy: str | None = None
    client_seed: str = ""
    token_hash: str | None = secret()
    request: str | None = secret()
    owner: str | None = secret()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft(Event):
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatHandedOver(Event):
    """From here on the bot `policy` plays the seat. `reason`: resigned, or timeout."""

    seat: int
    policy: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReturned(Event):
    """The player whose seat was taken over after a timeout plays it again."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(Event):
    seats: tuple[int, ...]
