"""The application factory: one Flask app with its edge, its errors and its routes."""

from flask import Flask

from service import routes
from service.http import edge, limits, problem_handlers
from service.http.describe import SECURITY_SCHEME, ProblemApi
from service.http.limits import Limiter
from service.services import Services, assemble
from service.settings.config import Settings, load

SERVICES = "toma6"
"""Where routes find what they need: `current_app.extensions[SERVICES]`."""


def create_app(settings: Settings | None = None, *, services: Services | None = None) -> Flask:
    """A Flask app for `settings` (the environment's unless given).

    `services` is what the routes work with, assembled from the settings unless given; no
    connection is opened before it is needed. Raises ConfigError if the environment cannot be used.
    """
    settings = settings if settings is not None else load()
    app = edge.EdgeFlask("service", static_folder=None)
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    app.url_map.redirect_defaults = False
    app.config.update(
        MAX_BODY=settings.max_body,
        API_TITLE="toma6",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={
            "info": {"description": "An event-sourced server for the card game 6 nimmt!"},
            **({"servers": [{"url": settings.public_url}]} if settings.public_url else {}),
        },
    )
    app.extensions[SERVICES] = services or assemble(settings)
    edge.install(app, frozenset(settings.cors_origins))
    if settings.limit_reads or settings.limit_writes:
        limits.install(app, Limiter(settings.limit_reads, settings.limit_writes))
    api = ProblemApi(app)
    # After the Api, whose handler for HTTP errors this replaces.
    problem_handlers.register(app)
    api.spec.components.security_scheme("token", SECURITY_SCHEME)
    routes.register(api)
    return app
