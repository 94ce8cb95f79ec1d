"""`toma6 serve`: everything on one machine, with one command; and `toma6 web`, the web alone.

The children: the engine (unless a Redis URL is set), RQ workers, the sweeper, the web. They are
commands, not functions: workers may not be imported from here, and each must be able to die
alone.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

from service.processes import engine
from service.processes.children import Child, say
from service.processes.listening import listen, status
from service.processes.supervisor import Supervisor
from service.settings.config import Settings
from service.settings.hosts import address, reachable
from service.settings.sockets import QUEUE, socket_path

WEB: Final = (sys.executable, "-m", "gunicorn", "-c", "python:service.processes.gunicorn_conf")
APP: Final = "service.app:create_app()"
STOPPING: Final = (signal.SIGTERM, signal.SIGINT)
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
        with contextlib.ExitStack() as listening:
            opened = listen(settings.host, settings.port)
            listeners = [listening.enter_context(each).fileno() for each in opened]
            port = int(opened[0].getsockname()[1])
            groups = children(settings, listeners, port, held)
            supervisor = Supervisor(
                groups,
                when_up=lambda: _greet(settings, port),
                # Whoever comes now is refused at once instead of waiting in a dead queue.
                when_stopping=listening.close,
            )
            code = supervisor.run()
        if code and settings.embedded and groups[0][0].failures:
            say(f"the engine's last words:\n{engine.log_tail(settings.data_dir)}")
        return code
    finally:
        for descriptor in held:
            os.close(descriptor)


def web(settings: Settings) -> NoReturn:
    """Become the web alone. Raises ConfigError if it cannot listen."""
    with contextlib.ExitStack() as failing:  # nothing of this is left if it fails
        opened = listen(settings.host, settings.port)
        listeners = [failing.enter_context(each).fileno() for each in opened]
        for each in listeners:
            os.set_inheritable(each, True)
        os.environ["TOMA6_PORT"] = str(opened[0].getsockname()[1])
        # Until gunicorn has taken it over, a signal would be lost on the first process of a
        # container: it waits, and gunicorn_conf lets it in.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
        failing.callback(signal.pthread_sigmask, signal.SIG_SETMASK, before)
        command = _web(listeners)
        os.execv(command[0], command)  # noqa: S606 - a list, no shell


def _web(listeners: Sequence[int]) -> list[str]:
    return [*WEB, *(part for each in listeners for part in ("--bind", f"fd://{each}")), APP]


def children(
    settings: Settings, listeners: Sequence[int], port: int, held: Sequence[int]
) -> list[list[Child]]:
    """The children in the order they start; `held` are descriptors the engine keeps open."""
    shared = {
        "TOMA6_DATA_DIR": str(settings.data_dir.absolute()),
        "TOMA6_HOST": settings.host,
        "TOMA6_PORT": str(port),
    }
    if settings.embedded:  # else they find it where it was found here, be that a file
        shared |= {
            "TOMA6_REDIS_URL": settings.redis_url,
            "TOMA6_QUEUE_URL": settings.queue_url,
            "TOMA6_QUEUE_URL_FILE": "",
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
        _web(listeners),
        ready=lambda: 0 < status(settings.host, port, "/healthz") < 500,
        environment=shared,
        descriptors=tuple(listeners),
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


def _greet(settings: Settings, port: int) -> None:
    url = f"http://{address(reachable(settings.host)[0], port)}"
    kept = f"in {settings.data_dir.absolute()}" if settings.embedded else "in your Redis"
    print(f"\n  toma6 is up: {url}  (games are kept {kept}; Ctrl-C stops)")
    print(f"  the interface:  {url}/docs")
    print(f"  a first request:  curl -s {url}/v1/rulesets\n", flush=True)
