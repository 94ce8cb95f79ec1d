"""The application factory: one Flask app with its edge, its errors and its routes."""

from flask import Flask, request

from service import routes
from service.http import problem_handlers
from service.http.edge import EdgeFlask
from service.http.limits import Limiter
from service.http.proxies import Proxies
from service.routes import health
from service.services import Services, assemble, refuse
from service.settings.config import Settings, load

SERVICES = "toma6"
"""Where routes find what they need: `current_app.extensions[SERVICES]`."""


def create_app(settings: Settings | None = None, *, services: Services | None = None) -> Flask:
    """A Flask app for `settings` (the environment's unless given).

    `services` is what the routes work with, assembled from the settings unless given; no
    connection is opened before it is needed. Raises ConfigError if the environment cannot be used.
    """
    settings = settings if settings is not None else load()
    proxies = Proxies(settings.trusted_proxies)
    app = EdgeFlask(frozenset(settings.cors_origins), proxies, settings.public_url)
    app.config.update(MAX_BODY=settings.max_body)
    app.extensions[SERVICES] = services or assemble(settings)
    if settings.limit_reads or settings.limit_writes:
        limiter = Limiter(settings.limit_reads, settings.limit_writes, settings.limit_accounts)
        app.before_request(limiter.before)
        app.after_request(limiter.after)
    if settings.quiet:
        app.before_request(_refuse_writes)
    if settings.metrics_address:
        health.keep_apart(app)
    problem_handlers.register(app)
    routes.register(app)
    return app


def _refuse_writes() -> None:
    """Raises ReadOnly for whatever is not there to be read."""
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        refuse()
