"""A client's line to the server: one kept connection, and stubbornness.

Whatever is not an answer is asked again with the same words, as the documentation allows.
"""

import http.client
import json
import time
from dataclasses import dataclass
from typing import Any

from tests.chaos.history import History

PATIENCE = 90
"""Seconds after which a client gives up, and the round has failed."""
PAUSE = 0.05


class Stuck(Exception):  # noqa: N818 - says what the client is
    """No answer for longer than any fault lasts."""


@dataclass(frozen=True, slots=True)
class Told:
    """An answer that is neither 503 nor a broken connection."""

    status: int
    body: Any


class Line:
    """Asks until it is answered, and counts what it met on the way."""

    def __init__(self, port: int, history: History) -> None:
        self._history = history
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)

    def insist(
        self, method: str, path: str, token: str | None = None, body: Any = None, key: str = ""
    ) -> Told:
        """Send it, again and again if need be. A creation needs a `key` to be repeatable."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        data = None if body is None else json.dumps(body)
        if data is not None:
            headers["Content-Type"] = "application/json"
        if key:
            headers["Idempotency-Key"] = key
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            told = self._once(method, path, data, headers)
            if told is not None:
                return told
            time.sleep(PAUSE)
        raise Stuck(f"{method} {path}: no answer for {PATIENCE} s")

    def close(self) -> None:
        """Hang up; the next request would open it again."""
        self._connection.close()

    def _once(
        self, method: str, path: str, data: str | None, headers: dict[str, str]
    ) -> Told | None:
        try:
            self._connection.request(method, path, data, headers)
            response = self._connection.getresponse()
            raw = response.read()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            self._history.count(f"{method} no answer")
            return None
        self._history.count(f"{method} {response.status}")
        if response.status == 503:
            if response.getheader("Retry-After") is None:
                self._history.wrong(f"{method} {path}: 503 without Retry-After")
            return None
        if response.status >= 500:
            self._history.wrong(f"{method} {path}: {response.status} {raw[:300]!r}")
            return None
        return Told(response.status, json.loads(raw) if raw else None)
