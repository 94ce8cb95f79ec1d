"""What every request passes on its way in and every response on its way out.

In: the address, the method, the Host header and tokens in the query are checked before any route
runs. Out: security headers, CORS, the request's number, its time. One hook each, because they
are paid for by every pick. Bodies are in `jsonbody.py`, tokens in `bearer.py`.
"""

import os
import re
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask, Response, request
from flask.globals import request_ctx
from flask.sessions import SessionInterface, SessionMixin
from flask.wrappers import Request
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.routing import MapAdapter

from service.http import cors
from service.http.bearer import refuse_token_in_query
from service.observability import metrics
from service.problems import Problem

MAX_URL: Final = 2048
"""Characters."""
SECURITY: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
)

# In the environ rather than in `g`, whose proxy costs more than all else done with them.
_NUMBER: Final = "toma6.request_id"
_ROUTE: Final = "toma6.route"
_HARMLESS_NUMBER: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
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
    """Flask with a way in and out that costs little, for every pick pays for it.

    `origins`: whose pages may call, as `https://host[:port]`.
    """

    session_interface = NoSessions()

    def __init__(self, origins: frozenset[str]) -> None:
        super().__init__("service", static_folder=None)
        self.origins = origins
        self.url_map.strict_slashes = self.url_map.merge_slashes = False
        self.url_map.redirect_defaults = False
        self.before_request(check_request)

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Every response gets what all have in common here, where its headers are a plain list."""
        started = perf_counter()
        number = environ.get("HTTP_X_REQUEST_ID", "")
        if not _HARMLESS_NUMBER.fullmatch(number):  # it is to stand in logs
            number = os.urandom(8).hex()
        environ[_NUMBER] = number

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> Callable[[bytes], object]:
            names = {name for name, _ in headers}
            headers += SECURITY if "Content-Security-Policy" not in names else SECURITY[:1]
            if "Cache-Control" not in names:
                headers.append(("Cache-Control", "no-store"))
            headers.append(("X-Request-Id", number))
            if self.origins:
                cors.add(headers, environ, self.origins)
            method, route = environ["REQUEST_METHOD"], environ.get(_ROUTE, "(none)")
            metrics.observe_request(method, route, int(status[:3]), perf_counter() - started)
            return start_response(status, headers, exc_info)

        answer: Iterable[bytes] = super().wsgi_app(environ, start)
        return answer

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """No route depends on the host, and none is built: the path alone is looked at."""
        if request is None:
            return None
        environ = request.environ
        path = environ["PATH_INFO"].encode("latin-1").decode(errors="replace")
        script = environ.get("SCRIPT_NAME", "")
        method = environ["REQUEST_METHOD"]
        return MapAdapter(self.url_map, "-", script, "", environ["wsgi.url_scheme"], path, method)

    def make_default_options_response(self) -> Response:
        """OPTIONS is answered with 204 and the exact Allow."""
        response = Response(b"", 204)
        del response.headers["Content-Type"]
        response.headers["Allow"] = ", ".join(_allowed())
        return response


def check_request() -> None:
    """Refuse what no route should see. Runs before Flask reports a failed match.

    :raises Problem: 400 without a Host, 401 for a token in the query, 414, or 404 for a path that
        would only match a route once somebody has repaired it.
    """
    asked = request_ctx.request  # the proxy costs more than most of what is looked at here
    environ = asked.environ
    if asked.url_rule is not None:
        environ[_ROUTE] = asked.url_rule.rule
    if not environ.get("HTTP_HOST") and environ.get("SERVER_PROTOCOL") == "HTTP/1.1":
        raise Problem("missing_host")
    # Servers decode the path, so `%2F` would pass for `/`, and Werkzeug drops doubled slashes at
    # the front: two spellings of one resource, of which limits and proxies see the other. No route
    # of ours has anything but ASCII in it, so bytes beyond it match nothing either.
    raw = environ.get("RAW_URI") or environ.get("REQUEST_URI") or ""
    if len(raw) > MAX_URL:
        raise Problem("uri_too_long", f"At most {MAX_URL} characters.", limit=MAX_URL)
    encoded_slash = "%" in raw and "%2f" in raw.partition("?")[0].lower()
    if encoded_slash or not _PLAIN_PATH.fullmatch(environ["PATH_INFO"]):
        raise Problem("not_found")
    query = environ.get("QUERY_STRING")
    if query:
        refuse_token_in_query(query)
    # Werkzeug reads `get` as GET; methods are case-sensitive (RFC 9110), so it is another one.
    if asked.method != environ["REQUEST_METHOD"] and asked.routing_exception is None:
        raise MethodNotAllowed(valid_methods=_allowed())


def request_id() -> str:
    """The present request's number, as its response's X-Request-Id has it."""
    return str(request.environ[_NUMBER])


def _allowed() -> list[str]:
    """The methods of the present request's address, in a fixed order."""
    adapter = request_ctx.url_adapter
    return sorted(adapter.allowed_methods()) if adapter is not None else []
