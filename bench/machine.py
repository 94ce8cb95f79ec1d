"""What runs while we measure: an engine and gunicorn, both as `toma6 serve` runs them.

Also how much CPU processes have used. Linux only: the clock of another process is asked for.
"""

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import redis

from service.processes import engine
from service.settings.config import Settings
from service.settings.sockets import socket_path

ROOT: Final = Path(__file__).resolve().parents[1]
OURS: Final = "service.app:create_app()"
BARE: Final = "bench.bare:create_app()"


@contextlib.contextmanager
def running_engine(fsync: str = "always") -> Iterator[str]:
    """The embedded engine as `toma6 serve` runs it, or with another `fsync`. Yields its URL."""
    with home("engine") as folder:
        command = engine.command(engine.find_binary(), folder)
        command[command.index("--appendfsync") + 1] = fsync
        with subprocess.Popen(command, cwd=folder) as process:
            try:
                _wait(lambda: engine.is_ready(socket_path(folder)), process)
                yield f"unix://{socket_path(folder)}"
            finally:
                process.terminate()
                process.wait(20)


@dataclass(frozen=True, slots=True)
class Web:
    """A running gunicorn: where it listens, and its worker processes."""

    port: int
    workers: tuple[int, ...]

    def cpu(self) -> float:
        """CPU seconds that the workers have used so far, user and system."""
        return sum(cpu_seconds(pid) for pid in self.workers)


@contextlib.contextmanager
def running_web(app: str, redis_url: str, **settings: str) -> Iterator[Web]:
    """gunicorn with the settings of `toma6 serve`: two processes. Others as `cache_games="0"`."""
    port = free_port()
    command = [
        *(sys.executable, "-m", "gunicorn", "-c", "python:service.processes.gunicorn_conf"),
        *("--bind", f"127.0.0.1:{port}", app),
    ]
    with home("web") as folder:
        environment = settings_of(replace(Settings(), redis_url=redis_url, data_dir=folder))
        environment |= {f"TOMA6_{name.upper()}": value for name, value in settings.items()}
        with listening(command, port, cwd=ROOT, env=environment) as process:
            yield Web(port, children(process.pid))


@contextlib.contextmanager
def listening(
    command: list[str], port: int, cwd: Path, env: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """This server, once it answers at its port."""
    with subprocess.Popen(command, cwd=cwd, env=env) as process:
        try:
            _wait(lambda: _answers(port), process)
            yield process
        finally:
            process.terminate()
            process.wait(60)


@contextlib.contextmanager
def home(purpose: str) -> Iterator[Path]:
    """An empty data directory, removed afterwards. Its path is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix=f"toma6-bench-{purpose}-") as made:
        yield Path(made)


def settings_of(settings: Settings) -> dict[str, str]:
    """The environment of a child that works with these settings, and none of ours."""
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("TOMA6_")},
        "TOMA6_REDIS_URL": settings.redis_url,
        "TOMA6_QUEUE_URL": settings.queue_url or settings.redis_url,
        "TOMA6_DATA_DIR": str(settings.data_dir),
        "TOMA6_LOG_LEVEL": "WARNING",
    }


def children(pid: int) -> tuple[int, ...]:
    """The processes that a process has started."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
    return tuple(map(int, found.split()))


def cpu_seconds(pid: int) -> float:
    """CPU that a process has used, all its threads, to the nanosecond.

    The number of another process's CPU clock is made as clock_getcpuclockid(3) does it;
    /proc/<pid>/stat tells the same, in steps of 10 ms.
    """
    return time.clock_gettime((~pid << 3) | 2)


def engine_pid(url: str) -> int:
    """The process of the engine at this URL."""
    with redis.Redis.from_url(url) as client:
        about: Any = client.info("server")
        return int(about["process_id"])


def free_port() -> int:
    """A TCP port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(port: int) -> bool:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status < 500
    except OSError:
        return False
    finally:
        line.close()


def _wait(ready: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 20
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"does not come up: {process.args!r}")
        time.sleep(0.05)
