"""Problem documents for what gunicorn refuses before the application sees it.

A request that is not HTTP never becomes a request, so Flask's handlers cannot answer it, and
gunicorn's own answer is an HTML page. `install` replaces the function that writes that page,
and the one that then closes the connection. Called from gunicorn's settings; the application does
not need it.
"""

import os
from typing import Any, Final

import orjson
from gunicorn import util

from service.http.problems import PROBLEM_JSON, document_of_status

_HEAD: Final = (
    "HTTP/1.1 %d %s\r\nConnection: close\r\nContent-Type: %s\r\nContent-Length: %d\r\n"
    "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Request-Id: %s\r\n\r\n"
)


def install() -> None:
    """Let gunicorn, in this process and those it forks, write problems instead of pages."""
    util.write_error = write_error
    # A connection closed over bytes that nobody has read is reset, and the reset may take back the
    # answer that says why. Closing as RFC 9112, 9.6 wants it lets the answer arrive.
    util.close = util.close_graceful


def write_error(sock: Any, status_int: int, reason: str, mesg: str) -> None:  # noqa: ARG001
    """Answer on the raw socket, as gunicorn's function of this name does.

    `mesg` is left out: it repeats parts of the request, and the log has it.
    """
    body = orjson.dumps(document_of_status(status_int))
    head = _HEAD % (status_int, reason, PROBLEM_JSON, len(body), os.urandom(8).hex())
    util.write_nonblock(sock, head.encode("latin-1") + body)
