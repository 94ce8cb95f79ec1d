"""A server for as long as a demonstration lasts, and as little HTTP as it needs to be spoken to."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any, Final

from service.settings.config import Settings
from service.settings.hosts import address

START_SECONDS: Final = 30
STOP_SECONDS: Final = 20


class DemoError(Exception):
    """The server did not do what it must; the message is for the terminal."""


class Client:
    """As little HTTP as the demo needs, on one connection."""

    def __init__(self, host: str, port: int) -> None:
        self._connection = http.client.HTTPConnection(host, port, timeout=10)

    def ask(
        self, method: str, path: str, body: object = None, token: str | None = None
    ) -> dict[str, Any]:
        """The JSON answer. Raises DemoError for any problem, in the server's own words."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        data = None if body is None else json.dumps(body)
        if data is not None:
            headers["Content-Type"] = "application/json"
        self._connection.request(method, path, data, headers)
        response = self._connection.getresponse()
        answer: dict[str, Any] = json.loads(response.read())
        if response.status >= 400:
            raise DemoError(f"{method} {path}: {response.status} {answer.get('detail')}")
        return answer


@contextlib.contextmanager
def running_server(settings: Settings) -> Iterator[tuple[str, int]]:
    """Host and port of the server that runs, or of one started for this."""
    if answers(settings.host, settings.port):
        print(f"playing on http://{address(settings.host, settings.port)}")
        yield settings.host, settings.port
        return
    port = free_port()
    print(f"no server at {address(settings.host, settings.port)}: starting one on port {port}")
    with tempfile.TemporaryDirectory(prefix="toma6-") as data:
        environ = {
            **os.environ,
            "TOMA6_DATA_DIR": data,
            "TOMA6_HOST": "127.0.0.1",
            "TOMA6_PORT": str(port),
            "TOMA6_LOG_LEVEL": "ERROR",
        }
        command = [sys.executable, "-m", "service.commands.cli", "serve"]
        server = None
        try:
            with uninterrupted():  # or nobody would know the server that has just been started
                server = subprocess.Popen(
                    command, env=environ, stdout=subprocess.DEVNULL, start_new_session=True
                )
            wait_until_up(server, port)
            yield "127.0.0.1", port
        finally:
            if server is not None:
                stop(server)


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C takes effect at the end of the block."""
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


def stop(server: subprocess.Popen[bytes]) -> None:
    """End the server in order; where it does not hear, at once.

    Not by SIGINT: one that has only just begun would tell of it at length.
    """
    server.terminate()
    try:
        server.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_up(server: subprocess.Popen[bytes], port: int) -> None:
    """Wait for the server's first answer. Raises DemoError if it ends or takes too long."""
    deadline = time.monotonic() + START_SECONDS
    while not answers("127.0.0.1", port):
        if server.poll() is not None or time.monotonic() > deadline:
            raise DemoError("the server did not come up; try `toma6 serve` to see why")
        time.sleep(0.05)


def answers(host: str, port: int) -> bool:
    """Whether a toma6 that can work listens there."""
    try:
        return Client(host, port).ask("GET", "/readyz").get("status") == "ready"
    except (OSError, ValueError, DemoError, http.client.HTTPException):
        return False
