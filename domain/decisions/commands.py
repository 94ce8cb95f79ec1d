"""What somebody wants to happen: imperative and frozen. `decide` says what comes of it.

`at` is the moment of asking in milliseconds since 1970; the domain has no clock of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.decisions.decisions import Decision
from domain.decisions.kinds import Body


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    at: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateGame(Command):
    """`server_seed` is 32 random bytes in base64url.

    `request` is "key.fingerprint", here and below: the same once more changes nothing, the
    same key with another fingerprint is refused. `owner` is the account that acts, if any.
    """

    game: str
    ruleset: str
    options: Mapping[str, Any]
    seats: int | None
    server_seed: str
    visibility: str = "public"
    host_hash: str | None = None
    invite_hash: str | None = None
    request: str | None = None
    owner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat(Command):
    """Sit down on `seat`, or on the lowest free one. A bot has a `policy`, a person a token.

    A bot's seat is nobody's: what a command has as its token or owner is not kept. `name_seal` is
    the seal of what the player is called (ledger.Name).
    """

    name_seal: str
    seat: int | None = None
    policy: str | None = None
    client_seed: str = ""
    token_hash: str | None = None
    request: str | None = None
    owner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSeat(Command):
    """Before the start the seat is free again; after it the bot `policy` plays on.

    `holder` is the hash of the token with which a player leaves, and may leave nobody else's
    seat; `lobby_only` is for whoever may free a seat, but resign for nobody.
    """

    seat: int
    policy: str = "careful"
    holder: str | None = None
    lobby_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ForfeitSeat(Command):
    """The deadline has passed and `on_timeout` is forfeit: the bot `policy` takes over."""

    seat: int
    policy: str = "careful"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnToSeat(Command):
    """The player who was away plays again."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame(Command):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class AbandonGame(Command):
    """With a `revision`: only if nothing has happened since."""

    reason: str = "host"
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class Answer(Command):
    """The answer to a decision, with a body of any shape. `by`: "player", "bot" or "clock".

    `policy` names what chose, with its version, as "careful/1"; a person has none.
    """

    decision: Decision
    body: Body
    by: str = "player"
    policy: str | None = None
