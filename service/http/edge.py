"""What every request passes on its way in and every response on its way out.

In: the address, the method, the Host header and tokens in the query are checked before any route
runs. Out: security headers, CORS, the request's number, its time. One hook each, because they
are paid for by every pick. Bodies are in `jsonbody.py`, tokens in `auth.py`.
"""

import os
import re
from time import perf_counter
from typing import Any, Final

from flask import Flask, Response, request
from flask.globals import request_ctx
from flask.sessions import SessionInterface, SessionMixin
from flask.wrappers import Request
from werkzeug.exceptions import MethodNotAllowed

from service.auth import refuse_token_in_query
from service.http import cors, metrics
from service.problems import Problem

MAX_URL: Final = 2048
SECURITY: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
)

# In the environ rather than in `g`, whose proxy costs more than all else done with them.
_NOTE: Final = "toma6.request"
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
_PLAIN_PATH: Final = re.compile(r"(?:/[A-Za-z0-9._~!$&'()*+,;=:@-]+)*/?")


class _NoSession(dict[str, Any], SessionMixin):
    """There are no cookies here; one empty object serves every request."""


class NoSessions(SessionInterface):
    """Saves Flask the work of opening and saving a session nobody uses."""

    _none = _NoSession()

    def open_session(self, app: Flask, request: Request) -> SessionMixin:  # noqa: ARG002
        return self._none

    def is_null_session(self, obj: object) -> bool:  # noqa: ARG002
        return True


class EdgeFlask(Flask):
    """Flask that answers OPTIONS with 204, the exact Allow, and a preflight's CORS headers."""

    def make_default_options_response(self) -> Response:
        response = Response(b"", 204)
        del response.headers["Content-Type"]
        response.headers["Allow"] = ", ".join(_allowed())
        return response


def install(app: EdgeFlask, origins: frozenset[str]) -> None:
    """Put the two hooks on `app`. `origins`: whose pages may call, as `https://host[:port]`."""
    app.session_interface = NoSessions()
    app.before_request(check_request)

    def finish(response: Response) -> Response:
        environ = request.environ
        started, request_id = environ[_NOTE]
        headers = response.headers
        headers.extend(SECURITY if "Content-Security-Policy" not in headers else SECURITY[:1])
        if "Cache-Control" not in headers:
            headers["Cache-Control"] = "no-store"
        headers.add("X-Request-Id", request_id)
        method = environ["REQUEST_METHOD"]
        if origins:
            allow = headers.get("Allow") if method == "OPTIONS" else None
            cors.add_headers(headers, environ, origins, allow)
        rule = request.url_rule
        route = rule.rule if rule is not None else "(none)"
        metrics.observe_request(method, route, response.status_code, perf_counter() - started)
        return response

    app.after_request(finish)


def check_request() -> None:
    """Refuse what no route should see. Runs before Flask reports a failed match."""
    environ = request.environ
    environ[_NOTE] = perf_counter(), _request_id(environ.get("HTTP_X_REQUEST_ID"))
    if not environ.get("HTTP_HOST") and environ.get("SERVER_PROTOCOL") == "HTTP/1.1":
        raise Problem("missing_host")
    check_path(environ)
    query = environ.get("QUERY_STRING")
    if query:
        refuse_token_in_query(query)
    # Werkzeug reads `get` as GET; methods are case-sensitive (RFC 9110), so it is another one.
    if request.method != environ["REQUEST_METHOD"] and request.routing_exception is None:
        raise MethodNotAllowed(valid_methods=_allowed())


def check_path(environ: dict[str, Any]) -> None:
    """Refuse paths that only match a route after somebody has repaired them (404, or 414).

    Servers decode the path, so `%2F` would pass for `/`, and Werkzeug drops doubled slashes at
    the front: two spellings of one resource, of which rate limits and proxies see the other. No
    route of ours has anything but ASCII in it, so bytes beyond it match nothing either.
    """
    raw = environ.get("RAW_URI") or environ.get("REQUEST_URI") or ""
    if len(raw) > MAX_URL:
        raise Problem("uri_too_long", f"At most {MAX_URL} characters.", limit=MAX_URL)
    if not _PLAIN_PATH.fullmatch(environ["PATH_INFO"]):
        raise Problem("not_found")
    if "%" in raw and "%2f" in raw.partition("?")[0].lower():
        raise Problem("not_found")


def request_id() -> str:
    """The present request's number, as its response's X-Request-Id has it."""
    number: str = request.environ[_NOTE][1]
    return number


def _request_id(offered: str | None) -> str:
    """The proxy's number if it is harmless in a log, else a new one of 64 random bits."""
    if offered is not None and _REQUEST_ID.fullmatch(offered):
        return offered
    return os.urandom(8).hex()


def _allowed() -> list[str]:
    """The methods of the present request's address, in a fixed order."""
    adapter = request_ctx.url_adapter
    return sorted(adapter.allowed_methods()) if adapter is not None else []
