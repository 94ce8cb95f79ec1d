"""Who is asking, and what a game is to them.

The documented rule (docs/api.md), the same for every route under a game: without a token one is
a spectator of public games; a seat, host or invitation token that opens nothing in the game is
refused (403) if the game is public. A private game, to whoever has nothing to do with it, does
not exist (404). An account has its own seats and games, and is a spectator elsewhere. What a bot
holds that was seated as one is nobody's, whoever seated it.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from service.access.accounts import Account, Accounts
from service.access.tokens import hash_token
from service.games.games import Game, Games
from service.problems import Problem

GAME_ID: Final = re.compile(r"[a-z2-7]{26}", re.ASCII)
ACCOUNT: Final = "t6a_"
"""How the token of an account begins."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A game, and the one who asks for it. `seats` are those that the caller plays, `left` those
    that it got up from before the start, which opens nothing any more."""

    game: Game
    seats: frozenset[int] = field(default_factory=frozenset)
    left: frozenset[int] = field(default_factory=frozenset)
    host: bool = False
    invited: bool = False
    account: Account | None = None

    @property
    def seat(self) -> int | None:
        """The one seat that the caller plays, with whose eyes it sees; None for none, or more."""
        return next(iter(self.seats)) if len(self.seats) == 1 else None

    @property
    def decides(self) -> frozenset[int]:
        """The seats that the caller answers for. In the lobby, where seats change hands, there are
        none: what is allowed there may be the next holder's when it is done.
        """
        return frozenset() if self.game.state.status == "lobby" else self.seats

    @property
    def is_spectator(self) -> bool:
        """Whether the caller has nothing to do with the game but to watch."""
        return not (self.seats or self.host or self.invited)

    @property
    def may_join(self) -> bool:
        return self.host or self.invited or self.game.state.visibility == "public"

    def may_see_as(self, seat: int) -> bool:
        return seat in self.seats or (self.game.state.is_over and seat in self.game.state.players)

    def require_host(self) -> None:
        """:raises Problem: 401 without a token, 403 with one that is not the host's."""
        if not self.host:
            self.require_any("the game's host token")
            raise Problem("forbidden", "This needs the game's host token.")

    def require_any(self, token: str) -> None:
        """:raises Problem: 401 for a spectator whom nothing tells from others; `token` would."""
        if self.is_spectator and self.account is None:
            raise Problem("unauthorized", f"This needs {token}.")


def identify(games: Games, accounts: Accounts, game_id: str, token: str | None) -> Caller:
    """The holder of `token` at a game as it stands now.

    :raises Problem: 401, 403 or 404, by the rule above.
    """
    account = _account_at(game_id, accounts, token)
    return caller_at(games.load(game_id), token, account)


def authorize(
    games: Games, accounts: Accounts, game_id: str, token: str | None, leaving: int | None = None
) -> Caller:
    """As `identify`, but content with the game as it is kept here if that knows the token.

    For commands only: the handling loop answers nothing on an old state. Seats change hands in
    the lobby, so there the tokens that are known here may have ended elsewhere. Whoever has left
    the seat `leaving` may say so again.
    """
    account = _account_at(game_id, accounts, token)
    kept = games.recall(game_id)
    if kept is not None and token is not None and kept.state.status != "lobby":
        known = _known(kept, token, account)
        if known.seats:
            return known
    return caller_at(games.load(game_id), token, account, leaving)


def _account_at(game_id: str, accounts: Accounts, token: str | None) -> Account | None:
    if not GAME_ID.fullmatch(game_id):
        raise Problem("not_found")
    return find_account(accounts, token)


def find_account(accounts: Accounts, token: str | None) -> Account | None:
    """The account of a token; None for no token, and for those that games know.

    :raises Problem: 401 if it has the form of an account's and is nobody's, or revoked.
    """
    if token is None or not token.startswith(ACCOUNT):
        return None
    account = accounts.find(token)
    if account is None:
        raise Problem("unknown_token")
    return account


def caller_at(
    game: Game, token: str | None, account: Account | None = None, leaving: int | None = None
) -> Caller:
    """What the holder of `token` is to `game`. Raises Problem, by the rule above."""
    state = game.state
    is_public = state.visibility == "public"
    if game.exists and token is None and is_public:
        return Caller(game)
    if game.exists and token is not None:
        caller = _known(game, token, account)
        # Auditors see private games when they are over, never the secrets of running ones.
        is_open = is_public or (state.is_over and account is not None and account.may("audit"))
        known = not caller.is_spectator or leaving in caller.left
        if known or (account is not None and is_open):
            return caller
        if is_public:
            raise Problem("foreign_token", "This token opens nothing in this game.")
    raise Problem("not_found")


def _known(game: Game, token: str, account: Account | None) -> Caller:
    """The holder of a token at a game, be it nothing but a spectator."""
    state = game.state
    hashed = hash_token(token)
    players, owner = state.players.items(), None if account is None else account.id
    return Caller(
        game,
        frozenset(seat for seat, player in players if player.token_hash == hashed)
        if account is None
        else seats_of(game, account),
        frozenset(
            each.seat
            for each in state.left
            if each.token_hash == hashed or (owner is not None and each.owner == owner)
        ),
        host=hashed == state.host_hash or (account is not None and account.id == state.owner),
        invited=hashed == state.invite_hash,
        account=account,
    )


def seats_of(game: Game, account: Account) -> frozenset[int]:
    """The seats that an account plays, if it has the scope `play`.

    Never one that was taken for a bot: that has no owner (domain/state/apply/frame.py).
    """
    players = game.state.players.items()
    may = account.may("play")
    return frozenset(seat for seat, player in players if may and player.owner == account.id)
