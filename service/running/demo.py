"""`toma6 demo`: play a whole game over HTTP, show it, and prove it.

One person (played here, with a simple rule) and three bots. Uses the server that runs at the
configured address, or starts one of its own for as long as the game lasts.
"""

import argparse
import contextlib
import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final

from domain.audit import verify
from service.config import Settings
from service.hosts import address

POLL_SECONDS: Final = 0.01
START_SECONDS: Final = 30
STOP_SECONDS: Final = 20
ME: Final = "You"


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


def main(settings: Settings, argv: Sequence[str]) -> int:
    """Play one game and print how it went. Returns 0 if it ended and its proof holds."""
    parser = argparse.ArgumentParser(prog="toma6 demo")
    parser.add_argument("--ruleset", default="classic")
    parser.add_argument("--seats", type=int, default=4)
    options = parser.parse_args(argv)
    try:
        with running_server(settings) as (host, port):
            return play(Client(host, port), options.ruleset, options.seats)
    except (DemoError, OSError) as error:
        print(f"toma6 demo: {error}", file=sys.stderr)
        return 1


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
        command = [sys.executable, "-m", "service.cli", "serve"]
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


def play(client: Client, ruleset: str, seats: int) -> int:
    """One game from its creation to its proof. Returns the exit code."""
    made = client.ask("POST", "/v1/games", {"ruleset": ruleset, "seats": seats})
    host, path = made["host_token"], f"/v1/games/{made['game']['id']}"
    token = client.ask("POST", f"{path}/seats", {"name": ME}, host)["token"]
    for _ in range(seats - 1):
        client.ask("POST", f"{path}/seats", {"policy": "careful"}, host)
    seen = client.ask("POST", f"{path}/start", token=host)
    print(f"game {seen['id']} ({ruleset}, {seats} seats)")
    shown = (0, 0)
    while seen["status"] == "playing":
        seen = client.ask("GET", path, token=token)
        for owed in seen["you"]["decisions"]:
            answer = secrets.choice(owed["options"])
            client.ask("PUT", f"{path}/decisions/{owed['id']}", as_answer(owed, answer), token)
        if (seen["round"], seen["turn"]) != shown:
            shown = seen["round"], seen["turn"]
            print(table(seen))
        if not seen["you"]["decisions"]:
            time.sleep(POLL_SECONDS)
    return report(client, path, seen)


def as_answer(owed: dict[str, Any], option: dict[str, Any]) -> dict[str, Any]:
    """The body that answers with `option`: itself, or for `play` one card of it."""
    if owed["kind"] != "play":
        return option
    if "rows" in option:
        option = {"special": option["special"], "row": option["rows"][0]}
    return {"cards": [option]}


def table(seen: dict[str, Any]) -> str:
    """The table in one line."""
    rows = "  ".join(" ".join(map(str, row["cards"])) for row in seen["rows"])
    heads = "/".join(str(seat["total"] + seat["pile_heads"]) for seat in seen["seats"])
    return f"  round {seen['round']} turn {seen['turn']:>2}  [{heads}]  {rows}"


def report(client: Client, path: str, seen: dict[str, Any]) -> int:
    """Print the standing and check the proof."""
    names = {seat["seat"]: seat["player"]["name"] for seat in seen["seats"]}
    for place in sorted(seen["places"], key=lambda place: int(place["place"])):
        print(f"  {place['place']}. {names[place['seat']]:<16} {place['total']:>4}")
    found = verify(client.ask("GET", f"{path}/audit"))
    head = seen["head"]
    if found.integrity.ok and found.rules.ok:
        print(f"verified: {head['revision']} events, chain head {head['hash']}")
        return 0
    print(f"NOT verified: {found.integrity.reason or found.rules.reason}", file=sys.stderr)
    return 1
