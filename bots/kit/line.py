"""HTTP for a bot: one kept connection, and patience.

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

SECONDS: Final = 30
"""How long an answer may take; when it was asked to wait, so much longer than that."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 8.0
MOST_PATIENT: Final = 300.0
"""The longest Retry-After that is waited for, in seconds."""
PASSING: Final = frozenset({408, 429, 500, 502, 503, 504})
LASTING: Final = frozenset({"game_damaged", "game_unreadable"})
"""Codes of a 500 that only the operator can help."""


class Stopped(Exception):  # noqa: N818 - it is no error
    """The bot was told to stop."""


class Refused(Exception):  # noqa: N818 - reads as a fact
    """The server said no, and would again."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status, self.code = status, code


@dataclass(frozen=True, slots=True)
class Reply:
    """What the server said."""

    status: int
    headers: Mapping[str, str]
    body: Any


class Line:
    """Asks the server at `url` with one token. For one thread; `hang_up` may come from others.

    :raises ValueError: if `url` is none.
    """

    def __init__(self, url: str, token: str, stop: threading.Event) -> None:
        parts = urlsplit(url)
        kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        if parts.scheme not in kinds or not parts.hostname:
            raise ValueError(f"{url!r} is no address like http://127.0.0.1:8006")
        self._prefix = parts.path.rstrip("/").removesuffix("/v1")
        self._connection = kinds[parts.scheme](parts.hostname, parts.port, timeout=SECONDS)
        self._token = token
        self._stop = stop
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

        :raises Refused: any other answer that would be the same again.
        :raises Stopped: told to stop, before the first attempt or a further one. An answer to a
            decision is attempted once all the same.
        """
        if method != "PUT" and self._stop.is_set():
            raise Stopped
        data = None if body is None else json.dumps(body).encode()
        headers = self._headers(data, tag, wait)
        pause = FIRST_PAUSE
        while True:
            try:
                reply = self._once(method, self._prefix + path, data, headers, wait)
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.close()
                after, why = 0.0, f"{type(error).__name__}: {error}"
            else:
                if reply.status < 400:
                    return reply
                if not _passes(reply):
                    raise _refused(reply)
                after, why = _retry_after(reply), str(reply.status)
            if not self._stop.is_set():
                log.warning("%s %s: %s; again in a moment", method, path, why)
            # Jitter, so that many bots do not come back in the same moment.
            if self._stop.wait(max(after, pause * random.uniform(0.5, 1))):  # noqa: S311
                raise Stopped
            pause = min(2 * pause, LONGEST_PAUSE)

    def hang_up(self) -> None:
        """Cut a long poll short, if one is under way."""
        if self._waiting and self._connection.sock is not None:
            with contextlib.suppress(OSError):
                self._connection.sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._connection.close()

    def _headers(self, data: bytes | None, tag: str | None, wait: int | None) -> dict[str, str]:
        given = {
            "Authorization": f"Bearer {self._token}",
            "Content-Type": None if data is None else "application/json",
            "If-None-Match": tag,
            "Prefer": None if wait is None else f"wait={wait}",
        }
        return {name: value for name, value in given.items() if value is not None}

    def _once(
        self, method: str, path: str, data: bytes | None, headers: dict[str, str], wait: int | None
    ) -> Reply:
        connection = self._connection
        if connection.sock is None:
            connection.connect()
        connection.sock.settimeout(SECONDS + (wait or 0))
        self._waiting = wait is not None
        try:
            if self._waiting and self._stop.is_set():  # too late to be hung up on
                raise Stopped
            connection.request(method, path, data, headers)
            got = connection.getresponse()
            content = got.read()
        finally:
            self._waiting = False
        found = {name.lower(): value for name, value in got.getheaders()}
        is_json = "json" in found.get("content-type", "")  # errors of a proxy need not be
        return Reply(got.status, found, json.loads(content) if is_json and content else None)


def _problem(reply: Reply) -> Mapping[str, Any]:
    return reply.body if isinstance(reply.body, dict) else {}


def _passes(reply: Reply) -> bool:
    """Whether the same request may succeed later."""
    return reply.status in PASSING and _problem(reply).get("code") not in LASTING


def _refused(reply: Reply) -> Refused:
    problem = _problem(reply)
    return Refused(reply.status, problem.get("code", "?"), problem.get("detail", "no reason given"))


def _retry_after(reply: Reply) -> float:
    """The seconds that the server asks for; 0 if it does not say, or says it as a date."""
    said = reply.headers.get("retry-after", "")
    return min(float(said), MOST_PATIENT) if said.isdecimal() else 0.0
