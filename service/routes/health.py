"""Is the process alive, can it work, and what has it counted."""

import logging
from collections.abc import Callable, Mapping

from flask import Blueprint, Response

from service.http.describe import Operation
from service.http.jsonreply import WholeResponse, reply
from service.observability import metrics
from service.problems import Problem
from service.routes.common import services

log = logging.getLogger("toma6.http")

blueprint = Blueprint("health", __name__)

_STATUS = {
    "type": "object",
    "required": ["status"],
    "properties": {"status": {"const": "ok"}},
}
_READY = {
    "type": "object",
    "required": ["status", "checks"],
    "properties": {
        "status": {"const": "ready"},
        "checks": {"type": "object", "additionalProperties": {"const": "ok"}},
    },
}


@blueprint.route("/healthz")
@Operation(answers={200: _STATUS})
def healthz() -> Response:
    """Whether the process answers

    Asks nobody else, so that a broken store does not get healthy servers restarted.
    """
    return reply({"status": "ok"})


@blueprint.route("/readyz")
@Operation(answers={200: _READY}, fails=(503,))
def readyz() -> Response:
    """Whether requests can be served now

    Asks the store and the queue; 503 with the name of what does not answer.
    """
    probes: Mapping[str, Callable[[], object]] = getattr(services(), "probes", {})
    # Without anything to ask, nothing is known to work: that is not ready either.
    failed = [name for name, ask in probes.items() if not _answers(name, ask)]
    if failed or not probes:
        raise Problem("store_down", "Not ready.", failed=failed)
    return reply({"status": "ready", "checks": dict.fromkeys(probes, "ok")})


@blueprint.route("/metrics")
@Operation(answers={200: None}, media={metrics.CONTENT_TYPE: {"type": "string"}})
def metrics_text() -> Response:
    """What was counted, in Prometheus' text format"""
    return WholeResponse(metrics.exposition(), content_type=metrics.CONTENT_TYPE)


def _answers(name: str, ask: Callable[[], object]) -> bool:
    try:
        ask()
    except Exception as error:  # noqa: BLE001 - whatever it is, the answer is no
        log.warning("not ready: %s: %s", name, type(error).__name__)
        return False
    return True
