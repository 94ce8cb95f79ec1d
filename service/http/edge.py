"""What every request passes on its way in and every response on its way out.

In: the address, the method, the Host header and tokens in the query are checked before any route
runs. Out: security headers, CORS, the request's number, its time. One hook each, because they
are paid for by every pick. Bodies are in `jsonbody.py`, tokens in `bearer.py`.
"""

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
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
SECURITY: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
)

# In the environ rather than in `g`, whose proxy costs more than all else done with them.
_NOTE: Final = "toma6.request"
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
_PLAIN_PATH: Final = re.compile(r"(?:/[A-Za-z0-9._~!$&'()*+,;=:@-]+)*/?")


@dataclass(slots=True)
class _Note:
    """What is known of a request from its arrival on."""

    started: float
    id: str
    route: str = "(none)"


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
    """Flask with a way in and out that costs little, for every pick pays for it."""

    origins: frozenset[str] = frozenset()
    """Whose pages may call, as `https://host[:port]`."""

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Every response gets what all have in common here, where its headers are a plain list."""
        environ[_NOTE] = note = _Note(perf_counter(), _request_id(environ.get("HTTP_X_REQUEST_ID")))

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> Callable[[bytes], object]:
            self._finish(environ, note, status, headers)
            return start_response(status, headers, exc_info)

        answer: Iterable[bytes] = super().wsgi_app(environ, start)
        return answer

    def _finish(
        self, environ: WSGIEnvironment, note: _Note, status: str, headers: list[tuple[str, str]]
    ) -> None:
        names = {name for name, _ in headers}
        headers += SECURITY if "Content-Security-Policy" not in names else SECURITY[:1]
        if "Cache-Control" not in names:
            headers.append(("Cache-Control", "no-store"))
        headers.append(("X-Request-Id", note.id))
        method = environ["REQUEST_METHOD"]
        if self.origins:
            preflight = method == "OPTIONS"
            headers[:] = cors.added(headers, environ, self.origins, preflight=preflight)
        seconds = perf_counter() - note.started
        metrics.observe_request(method, note.route, int(status[:3]), seconds)

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


def install(app: EdgeFlask, origins: frozenset[str]) -> None:
    """Put the edge on `app`. `origins`: whose pages may call."""
    app.session_interface = NoSessions()
    app.origins = origins
    app.before_request(check_request)


def check_request() -> None:
    """Refuse what no route should see. Runs before Flask reports a failed match."""
    asked = request_ctx.request  # the proxy costs more than most of what is looked at here
    environ = asked.environ
    if asked.url_rule is not None:
        environ[_NOTE].route = asked.url_rule.rule
    if not environ.get("HTTP_HOST") and environ.get("SERVER_PROTOCOL") == "HTTP/1.1":
        raise Problem("missing_host")
    check_path(environ)
    query = environ.get("QUERY_STRING")
    if query:
        refuse_token_in_query(query)
    # Werkzeug reads `get` as GET; methods are case-sensitive (RFC 9110), so it is another one.
    if asked.method != environ["REQUEST_METHOD"] and asked.routing_exception is None:
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
    note: _Note = request.environ[_NOTE]
    return note.id


def _request_id(offered: str | None) -> str:
    """The proxy's number if it is harmless in a log, else a new one of 64 random bits."""
    if offered is not None and _REQUEST_ID.fullmatch(offered):
        return offered
    return os.urandom(8).hex()


def _allowed() -> list[str]:
    """The methods of the present request's address, in a fixed order."""
    adapter = request_ctx.url_adapter
    return sorted(adapter.allowed_methods()) if adapter is not None else []
