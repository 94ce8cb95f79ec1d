"""Building successful JSON responses, and the headers of answers that depend on who asks.

Errors are in `problems.py`. Routes return these Response objects as they are; schemas only
document them, for dumping through one would cost more than the rest of the request.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIEnvironment

import orjson
from flask import Response, request

JSON: Final = "application/json"
PRIVATE: Final[Mapping[str, str]] = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}


class WholeResponse(Response):
    """A response whose body is there at once, for what is stored as JSON already. Nothing is looked
    at again on the way out, for every pick and every poll pays for it.
    """

    def __init__(
        self,
        body: bytes,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        content_type: str = JSON,
    ) -> None:
        super().__init__(body, status, headers, content_type=content_type)
        self._body = body

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The same as any response with this body, as one piece."""
        start_response(self.status, list(self.headers))  # with the length of the body
        return () if environ["REQUEST_METHOD"] == "HEAD" else (self._body,)


def reply(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """`data` as JSON. Never cached unless `headers` say otherwise (see `edge.py`)."""
    return WholeResponse(orjson.dumps(data), status, headers)


def no_content(headers: Mapping[str, str] | None = None, status: int = 204) -> Response:
    """204: done, and nothing to say. 202: it will be done. 304: as before."""
    response = Response(b"", status, headers)
    del response.headers["Content-Type"]
    return response


def for_viewer(etag: str | None = None, **headers: str) -> dict[str, str]:
    """Headers of an answer that depends on the token: kept by the viewer alone, and asked again.

    Names in `headers` with `_` for `-`.
    """
    made = {**PRIVATE, **{name.replace("_", "-"): value for name, value in headers.items()}}
    if etag is not None:
        made["ETag"] = etag
    return made


def weak_etag(tag: str) -> str:
    """For bodies that mean the same, if not byte for byte."""
    return f'W/"{tag}"'


def not_modified(etag: str) -> Response | None:
    """304 with `etag` if the client has that version already, else None: build the answer.

    The comparison is the weak one, as RFC 9110 wants it for If-None-Match.
    """
    asked = request.environ.get("HTTP_IF_NONE_MATCH")
    if asked is None:
        return None
    candidates = {candidate.strip().removeprefix("W/") for candidate in asked.split(",")}
    if asked.strip() != "*" and etag.removeprefix("W/") not in candidates:
        return None
    return no_content(for_viewer(etag), 304)
