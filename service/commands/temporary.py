"""A server for as long as a demonstration lasts."""

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Final

from bots.kit.client import Client
from service.commands.output import NotDone
from service.settings.config import Settings
from service.settings.hosts import address, reachable

START_SECONDS: Final = 30
STOP_SECONDS: Final = 20


@contextlib.contextmanager
def running_server(settings: Settings) -> Iterator[str]:
    """The URL of the server that runs, or of one started for this.

    :raises NotDone: if that one does not come up.
    """
    configured = address(reachable(settings.host)[0], settings.port)
    if answers(f"http://{configured}"):
        print(f"playing on http://{configured}")
        yield f"http://{configured}"
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    print(f"no server at {configured}: starting one on port {port}")
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
            wait_until_up(server, f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}"
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


def wait_until_up(server: subprocess.Popen[bytes], url: str) -> None:
    """Wait for the server's first answer.

    :raises NotDone: if it ends or takes too long.
    """
    deadline = time.monotonic() + START_SECONDS
    while not answers(url):
        if server.poll() is not None or time.monotonic() > deadline:
            raise NotDone("the server did not come up; try `toma6 serve` to see why")
        time.sleep(0.05)


def answers(url: str) -> bool:
    """Whether a toma6 that can work listens there."""
    try:
        with contextlib.closing(Client(url)) as client:
            reply = client.ask_once("GET", "/readyz")
    except (OSError, ValueError, http.client.HTTPException):
        return False
    return isinstance(reply.body, dict) and reply.body.get("status") == "ready"
