"""The routes, one file per resource. A route reads, asks `handling`, and answers; no rules here."""

from flask import Flask

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

RESOURCES = (rulesets, games, seats, decisions, events, audit, tokens, me, webhooks, health, docs)


def register(app: Flask) -> None:
    """Register every resource's routes."""
    for resource in RESOURCES:
        app.register_blueprint(resource.blueprint)
