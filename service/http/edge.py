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
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask, Response, current_app, request
from flask.globals import request_ctx
from flask.sessions import SessionInterface, SessionMixin
from flask.wrappers import Request
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.routing import IntegerConverter, MapAdapter

from service.http import cors
from service.http.bearer import refuse_token_in_query
from service.http.describe import Operation
from service.http.proxies import PREFIX, Proxies, lead
from service.observability import metrics
from service.problems import Problem

MAX_URL: Final = 2048
"""Characters."""
SECURITY: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
)
NOBODY: Final = Proxies(())

# In the environ rather than in `g`, whose proxy costs more than all else done with them.
_NUMBER: Final = "toma6.request_id"
_ROUTE: Final = "toma6.route"
_HARMLESS_NUMBER: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
_PLAIN_PATH: Final = re.compile(r"(?:/[A-Za-z0-9._~!$&'()*+,;=:@-]+)*/?")


class _NoSession(dict[str, Any], SessionMixin):
    """There are no cookies here; one empty object serves every request."""


class Number(IntegerConverter):
    """A number in a path, in its one spelling."""

    regex = "(?:0|[1-9][0-9]{0,8})"


class NoSessions(SessionInterface):
    """Saves Flask the work of opening and saving a session nobody uses."""

    _none = _NoSession()

    def open_session(self, app: Flask, request: Request) -> SessionMixin:  # noqa: ARG002
        return self._none

    def is_null_session(self, obj: object) -> bool:  # noqa: ARG002
        return True


class EdgeFlask(Flask):
    """Flask with a way in and out that costs little, for every pick pays for it.

    `origins`: whose pages may call, as `https://host[:port]`. `proxies`: who is believed when it
    says for whom it asks. `public_url`: how clients reach the server, "" if only they know.
    """

    session_interface = NoSessions()

    def __init__(
        self, origins: frozenset[str] = frozenset(), proxies: Proxies = NOBODY, public_url: str = ""
    ) -> None:
        super().__init__("service", static_folder=None)
        self.origins, self.proxies, self.public_url = origins, proxies, public_url
        self.public_path = urlsplit(public_url).path
        self.url_map.strict_slashes = self.url_map.merge_slashes = False
        self.url_map.redirect_defaults = False
        self.url_map.converters = {**self.url_map.converters, "int": Number}
        self.before_request(check_request)

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Every response gets what all have in common here, where its headers are a plain list."""
        started = perf_counter()
        number = environ.get("HTTP_X_REQUEST_ID", "")
        if not _HARMLESS_NUMBER.fullmatch(number):  # it is to stand in logs
            number = os.urandom(8).hex()
        environ[_NUMBER] = number
        if self.proxies:
            self.proxies.apply(environ)
        if path := self.public_path:
            # A proxy may take it off or leave it on, and whoever looks after the server's health
            # comes past the proxy.
            environ[PREFIX] = path
            if environ["PATH_INFO"].startswith(path + "/"):
                environ["PATH_INFO"] = environ["PATH_INFO"].removeprefix(path)

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
            if PREFIX in environ:
                lead(headers, environ[PREFIX])
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

    :raises Problem: 400 without a Host, for a body where none is taken and for a query's parameter
        given twice, 401 for a token in the query, 414, 422 for a query where none is taken, or 404
        for a path that would only match a route once somebody has repaired it.
    """
    asked = request_ctx.request  # the proxy costs more than most of what is looked at here
    environ = asked.environ
    rule = asked.url_rule
    if rule is not None:
        environ[_ROUTE] = rule.rule
    if not environ.get("HTTP_HOST") and environ.get("SERVER_PROTOCOL") == "HTTP/1.1":
        raise Problem("missing_host")
    # Servers decode the path, so `%2F` would pass for `/` and `%67ames` for `games`, and Werkzeug
    # drops doubled slashes at the front: two spellings of one resource, of which limits and proxies
    # see the other. No route of ours has anything in it that would have to be encoded.
    raw = environ.get("RAW_URI") or environ.get("REQUEST_URI") or ""
    if len(raw) > MAX_URL:
        raise Problem("uri_too_long", f"At most {MAX_URL} characters.", limit=MAX_URL)
    encoded = "%" in raw and "%" in raw.partition("?")[0]
    if encoded or "#" in raw or not _PLAIN_PATH.fullmatch(environ["PATH_INFO"]):
        raise Problem("not_found")
    query = environ.get("QUERY_STRING")
    if query:
        refuse_token_in_query(query)
    if rule is not None:
        _check_taken(asked, rule.endpoint, query)
    # Werkzeug reads `get` as GET; methods are case-sensitive (RFC 9110), so it is another one.
    if asked.method != environ["REQUEST_METHOD"] and asked.routing_exception is None:
        raise MethodNotAllowed(valid_methods=_allowed())


def _check_taken(asked: Request, endpoint: str, query: str | None) -> None:
    """Refuse a body and a query where none is taken; those that are, are checked by the route."""
    takes: Operation | None = getattr(current_app.view_functions[endpoint], "operation", None)
    if takes is None:
        return
    environ = asked.environ
    if takes.body is None and (
        environ.get("CONTENT_LENGTH", "0") not in ("", "0") or "HTTP_TRANSFER_ENCODING" in environ
    ):
        raise Problem("unexpected_body")
    # A preflight has the query of what will be asked, by whichever method.
    if query and takes.query is None and asked.args and asked.method != "OPTIONS":
        names = sorted({name[:64] for name in asked.args})
        faults = [{"parameter": name, "detail": "Unknown field."} for name in names]
        raise Problem("invalid_parameter", errors=faults)


def request_id() -> str:
    """The present request's number, as its response's X-Request-Id has it."""
    return str(request.environ[_NUMBER])


def _allowed() -> list[str]:
    """The methods of the present request's address, in a fixed order."""
    adapter = request_ctx.url_adapter
    return sorted(adapter.allowed_methods()) if adapter is not None else []
