"""Is the process alive, can it work, and what has it counted."""

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import Blueprint, Flask, Response, request

from service.http.describe import Operation
from service.http.jsonbody import load_query
from service.http.jsonreply import WholeResponse, reply
from service.observability import metrics
from service.problems import Problem
from service.routes.common import services
from service.schemas import requests
from service.services import failing
from service.settings.config import Settings

log = logging.getLogger("toma6.http")

blueprint = Blueprint("health", __name__)

_APART: Final = frozenset({"/metrics", "/healthz", "/readyz"})
_STATUS = {"type": "object", "required": ["status"], "properties": {"status": {"const": "ok"}}}
_READY = {
    "type": "object",
    "required": ["status", "checks", "set_aside"],
    "properties": {
        "status": {"const": "ready"},
        "checks": {"type": "object", "additionalProperties": {"enum": ["ok", "failed"]}},
        "set_aside": {"type": "integer"},
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
@Operation(query=requests.READY_QUERY, answers={200: _READY}, fails=(503,))
def readyz() -> Response:
    """Whether requests can be served now

    Asks the store and the queue, also whether they take writes; 503 with the names of what fails.
    With `for=reads` it is 200 while no more than writes fail: for a balancer that would otherwise
    take away those who can still read. `set_aside`: bad entries that nobody has seen to yet.
    """
    reads = load_query(requests.READY_QUERY)["until"] == "reads"
    probes: Mapping[str, Callable[[], object]] = getattr(services(), "probes", {})
    # Without anything to ask, nothing is known to work: that is not ready either.
    found = failing(probes)
    for name, error in found.items():
        log.warning("not ready: %s: %s", name, type(error).__name__)
    failed = list(found)
    only_writes = bool(failed) and all(name.endswith("_writes") for name in failed)
    if not probes or (failed and not (reads and only_writes)):
        code = "store_read_only" if only_writes else "store_down"
        raise Problem(code, "Not ready.", failed=failed)
    checks = {name: "failed" if name in failed else "ok" for name in probes}
    aside = services().due_index.aside.count()
    return reply({"status": "ready", "checks": checks, "set_aside": aside})


@blueprint.route("/metrics")
@Operation(answers={200: None}, fails=(401, 404), media={metrics.CONTENT_TYPE: {"type": "string"}})
def metrics_text() -> Response:
    """What was counted, in Prometheus' text format

    For whoever runs the server: at the address that is set for it (`TOMA6_METRICS_ADDRESS`), or
    with `Authorization: Bearer` and the token that is (`TOMA6_METRICS_TOKEN`). With neither it is
    not here.
    """
    settings = services().settings
    token = settings.metrics_token
    if not (token or is_for_metrics(settings, request.environ)):
        raise Problem("not_found")
    if not metrics.may_read(token, request.headers.get("Authorization")):
        raise Problem("unauthorized", "This needs the token that is set for it.")
    return WholeResponse(metrics.exposition(), content_type=metrics.CONTENT_TYPE)


def keep_apart(app: Flask) -> None:
    """At the address of the metrics there is nothing else."""

    def check() -> None:
        settings = services().settings
        if is_for_metrics(settings, request.environ) and request.path not in _APART:
            raise Problem("not_found")

    app.before_request(check)


def is_for_metrics(settings: Settings, environ: Mapping[str, Any]) -> bool:
    """Whether a request came to the address of the metrics: by the port that was listened on."""
    if not settings.metrics_address:
        return False
    return str(environ["SERVER_PORT"]) == settings.metrics_address.rpartition(":")[2]
