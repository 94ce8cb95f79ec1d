"""`toma6 serve`: everything on one machine, with one command; and `toma6 web`, the web alone.

The children: the engine (unless a Redis URL is set), RQ workers, the sweeper, the web. They are
commands, not functions: workers may not be imported from here, and each must be able to die
alone.
"""

import os
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NoReturn

from service.http.allowances import Rate
from service.http.proxies import Proxies
from service.observability import shared_counts
from service.processes import engine, room
from service.processes.children import Child, say
from service.processes.listening import METRICS_REMEDY, listen, status
from service.processes.supervisor import Supervisor
from service.settings.config import Settings
from service.settings.hosts import address, host_and_port, reachable
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
        with ExitStack() as listening:
            opened = listeners(settings, listening)
            port = int(opened[0].getsockname()[1])
            groups = children(settings, [each.fileno() for each in opened], port, held)
            supervisor = Supervisor(
                groups,
                when_up=lambda: _greet(settings, port),
                # Whoever comes now is refused at once instead of waiting in a dead queue.
                when_stopping=listening.close,
                each_second=room.Guard(settings.data_dir).look
                if settings.embedded
                else lambda: None,
            )
            code = supervisor.run()
            shared_counts.end(settings.data_dir, port)
        if code and settings.embedded and groups[0][0].failures:
            say(f"the engine's last words:\n{engine.log_tail(settings.data_dir)}")
        return code
    finally:
        for descriptor in held:
            os.close(descriptor)


def web(settings: Settings) -> NoReturn:
    """Become the web alone. Raises ConfigError if it cannot listen."""
    with ExitStack() as failing:  # nothing of this is left if it fails
        opened = listeners(settings, failing)
        for each in opened:
            os.set_inheritable(each.fileno(), True)
        os.environ["TOMA6_PORT"] = str(opened[0].getsockname()[1])
        # Until gunicorn has taken it over, a signal would be lost on the first process of a
        # container: it waits, and gunicorn_conf lets it in.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
        failing.callback(signal.pthread_sigmask, signal.SIG_SETMASK, before)
        command = _web([each.fileno() for each in opened])
        os.execv(command[0], command)  # noqa: S606 - a list, no shell


def listeners(settings: Settings, held: ExitStack) -> list[socket.socket]:
    """What the web listens on, until `held` is closed: its own address, then that of the metrics.
    Raises ConfigError, also for what the web alone reads."""
    Proxies(settings.trusted_proxies)
    for each in filter(None, (settings.limit_reads, settings.limit_writes)):
        Rate.of(each)
    opened = [held.enter_context(each) for each in listen(settings.host, settings.port)]
    if settings.metrics_address:
        apart = listen(*host_and_port(settings.metrics_address), METRICS_REMEDY)
        opened += [held.enter_context(each) for each in apart]
    return opened


def _web(listening: Sequence[int]) -> list[str]:
    return [*WEB, *(part for each in listening for part in ("--bind", f"fd://{each}")), APP]


def children(
    settings: Settings, listening: Sequence[int], port: int, held: Sequence[int]
) -> list[list[Child]]:
    """The children in the order they start; `listening` are the web's open sockets, `held` the
    descriptors that the engine keeps open."""
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
            "TOMA6_ARCHIVE_URL": settings.archive_url,
            "TOMA6_ARCHIVE_URL_FILE": "",
        }
    # All of them count in one folder, and the web alone tells it.
    shared |= shared_counts.begin(settings.data_dir, port)

    def hand(name: str, command: str) -> Child:
        place = {shared_counts.PLACE: name.replace(" ", "-"), "TOMA6_METRICS_ADDRESS": ""}
        whole = (sys.executable, "-m", "service.commands.cli", command)
        return Child(name, whole, environment=shared | place, patience=HANDS_SECONDS)

    hands = [hand(f"worker {number}", "worker") for number in range(1, settings.workers + 1)]
    hands += [hand("courier", "courier"), hand("sweeper", "sweep")]
    web = Child(
        "web",
        _web(listening),
        ready=lambda: 0 < status(settings.host, port, "/healthz") < 500,
        environment=shared,
        descriptors=tuple(listening),
        patience=settings.graceful_seconds + WEB_SECONDS,
    )
    groups = [[] if settings.quiet else hands, [web]]
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
            last_words=lambda: engine.log_tail(data_dir, 1),
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
