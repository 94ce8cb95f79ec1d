"""Reading a request's body (400, 408, 413, 415) and query, and then a schema (422).

What counts as JSON is in `strictjson.py`.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from flask import current_app, request

from service.http.strictjson import parse_object
from service.problems import Problem
from service.schemas.common import Schema, ValidationError, pointers

MAX_CACHED_BYTES: Final = 32
_JSON_TYPE: Final = re.compile(
    r'application/json[ \t]*(?:;[ \t]*(?:charset=(?:utf-8|"utf-8"))?[ \t]*)?', re.IGNORECASE
)


def load(schema: Schema) -> dict[str, Any]:
    """The present request's body as `schema` reads it. Raises Problem, or ValidationError (422)."""
    environ = request.environ
    check_media_type(environ)
    body = read_bytes(environ, current_app.config["MAX_BODY"])
    return (_loaded_before if len(body) <= MAX_CACHED_BYTES else _loaded)(schema, body)


def _loaded(schema: Schema, body: bytes) -> dict[str, Any]:
    loaded: dict[str, Any] = schema.load(parse_object(body))
    return loaded


_loaded_before = lru_cache(maxsize=1024)(_loaded)
"""The same few bytes mean the same: there are 104 picks. Nobody writes to what comes out."""


def load_query(schema: Schema) -> dict[str, Any]:
    """The query's parameters as `schema` reads them; one given twice is refused (400, else 422)."""
    found: dict[str, str] = {}
    for name, value in request.args.items(multi=True):
        if name in found:
            raise Problem("repeated_parameter", parameter=name[:64])
        found[name] = value
    try:
        loaded: dict[str, Any] = schema.load(found)
    except ValidationError as error:
        faults = [
            {"parameter": fault["pointer"][2:], "detail": fault["detail"]}
            for fault in pointers(error)
        ]
        raise Problem("invalid_parameter", errors=faults) from None
    return loaded


def check_media_type(environ: Mapping[str, Any]) -> None:
    """Refuse (415) what is not plain `application/json`, in UTF-8 if it names a charset."""
    declared = environ.get("CONTENT_TYPE", "")
    if declared != "application/json" and not _JSON_TYPE.fullmatch(declared):
        raise Problem(
            "unsupported_media_type",
            "Send Content-Type: application/json, in UTF-8.",
            allowed=["application/json"],
        )
    encoding = environ.get("HTTP_CONTENT_ENCODING")
    if encoding is not None and encoding.strip().lower() != "identity":
        raise Problem("unsupported_encoding", allowed=["identity"])


def read_bytes(environ: Mapping[str, Any], limit: int) -> bytes:
    """The body's bytes, never more than `limit` + 1 of them in memory, however it is framed.

    Counted as they arrive: a chunked body has no length to believe.
    """
    declared = environ.get("CONTENT_LENGTH")
    if declared:
        if not (declared.isascii() and declared.isdigit()):
            raise Problem("bad_request", "Content-Length is not a number.")
        length = int(declared[:20])
        if length > limit:
            raise _too_large(limit)
    elif environ.get("wsgi.input_terminated"):
        length = limit + 1
    else:
        length = 0  # neither a length nor chunks: there is no body
    try:
        body: bytes = environ["wsgi.input"].read(length) if length else b""
    except TimeoutError:
        raise Problem("request_timeout") from None
    except Exception as error:  # servers have no common class for a broken body
        raise Problem("incomplete_body") from error
    if len(body) > limit:
        raise _too_large(limit)
    if declared and len(body) < length:
        raise Problem("incomplete_body")
    return body


def _too_large(limit: int) -> Problem:
    return Problem("body_too_large", f"At most {limit} bytes.", limit=limit)
