"""What every game route needs of the present request: the services, and who is asking."""

from collections.abc import Mapping
from typing import Any, cast

from flask import current_app, request

from service import access, tokens
from service.access import Caller
from service.auth import bearer_token
from service.services import Services
from service.tokens import Creation


def services() -> Services:
    """What the app was made with."""
    return cast("Services", current_app.extensions["toma6"])


def caller(game: str) -> Caller:
    """Who asks, at the game as it stands now. Raises Problem (401, 403, 404)."""
    return access.enter(services(), game, bearer_token(request))


def acting_caller(game: str) -> Caller:
    """Who acts. The game may be behind; see `access.enter_to_act`."""
    return access.enter_to_act(services(), game, bearer_token(request))


def creation(what: str, body: Mapping[str, Any]) -> Creation:
    """The creation that the present request asks for, repeatable by its Idempotency-Key."""
    return tokens.creation(
        services().settings.secret,
        what,
        body,
        key=request.headers.get("Idempotency-Key"),
        token=bearer_token(request),
    )
