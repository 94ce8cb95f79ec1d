"""`toma6 serve`: everything on one machine, with one command.

The children: the engine (unless a Redis URL is set), RQ workers, the sweeper, the web. They are
commands, not functions: workers may not be imported from here, and each must be able to die
alone.
"""

import http.client
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from service.processes import engine
from service.processes.children import Child, say
from service.processes.supervisor import Supervisor
from service.settings.config import ConfigError, Settings
from service.settings.hosts import address
from service.settings.sockets import QUEUE, socket_path

WEB: Final = (sys.executable, "-m", "gunicorn", "-c", "python:service.processes.gunicorn_conf")
APP: Final = "service.app:create_app()"
BACKLOG: Final = 1024
WEB_SECONDS: Final = 0.5
"""To stop in, beyond those that its requests may still take."""
HANDS_SECONDS: Final = 1.0
"""To end a job in; one that is cut is done again."""
ENGINE_SECONDS: Final = 2.0
"""To close its files in. All that it has confirmed is on disk: killed, it loses nothing."""


def main(settings: Settings) -> int:
    """Run the whole server until it is told to stop. Returns the exit code.

    Raises EngineError or ConfigError before anything is started if it cannot work.
    """
    held = []
    if settings.embedded:
        engine.prepare(settings.data_dir)
        held.append(engine.lock(settings.data_dir))
    try:
        with listen(settings.host, settings.port) as listener:
            port = int(listener.getsockname()[1])
            groups = children(settings, listener.fileno(), port, held)
            supervisor = Supervisor(
                groups,
                when_up=lambda: _greet(settings, port),
                # Whoever comes now is refused at once instead of waiting in a dead queue.
                when_stopping=listener.close,
            )
            code = supervisor.run()
        if code and settings.embedded and groups[0][0].failures:
            say(f"the engine's last words:\n{engine.log_tail(settings.data_dir)}")
        return code
    finally:
        for descriptor in held:
            os.close(descriptor)


def children(
    settings: Settings, listener: int, port: int, held: Sequence[int]
) -> list[list[Child]]:
    """The children in the order they start; `held` are descriptors the engine keeps open."""
    shared = {
        "TOMA6_REDIS_URL": settings.redis_url,
        "TOMA6_QUEUE_URL": settings.queue_url,
        "TOMA6_DATA_DIR": str(settings.data_dir.absolute()),
        "TOMA6_HOST": settings.host,
        "TOMA6_PORT": str(port),
    }
    own = (sys.executable, "-m", "service.commands.cli")
    hands = [
        Child(name, (*own, command), environment=shared, patience=HANDS_SECONDS)
        for name, command in (
            *((f"worker {number}", "worker") for number in range(1, settings.workers + 1)),
            ("courier", "courier"),
            ("sweeper", "sweep"),
        )
    ]
    web = Child(
        "web",
        (*WEB, "--bind", f"fd://{listener}", APP),
        ready=lambda: _answers(settings.host, port),
        environment=shared,
        descriptors=(listener,),
        patience=settings.graceful_seconds + WEB_SECONDS,
    )
    groups = [hands, [web]]
    if settings.embedded:
        groups.insert(0, _engines(settings.data_dir, held))
    return groups


def _engines(data_dir: Path, held: Sequence[int]) -> list[Child]:
    binary = engine.find_binary()
    return [
        Child(
            "engine",
            engine.command(binary, data_dir),
            ready=lambda: engine.is_ready(socket_path(data_dir)),
            descriptors=tuple(held),
            umask=0o077,  # its files hold every hand and every seed
            patience=ENGINE_SECONDS,
            holds_data=True,
        ),
        Child(
            "queue",
            engine.command(binary, data_dir, QUEUE),
            ready=lambda: engine.is_ready(socket_path(data_dir, QUEUE)),
            patience=ENGINE_SECONDS,
        ),
    ]


def listen(host: str, port: int) -> socket.socket:
    """Open the listening socket here and hand it down, so that it outlives a web that dies.

    Meanwhile connections wait instead of being refused. Raises ConfigError if the address is
    taken or is not this machine's.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.create_server(address[:2], family=family, backlog=BACKLOG)
        # Inherited by what is accepted. gunicorn sets it too, but not for connections that came
        # before: each answer of theirs would wait 40 ms for the client's acknowledgement.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except OSError as error:
        raise ConfigError(
            f"cannot listen on {host} port {port}: {error.strerror or error}; "
            "choose another TOMA6_PORT (or --port)"
        ) from None
    return listener


def _answers(host: str, port: int) -> bool:
    connection = http.client.HTTPConnection(_reachable(host), port, timeout=1)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _reachable(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)  # noqa: S104


def _greet(settings: Settings, port: int) -> None:
    url = f"http://{address(_reachable(settings.host), port)}"
    kept = f"in {settings.data_dir.absolute()}" if settings.embedded else "in your Redis"
    print(f"\n  toma6 is up: {url}  (games are kept {kept}; Ctrl-C stops)")
    print(f"  the interface:  {url}/docs")
    print(f"  a first request:  curl -s {url}/v1/rulesets\n", flush=True)
