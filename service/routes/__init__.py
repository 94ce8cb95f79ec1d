"""The routes, one file per resource. A route reads, asks `handling`, and answers; no rules here."""

from service.describe import ProblemApi
from service.routes import docs, health


def register(api: ProblemApi) -> None:
    """Register every blueprint; the order is the order of the document."""
    for blueprint in (health.blueprint, docs.blueprint):
        api.register_blueprint(blueprint)
