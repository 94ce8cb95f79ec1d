"""What every game route needs of the present request: the services, and who is asking."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import perf_counter
from typing import Any, Final, cast

from flask import current_app, request

from domain.views import Viewer
from service.access import callers as access
from service.access import tokens
from service.access.accounts import Account
from service.access.callers import Caller
from service.access.tokens import Creation, hash_token
from service.http.bearer import bearer_token, require_token
from service.http.limits import ACCOUNT, CLIENT
from service.http.proxies import network_of
from service.problems import Problem
from service.services import Services
from service.storage.stored import Stored
from service.watching.client_connection import ClientConnection

UNSEEN_SECONDS: Final = 0.01
"""In steps of what time a game is not there."""


def services() -> Services:
    """What the app was made with."""
    return cast("Services", current_app.extensions["toma6"])


def caller(game_id: str) -> Caller:
    """Who asks, at the game as it stands now. Raises Problem (401, 403, 404)."""
    return _identified(game_id, access.identify)


def _identified(game_id: str, how: Callable[..., Caller]) -> Caller:
    """Who asks, told to the limits (`service/http/limits.py`). Raises Problem."""
    began, token = perf_counter(), bearer_token(request)
    try:
        found = how(services().games, services().accounts, game_id, token)
    except Problem as refusal:
        if refusal.code == "not_found":
            _even(began)
        raise
    if found.account is not None:
        request.environ[CLIENT] = ACCOUNT + found.account.id
    elif not found.is_spectator:
        request.environ[CLIENT] = token
    return found


def _even(began: float) -> None:
    """Wait for the next full step, so that a private game is as long not there as one that never
    was, be it in memory or to be read first. Other requests go on meanwhile.
    """
    time.sleep(UNSEEN_SECONDS - (perf_counter() - began) % UNSEEN_SECONDS)


def caller_of(entries: Sequence[Stored], asking: Caller) -> Caller:
    """Who asks, at the game as it stands after `entries`, or later: whose seals to open in them.

    Seats change hands in the lobby. Whoever held one when the request came must not be shown the
    cards of the next one there, be the wait ever so short.

    :raises Problem: if the token has come to open nothing since.
    """
    if not entries or entries[-1].revision <= asking.game.revision:
        return asking
    return caller(asking.game.id)


def eyes(asking: Caller, seat: int | None) -> Viewer:
    """Whose view to show: that of the seat asked for, else the caller's own.

    :raises Problem: 403 for the eyes of somebody else while the game runs.
    """
    if seat is None:
        return asking.seat
    if not asking.may_see_as(seat):
        raise Problem("not_your_seat", "Only with the eyes of your own seat, until all is over.")
    return seat


def acting_caller(game_id: str, leaving: int | None = None) -> Caller:
    """Who acts. The game may be behind; see `access.authorize`, also for the seat `leaving`."""
    return _identified(game_id, partial(access.authorize, leaving=leaving))


def creation(what: str, body: Mapping[str, Any]) -> Creation:
    """The creation that the present request asks for, repeatable by its Idempotency-Key."""
    return tokens.creation(
        services().settings.secret,
        what,
        body,
        key=request.headers.get("Idempotency-Key"),
        token=bearer_token(request),
    )


def who_waits(found: Account | None) -> tuple[str | None, str]:
    """Whose streams and waits are counted together: the account's, token's, or address's."""
    token = bearer_token(request)
    if found is not None:
        return found.id, ""
    return None if token is None else hash_token(token), network_of(request.remote_addr or "")


def client_connection() -> ClientConnection:
    """The connection of the present request, as gunicorn hands it down; none in tests."""
    return ClientConnection(request.environ.get("gunicorn.socket"))


def account() -> Account | None:
    """The account whose token came with the present request, if it is an account's."""
    found = access.find_account(services().accounts, bearer_token(request))
    if found is not None:
        request.environ[CLIENT] = ACCOUNT + found.id
    return found


def require_scope(scope: str) -> Account:
    """The present request's account.

    :raises Problem: 401 without an account's token, 403 if it does not have the scope.
    """
    require_token(request)
    found = account()
    if found is None:
        raise Problem("unknown_token")
    if not found.may(scope):
        raise Problem("forbidden", f"This needs a token with the scope {scope}.")
    return found
