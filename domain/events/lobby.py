"""Events of the lobby, and of seats that change hands later."""

from typing import Any

from domain.events.base import Event, Secret


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
