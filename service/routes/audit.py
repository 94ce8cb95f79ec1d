"""The audit bundle: a whole game for the offline verifier."""

import orjson
from flask import Response

from domain.bundle import bundle
from service.describe import Routes, operation
from service.jsonreply import for_viewer, reply, reply_bytes
from service.routes.common import caller, services
from service.schemas.ledger import AttemptsSchema, BundleSchema
from service.version import VERSION

blueprint = Routes("audit", __name__, description="Proof")


@blueprint.route("/v1/games/<game>/audit")
@operation(answers={200: BundleSchema}, fails=(401, 403, 404, 503), auth="optional")
def audit_bundle(game: str) -> Response:
    """Get the audit bundle

    Save it and check it with `python -m domain.audit FILE`. All secrets once the game is
    over; before that only what the token's seat may see.
    """
    asking = caller(game)
    entries = services().store.read(game)
    made = bundle(entries, asking.viewer, version=VERSION)
    last = entries[-1]
    attempts, dropped = services().attempts.all(game)
    if not made["complete"]:
        attempts = [attempt for attempt in attempts if attempt.seat in asking.seats]
    made["heads"] = [services().signer.head(game, last.revision, last.h)]
    made["keys"] = services().signer.jwks()["keys"]
    made["attempts"] = [attempt.as_data() for attempt in attempts]
    made["attempts_dropped"] = dropped if made["complete"] else 0
    return reply_bytes(orjson.dumps(made), headers=for_viewer())


@blueprint.route("/v1/games/<game>/attempts")
@operation(answers={200: AttemptsSchema}, fails=(401, 403, 404, 503), auth="optional")
def list_attempts(game: str) -> Response:
    """List answers that were refused, repeated or late

    One's own at any time; everybody's when the game is over.
    """
    asking = caller(game)
    attempts, dropped = services().attempts.all(game)
    over = asking.game.state.is_over
    shown = [attempt.as_data() for attempt in attempts if over or attempt.seat in asking.seats]
    return reply({"attempts": shown, "dropped": dropped if over else 0}, headers=for_viewer())


@blueprint.route("/.well-known/jwks.json")
@operation(answers={200: {"type": "object"}})
def public_keys() -> Response:
    """The server's public keys (RFC 7517), for the signatures of heads"""
    return reply(services().signer.jwks(), headers={"Cache-Control": "public, max-age=3600"})
