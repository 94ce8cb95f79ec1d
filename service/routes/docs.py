"""The API's description: the document, and a page to read and try it.

Swagger UI is served from our own files: the page loads nothing from anywhere else, and its
policy would not let it.
"""

import hashlib
import re
from pathlib import Path
from typing import Final, cast

import orjson
from flask import Blueprint, Response, current_app, request, send_from_directory

from service.http.describe import Operation, document
from service.http.edge import EdgeFlask
from service.http.jsonreply import WholeResponse, not_modified
from service.http.proxies import ORIGIN, PREFIX
from service.problems import Problem

blueprint = Blueprint("docs", __name__)

STATIC: Final = Path(__file__).resolve().parent.parent / "static"
ASSETS: Final = {
    "docs.js": "docs.js",
    "swagger-ui-bundle.js": "swagger-ui/swagger-ui-bundle.js",
    "swagger-ui.css": "swagger-ui/swagger-ui.css",
    "favicon-32x32.png": "swagger-ui/favicon-32x32.png",
    "LICENSE": "swagger-ui/LICENSE",
}
MOST_SERVERS: Final = 16
"""Names of this server for which the document is kept."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_META_POLICY: Final = re.compile(rb'http-equiv="Content-Security-Policy"\s+content="([^"]+)"')
# $: the path under which the server is found.
PAGE: Final = b"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>toma6 API</title>
<link rel="icon" href="$/docs/favicon-32x32.png">
<link rel="stylesheet" href="$/docs/swagger-ui.css">
<script src="$/docs/swagger-ui-bundle.js" defer></script>
<script src="$/docs/docs.js" defer></script>
</head>
<body>
<div id="docs"><noscript>See <a href="$/v1/openapi.json">the document</a>.</noscript></div>
</body>
</html>
"""


@blueprint.route("/v1/openapi.json")
@Operation(answers={200: {"type": "object"}}, headers=("If-None-Match",))
def openapi_document() -> Response:
    """This document (OpenAPI 3.1)"""
    body, etag = _document(_server())
    return not_modified(etag) or WholeResponse(
        body, headers={"ETag": etag, "Cache-Control": "no-cache"}
    )


def _prefix() -> str:
    """The path under which the present request's client finds the server, "" or /like/this."""
    return str(request.environ.get(PREFIX, ""))


def _server() -> str:
    """Where the present request's client finds the server, "" if only the client knows."""
    app = cast("EdgeFlask", current_app)
    return app.public_url or f"{request.environ.get(ORIGIN, '')}{_prefix()}"


def _document(server: str) -> tuple[bytes, str]:
    """The document's bytes and tag for clients of this server, made once per app for each."""
    made: dict[str, tuple[bytes, str]] = current_app.extensions.setdefault("toma6-document", {})
    if server not in made:
        servers = {"servers": [{"url": server}]} if server else {}
        body = orjson.dumps(document(current_app) | servers, option=orjson.OPT_SORT_KEYS)
        if len(made) >= MOST_SERVERS:
            made.clear()
        made[server] = body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    return made[server]


@blueprint.route("/docs")
@Operation(answers={200: None}, media={"text/html": {"type": "string"}})
def docs_page() -> Response:
    """The same, to read and to try"""
    return _page(PAGE.replace(b"$", _prefix().encode()), POLICY)


@blueprint.route("/verify")
@Operation(answers={200: None}, media={"text/html": {"type": "string"}})
def verifier_page() -> Response:
    """The verifier as a page: bundle, keys and receipts in, a verdict out, nothing sent

    One file that works offline, too. Whoever doubts this server gets it from somebody else.
    """
    body = (STATIC / "verify.html").read_bytes()
    policy = _META_POLICY.search(body)
    assert policy is not None, "the page names its own scripts"  # noqa: S101
    return _page(body, f"{policy[1].decode()}; frame-ancestors 'none'")


def _page(body: bytes, policy: str) -> Response:
    headers = {
        "Content-Security-Policy": policy,
        "Cache-Control": "no-cache",
        "Referrer-Policy": "no-referrer",
    }
    return WholeResponse(body, headers=headers, content_type="text/html; charset=utf-8")


@blueprint.route("/docs/<asset>")
@Operation(answers={200: None})
def docs_asset(asset: str) -> Response:
    """A file of the page"""
    if asset not in ASSETS:
        raise Problem("not_found")
    response = send_from_directory(STATIC, ASSETS[asset], max_age=3600)
    response.headers["Content-Security-Policy"] = POLICY
    return response
