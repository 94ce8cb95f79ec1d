"""The audit bundle: a whole game for the offline verifier."""

from flask import Blueprint, Response

from service.http.describe import Operation
from service.http.jsonreply import for_viewer, reply
from service.proof.bundles import whole
from service.routes.common import caller, caller_of, services
from service.schemas import responses

blueprint = Blueprint("audit", __name__)


@blueprint.route("/v1/games/<game>/audit")
@Operation(answers={200: responses.Bundle}, auth="optional")
def audit_bundle(game: str) -> Response:
    """Get the audit bundle

    Save it and check it with `toma6 verify FILE`. All secrets once the game is over; before
    that only what the token's seat may see.
    """
    asking, to = caller(game), services()
    entries = to.store.read(game)
    asking = caller_of(entries, asking)
    names = to.store.labels(game).names
    made = whole(entries, asking.seat, names, to.attempts, to.signer)
    return reply(made, headers=for_viewer())


@blueprint.route("/v1/games/<game>/attempts")
@Operation(answers={200: responses.Attempts}, auth="optional")
def list_attempts(game: str) -> Response:
    """List answers that were refused, repeated or late

    One's own at any time; everybody's when the game is over.
    """
    asking = caller(game)
    state = asking.game.state
    seats = range(state.seats) if state.is_over else asking.decides
    attempts, dropped = services().attempts.of(game, seats)
    shown = [attempt.as_data() for attempt in attempts]
    return reply({"attempts": shown, "dropped": dropped}, headers=for_viewer())


@blueprint.route("/.well-known/jwks.json")
@Operation(answers={200: responses.KeySet})
def public_keys() -> Response:
    """The server's public keys (RFC 7517), for the signatures of heads"""
    return reply(services().signer.jwks(), headers={"Cache-Control": "public, max-age=3600"})
