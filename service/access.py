"""Who is asking, and what a game is to them.

The documented rule, the same for every route under a game: without a token one is a spectator
of public games; a token that opens nothing in the game is refused (403) if the game is public.
A private game, to whoever holds no token of it, does not exist (404).
"""

import re
from dataclasses import dataclass
from typing import Final

from service.auth import hash_token
from service.games import Game
from service.problems import Problem
from service.services import Services

GAME_ID: Final = re.compile(r"[a-z2-7]{26}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Caller:
    """A game, and the one who asks for it. `seat` is None for whoever sits on none."""

    game: Game
    seat: int | None = None
    host: bool = False
    invited: bool = False

    @property
    def viewer(self) -> int | None:
        """Whose view of the game the caller gets."""
        return self.seat

    @property
    def may_join(self) -> bool:
        """Whether the caller may sit a person down."""
        return self.host or self.invited or self.game.state.visibility == "public"

    def require_host(self) -> None:
        """:raises Problem: 401 without a token, 403 with one that is not the host's."""
        if self.host:
            return
        if self.seat is None and not self.invited:
            raise Problem("unauthorized", "This needs the game's host token.")
        raise Problem("forbidden", "This needs the game's host token.")


def enter(services: Services, name: str, token: str | None) -> Caller:
    """The holder of `token` at the game `name`, as it stands now.

    :raises Problem: 401, 403 or 404, by the rule above.
    """
    _check_name(name)
    return identify(services.games.load(name), token)


def enter_to_act(services: Services, name: str, token: str | None) -> Caller:
    """As `enter`, but content with the game as it is kept here if that knows the token.

    For commands only: the handling loop answers nothing on an old state. Seats change hands in
    the lobby, so there the tokens that are known here may have ended elsewhere.
    """
    _check_name(name)
    kept = services.games.recall(name)
    if kept is not None and token is not None and kept.state.status != "lobby":
        seat = _seat_of(kept, hash_token(token))
        if seat is not None:
            return Caller(kept, seat)
    return identify(services.games.load(name), token)


def identify(game: Game, token: str | None) -> Caller:
    """What the holder of `token` is to `game`. Raises Problem, by the rule above."""
    if not game.exists:
        raise Problem("not_found")
    state = game.state
    if token is None:
        if state.visibility == "private":
            raise Problem("not_found")
        return Caller(game)
    hashed = hash_token(token)
    seat = _seat_of(game, hashed)
    if seat is not None:
        return Caller(game, seat)
    if hashed == state.host_hash:
        return Caller(game, host=True)
    if hashed == state.invite_hash:
        return Caller(game, invited=True)
    if state.visibility == "private":
        raise Problem("not_found")
    raise Problem("foreign_token", "This token opens nothing in this game.")


def _check_name(name: str) -> None:
    if not GAME_ID.fullmatch(name):
        raise Problem("not_found")


def _seat_of(game: Game, hashed: str) -> int | None:
    for seat, player in game.state.players.items():
        if player.token_hash == hashed:
            return seat
    return None
