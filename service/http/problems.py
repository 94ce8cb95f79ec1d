"""Problems on the wire (RFC 9457): the one table from code to status, and what comes of it.

A client branches on `code`, which is stable; `title` and `detail` are for people. Which
exception becomes which problem is in `problem_handlers.py`.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import orjson
from flask import Response

PROBLEM_JSON: Final = "application/problem+json"
TYPE_PREFIX: Final = "urn:toma6:problem:"

PROBLEMS: Final[Mapping[str, tuple[int, str]]] = {
    "bad_request": (400, "The request is malformed"),
    "bad_idempotency_key": (400, "The Idempotency-Key cannot be used"),
    "missing_host": (400, "The Host header is missing"),
    "bad_cursor": (400, "The cursor is not a revision"),
    "invalid_json": (400, "The body is not valid JSON"),
    "empty_body": (400, "The body is empty"),
    "incomplete_body": (400, "The body could not be read to its end"),
    "repeated_parameter": (400, "A query parameter is given twice"),
    "unexpected_body": (400, "No body is taken here"),
    "unauthorized": (401, "A token is needed"),
    "malformed_token": (401, "The Authorization header cannot be used"),
    "unknown_token": (401, "The token is not known"),
    "token_in_query": (401, "Tokens do not belong in addresses"),
    "forbidden": (403, "Not allowed"),
    "not_your_decision": (403, "Somebody else's decision"),
    "not_your_seat": (403, "Somebody else's seat"),
    "foreign_token": (403, "A token of another game"),
    "not_found": (404, "Nothing here"),
    "no_such_seat": (404, "No such seat"),
    "unknown_decision": (404, "No such decision"),
    "no_such_decision": (404, "No such decision"),
    "no_such_revision": (404, "The game has not come so far"),
    "method_not_allowed": (405, "The method is not allowed here"),
    "not_acceptable": (406, "Nothing in the media types asked for"),
    "request_timeout": (408, "The request took too long to arrive"),
    "conflict": (409, "The request does not fit the present state"),
    "cursor_ahead": (409, "The game has not come so far"),
    "foreign_cursor": (409, "The cursor belongs to another history"),
    "rule_violation": (409, "The rules do not allow it now"),
    "game_full": (409, "The game is full"),
    "seat_not_free": (409, "The seat is taken"),
    "not_enough_players": (409, "Not enough players"),
    "already_started": (409, "The game has started"),
    "already_answered": (409, "The decision is already answered"),
    "not_yet": (409, "It is too early for that"),
    "too_many_webhooks": (409, "The account has enough webhooks"),
    "game_over": (409, "The game is over"),
    "decision_not_open": (409, "The decision is not open"),
    "decision_closed": (410, "The decision is closed"),
    "gone": (410, "What was created is gone"),
    "cursor_lost": (410, "The feed does not go back so far"),
    "closed_for_you": (410, "The decision was answered for you"),
    "precondition_failed": (412, "The precondition does not hold"),
    "body_too_large": (413, "The body is too large"),
    "uri_too_long": (414, "The address is too long"),
    "unsupported_media_type": (415, "The body must be JSON"),
    "unsupported_encoding": (415, "The body must not be compressed"),
    "expectation_failed": (417, "The expectation cannot be met"),
    "invalid_body": (422, "The body does not fit its schema"),
    "invalid_parameter": (422, "A query parameter cannot be used"),
    "unknown_ruleset": (422, "No such ruleset"),
    "invalid_option": (422, "An option of the ruleset cannot be used"),
    "invalid_seat_count": (422, "The number of seats does not fit the ruleset"),
    "idempotency_key_reused": (422, "The key was used for another request"),
    "not_an_option": (422, "Not among the options"),
    "address_refused": (422, "The address cannot be a webhook's"),
    "https_needed": (422, "The address is not https"),
    "name_needed": (422, "A name or a policy is needed"),
    "unknown_policy": (422, "No such policy"),
    "too_many_requests": (429, "Too many requests"),
    "too_many_streams_for_you": (429, "Too many streams of yours"),
    "headers_too_large": (431, "The headers are too large"),
    "internal_error": (500, "Something broke on the server"),
    "game_unreadable": (500, "The stored game is from another version"),
    "game_damaged": (500, "The stored game is damaged"),
    "not_implemented": (501, "Not implemented"),
    "store_down": (503, "The store cannot be reached"),
    "store_read_only": (503, "The store takes no writes"),
    "busy": (503, "Too many writers at once"),
    "too_many_streams": (503, "Too many open streams"),
}
"""Every code that can leave the server, with its status and title. Of several codes of a status
the first one is the general one, for what a library raised by itself."""

CODE_OF_STATUS: Final[Mapping[int, str]] = {
    status: code for code, (status, _) in reversed(list(PROBLEMS.items())) if status != 500
}

_CHALLENGE: Final = 'Bearer realm="toma6"'
_INVALID_TOKEN: Final = {"WWW-Authenticate": _CHALLENGE + ', error="invalid_token"'}
_WAIT_FOR_A_PLACE: Final = {"Retry-After": "5"}
_HEADERS_OF_STATUS: Final[Mapping[int, Mapping[str, str]]] = {
    401: {"WWW-Authenticate": _CHALLENGE},
    503: {"Retry-After": "1"},
}
_HEADERS_OF_CODE: Final[Mapping[str, Mapping[str, str]]] = {
    "malformed_token": _INVALID_TOKEN,
    "unknown_token": _INVALID_TOKEN,
    "token_in_query": _INVALID_TOKEN,
    "unsupported_media_type": {"Accept": "application/json"},
    "unsupported_encoding": {"Accept-Encoding": "identity"},
    "too_many_streams": _WAIT_FOR_A_PLACE,
    "too_many_streams_for_you": _WAIT_FOR_A_PLACE,
}


def document(
    code: str, detail: str = "", extras: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The members of the problem, the fixed ones winning over `extras`. Raises KeyError for a code
    that the table does not have."""
    status, title = PROBLEMS[code]
    return {
        **(extras or {}),
        "type": TYPE_PREFIX + code,
        "title": title,
        "status": status,
        "detail": detail or title + ".",
        "code": code,
    }


def document_of_status(status: int, extras: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The general problem of a status. An unlisted status keeps its number and its usual name."""
    if code := CODE_OF_STATUS.get(status):
        return document(code, "", extras)
    made = document("bad_request" if 400 <= status < 500 else "internal_error", "", extras)
    known = status in HTTPStatus._value2member_map_
    title = HTTPStatus(status).phrase if known else made["title"]
    return {**made, "title": title, "status": status, "detail": title + "."}


def respond(document: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """The response for a document, with the headers that its code needs unless given. Never cached:
    the next answer may be another one."""
    status, code = document["status"], document["code"]
    needed = _HEADERS_OF_CODE.get(code) or _HEADERS_OF_STATUS.get(status, {})
    return Response(
        orjson.dumps(document, default=str),
        status,
        {**needed, **(headers or {}), "Cache-Control": "no-store"},
        content_type=PROBLEM_JSON,
    )
