"""Reading a token from a request, where it travels in the Authorization header only.

Whom a token belongs to is not known here.
"""

import re
from typing import Final
from urllib.parse import parse_qsl

from werkzeug.wrappers import Request

from service.problems import Problem

QUERY_NAMES: Final = frozenset({"token", "access_token"})

_BEARER: Final = re.compile(r"(?i:bearer) +(t6[a-z]_[A-Za-z0-9_-]{43})")


def bearer_token(request: Request) -> str | None:
    """The request's token; None without an Authorization header, which means: a spectator.

    A header that is there and cannot be used is refused (401) and never read as none: somebody
    who mistypes a token must not be shown the spectators' view. A server joins repeated headers
    with a comma, which no token contains.
    """
    header = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    match = _BEARER.fullmatch(header)
    if match is None:
        detail = "Send one header of the form: Authorization: Bearer t6…"
        raise Problem("malformed_token", detail)
    return match[1]


def require_token(request: Request) -> str:
    """The request's token. Raises Problem (401) if there is none or it is malformed."""
    token = bearer_token(request)
    if token is None:
        raise Problem("unauthorized", "Send it as: Authorization: Bearer t6…")
    return token


def refuse_token_in_query(query: str) -> None:
    """Refuse (401) a token in the address, where every log and history on the way keeps it."""
    if "token" not in query.lower() and "%" not in query:
        return
    if any(name.strip().lower() in QUERY_NAMES for name, _ in parse_qsl(query, True)):
        raise Problem(
            "token_in_query",
            "Send it as: Authorization: Bearer t6… (this one may be in somebody's logs now).",
        )
