"""HTTP with the standard library alone: one kept connection, and patience.

Everything that a bot asks may be asked again, answers to decisions included (docs/api.md,
"Repeating a request"). So whatever fails on the way is repeated until it succeeds or the bot is
told to stop.
"""

import contextlib
import http.client
import json
import logging
import random
import socket
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

log = logging.getLogger("toma6.bot")

HTTP_TIMEOUT_SECONDS: Final = 30
"""How long an answer may take; when it was asked to wait, so much longer than that."""
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.25, 8.0
MAX_RETRY_AFTER_SECONDS: Final = 300.0
"""The longest Retry-After that is waited for."""
PASSING: Final = frozenset({408, 429, 500, 502, 503, 504})
LASTING: Final = frozenset({"game_damaged", "game_unreadable"})
"""Codes of a 500 that only the operator can help."""


class Stopped(Exception):  # noqa: N818 - it is no error
    """The bot was told to stop."""


class RequestRefused(Exception):  # noqa: N818 - reads as a fact
    """The server said no, and would again."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status, self.code = status, code


@dataclass(frozen=True, slots=True)
class Reply:
    """What the server said; `body` is None if it was no JSON. Names of headers in lower case."""

    status: int
    headers: Mapping[str, str]
    body: Any

    @property
    def problem(self) -> Mapping[str, Any]:
        """The problem document, empty if it is none: errors of a proxy need not be one."""
        return self.body if isinstance(self.body, dict) else {}


class Client:
    """Asks the server at `url`, with a token or none. For one thread; `hang_up` may come from
    others.

    :raises ValueError: if `url` is none.
    """

    def __init__(
        self, url: str, token: str | None = None, stop: threading.Event | None = None
    ) -> None:
        parts = urlsplit(url)
        kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        if parts.scheme not in kinds or not parts.hostname:
            raise ValueError(f"{url!r} is no address like http://127.0.0.1:8006")
        self._prefix = parts.path.rstrip("/").removesuffix("/v1")
        self._connection = kinds[parts.scheme](
            parts.hostname, parts.port, timeout=HTTP_TIMEOUT_SECONDS
        )
        self.token = token
        self._stop = stop or threading.Event()
        self._waiting = False

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        tag: str | None = None,
        wait: int | None = None,
    ) -> Reply:
        """The answer, be it a success or 304. `tag` asks for news since, `wait` for a long poll.

        :raises RequestRefused: any other answer that would be the same again.
        :raises Stopped: told to stop, before the first attempt or a further one. An answer to a
            decision is attempted once all the same.
        :raises TypeError: if `body` cannot be JSON.
        """
        if method != "PUT" and self._stop.is_set():
            raise Stopped
        data = None if body is None else json.dumps(body).encode()
        pause = FIRST_PAUSE_SECONDS
        while True:
            try:
                reply = self.ask_once(method, path, data, tag, wait)
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.close()
                after, why = 0.0, f"{type(error).__name__}: {error}"
            else:
                if reply.status < 400:
                    return reply
                code = reply.problem.get("code", "?")
                if reply.status not in PASSING or code in LASTING:
                    detail = reply.problem.get("detail", "no reason given")
                    raise RequestRefused(reply.status, code, detail)
                after, why = _retry_after(reply), str(reply.status)
            if not self._stop.is_set():
                log.warning("%s %s: %s; again in a moment", method, path, why)
            # Jitter, so that many bots do not come back in the same moment.
            if self._stop.wait(max(after, pause * random.uniform(0.5, 1))):  # noqa: S311
                raise Stopped
            pause = min(2 * pause, MAX_PAUSE_SECONDS)

    def ask_once(
        self,
        method: str,
        path: str,
        data: bytes | None = None,
        tag: str | None = None,
        wait: int | None = None,
    ) -> Reply:
        """The answer to a request with JSON or nothing in it, whatever it is.

        :raises OSError, HTTPException, ValueError: there was none, or half of one.
        :raises Stopped: told to stop, before a long poll.
        """
        headers = {
            "Authorization": None if self.token is None else f"Bearer {self.token}",
            "Content-Type": None if data is None else "application/json",
            "If-None-Match": tag,
            "Prefer": None if wait is None else f"wait={wait}",
        }
        connection = self._connection
        if connection.sock is None:
            connection.connect()
        connection.sock.settimeout(HTTP_TIMEOUT_SECONDS + (wait or 0))
        self._waiting = wait is not None
        try:
            if self._waiting and self._stop.is_set():  # too late to be hung up on
                raise Stopped
            sent = {name: value for name, value in headers.items() if value is not None}
            connection.request(method, self._prefix + path, data, sent)
            got = connection.getresponse()
            content = got.read()
        finally:
            self._waiting = False
        found = {name.lower(): value for name, value in got.getheaders()}
        is_json = "json" in found.get("content-type", "") and content
        return Reply(got.status, found, json.loads(content) if is_json else None)

    def hang_up(self) -> None:
        """Cut a long poll short, if one is under way."""
        if self._waiting and self._connection.sock is not None:
            with contextlib.suppress(OSError):
                self._connection.sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End the connection; the next question makes a new one."""
        self._connection.close()


def _retry_after(reply: Reply) -> float:
    """The seconds that the server asks for; 0 if it does not say, or says it as a date."""
    said = reply.headers.get("retry-after", "")
    return min(float(said), MAX_RETRY_AFTER_SECONDS) if said.isdecimal() else 0.0
