"""Which exception becomes which problem, registered once on the app. Codes: `problems.py`."""

import logging
from collections.abc import Mapping
from typing import Any, Final

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from domain.errors import RuleViolation
from service.games.games import Unreadable
from service.http.edge import request_id
from service.http.problems import PROBLEMS, document, document_of_status, respond
from service.problems import Problem
from service.schemas.common import ValidationError, pointers
from service.storage.stored import Damaged, ReadOnly, StoreDown, StoreError

log = logging.getLogger("toma6.http")

KEPT_HEADERS: Final = frozenset({"allow", "retry-after", "www-authenticate", "content-range"})
STORE: Final[Mapping[type, tuple[str, str]]] = {
    # If only the reply was lost, it may be written; the append knows itself when repeated.
    StoreDown: ("store_down", "Repeating the same request is safe."),
    ReadOnly: ("store_read_only", "Nothing was stored; reads go on."),
    Damaged: ("game_damaged", "Its events are incomplete or altered. The operator has been told."),
    # Written by a newer server, most likely; this one must not guess what it means.
    Unreadable: ("game_unreadable", "This server cannot read all of its entries."),
    StoreError: ("busy", "Nothing was stored; the same request may be repeated."),
}
OURS: Final = frozenset({"game_damaged", "game_unreadable"})


def register(app: Flask) -> None:
    """Answer every failure of `app`, whatever raised it, with a problem document."""
    app.register_error_handler(Problem, answer_problem)
    app.register_error_handler(HTTPException, answer_http)
    app.register_error_handler(RuleViolation, answer_rule)
    app.register_error_handler(ValidationError, answer_invalid)
    app.register_error_handler(StoreError, answer_store)
    app.register_error_handler(Unreadable, answer_store)
    app.register_error_handler(Exception, answer_unexpected)


def answer_problem(problem: Problem) -> Response:
    """What this server has refused itself."""
    return respond(document(problem.code, problem.detail, problem.extras))


def answer_http(error: HTTPException) -> BaseResponse:
    """Werkzeug's and the extensions' errors. Their descriptions are not passed on."""
    if error.response is not None:
        return error.get_response()
    headers = {k: v for k, v in error.get_headers() if k.lower() in KEPT_HEADERS}
    extras: dict[str, Any] = {}
    if error.code == 405:
        allowed = sorted(getattr(error, "valid_methods", None) or ())
        headers["Allow"] = ", ".join(allowed)
        extras["allowed"] = allowed
    return respond(document_of_status(error.code or 500, extras), headers)


def answer_rule(error: RuleViolation) -> Response:
    """A refusal of the rules. One the table does not list is a 409 that names it."""
    if error.code in PROBLEMS:
        return respond(document(error.code, error.message, error.extras))
    return respond(document("rule_violation", error.message, {"rule": error.code, **error.extras}))


def answer_invalid(error: ValidationError) -> Response:
    """A body that does not fit its schema: one entry per fault, with a JSON pointer to it."""
    return respond(document("invalid_body", extras={"errors": pointers(error)}))


def answer_store(error: StoreError | Unreadable) -> Response:
    """What keeps a game from being read or written. The operator learns where a stream is broken,
    the client only that it is."""
    code, detail = next(STORE[kind] for kind in type(error).__mro__ if kind in STORE)
    level = logging.ERROR if code in OURS else logging.WARNING
    log.log(level, "%s: %s", code, error)
    extras = {"revision": error.revision} if isinstance(error, Unreadable) else {}
    return respond(document(code, detail, extras))


def answer_unexpected(error: Exception) -> Response:
    """Anything else is our fault: told to the log in full, to the client only by its number."""
    number = request_id()
    rule = request.url_rule.rule if request.url_rule else "(no route)"
    log.error("failed: %s %s [%s]", request.method, rule, number, exc_info=error)
    return respond(document("internal_error", extras={"request_id": number}))
