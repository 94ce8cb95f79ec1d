"""The audit bundle: a whole game for the offline verifier."""

import orjson
from flask import Response

from domain.bundle import bundle
from service.describe import Routes, operation
from service.jsonreply import for_viewer, reply_bytes
from service.routes.common import caller, services
from service.schemas.ledger import BundleSchema
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
    made = bundle(services().store.read(game), asking.viewer, version=VERSION)
    return reply_bytes(orjson.dumps(made), headers=for_viewer())
