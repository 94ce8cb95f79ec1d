"""The routes, one file per resource. A route reads, asks `handling`, and answers; no rules here."""

from service.http.describe import ProblemApi
from service.routes import (
    audit,
    decisions,
    docs,
    events,
    games,
    health,
    me,
    rulesets,
    seats,
    tokens,
    webhooks,
)


def register(api: ProblemApi) -> None:
    """Register every blueprint; the order is the order of the document."""
    for blueprint in (
        rulesets.blueprint,
        games.blueprint,
        seats.blueprint,
        decisions.blueprint,
        events.blueprint,
        audit.blueprint,
        tokens.blueprint,
        me.blueprint,
        webhooks.blueprint,
        health.blueprint,
        docs.blueprint,
    ):
        api.register_blueprint(blueprint)
