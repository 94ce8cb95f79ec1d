"""gunicorn's settings, for `-c python:service.processes.gunicorn_conf "service.app:create_app()"`.

A configuration module: gunicorn imports it, reads its names and calls its hooks; importing it
changes nothing. It decides nothing about the application. The app is not preloaded: each process
makes its own after the fork, so that no connection and no thread is shared.
"""

import os
import resource
import signal
import sys
from pathlib import Path
from typing import Any, Final

from gunicorn.glogging import Logger

from service.observability import logs, shared_counts
from service.processes import garbage, gunicorn_errors
from service.processes.serve import STOPPING
from service.settings.config import load
from service.settings.hosts import address, host_and_port
from service.watching import client_connection  # noqa: F401 - before gevent patches what it needs

_settings = load()
_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - gunicorn and we make private files in it
_counts_are_ours: Final = shared_counts.folder() is None
"""Else a supervisor has said where they lie."""
_in_memory: Final = str(_MEMORY) if os.access(_MEMORY, os.W_OK) else None

bind = [address(_settings.host, _settings.port)]
if _settings.metrics_address:
    bind.append(address(*host_and_port(_settings.metrics_address)))
loglevel = _settings.log_level.lower()
workers = _settings.web_processes
# A greenlet for each connection: a client that is slow, or only watches, holds no thread (ADR 9).
worker_class = "service.processes.worker.Worker"
SPARE_FILES: Final = 256
"""Descriptors of a process that are no client's: to Redis, of logs and counts."""
_wanted: Final = _settings.connections + _settings.max_streams
_, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
worker_connections = max(min(_wanted, _most - SPARE_FILES), 1) if _most >= 0 else _wanted
graceful_timeout = _settings.graceful_seconds
keepalive = _settings.keepalive_seconds
# A process that was stopped for half a minute goes on; killed, it would lose what it had begun.
timeout = 60
# The heartbeat file: on a disk, a slow write would look like a process that hangs.
worker_tmp_dir = _in_memory
# Nobody's word is taken here for where the server lies: by default whoever comes over loopback, as
# what a proxy passes on does, could rename addresses (SCRIPT_NAME) and have requests fail by doing
# so. Whose word is taken is in service/http/proxies.py.
os.environ.pop("SCRIPT_NAME", None)
forwarded_allow_ips = ""
forwarder_headers = ""
# Its default path is shared by every gunicorn of the user, and nothing here asks it anything.
control_socket_disable = True

# Paths without their query, no header, no address: nothing of it identifies a person.
accesslog = "-" if _settings.access_log else None
access_log_format = "%(m)s %(U)s %(s)s %(B)s bytes %(M)s ms"


class logger_class(Logger):  # type: ignore[misc]  # noqa: N801 - gunicorn looks for this name
    """gunicorn's logger, writing through ours: masked, and in the same format."""

    def setup(self, cfg: Any) -> None:
        """Leave out gunicorn's own handlers; called before the first line, and on a reload."""
        logs.configure(_settings)
        super().setup(cfg)
        for each in (self.error_log, self.access_log):
            each.handlers.clear()
            each.propagate = True

    def exception(self, msg: Any, *args: Any, **kwargs: Any) -> None:
        """A client that reads nothing ends its own stream, which is no fault of ours."""
        if isinstance(sys.exc_info()[1], TimeoutError):
            self.info("a client that did not read was let go")
        else:
            super().exception(msg, *args, **kwargs)

    def atoms(self, resp: Any, req: Any, environ: Any, request_time: Any) -> dict[str, Any]:
        """The path as it was sent: decoded, a %0A in it could forge a line of the log."""
        found: dict[str, Any] = super().atoms(resp, req, environ, request_time)
        found["U"] = str(environ.get("RAW_URI", "-")).partition("?")[0]
        return found


def on_starting(_server: Any) -> None:
    """The master begins, before it makes any process."""
    gunicorn_errors.install()  # what gunicorn refuses itself is a problem document too
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Twice: whoever is sent a file holds that, too.
    if 0 <= soft < (needed := 2 * worker_connections + SPARE_FILES):
        soft = needed if most < 0 else min(needed, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, most))
    if _counts_are_ours:
        os.environ.update(shared_counts.begin(_settings.data_dir, _settings.port))


def pre_fork(server: Any, worker: Any) -> None:
    """A web process is about to begin, at the first place that is free."""
    taken = {getattr(each, "place", None) for each in server.WORKERS.values()}
    worker.place = next(n for n in range(1, len(taken) + 2) if n not in taken)


def when_ready(_server: Any) -> None:
    """The master listens, and heeds signals; no process of its own runs yet."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)


def post_fork(_server: Any, worker: Any) -> None:
    """A web process begins. What it counts, it counts at its place. Until it heeds signals itself
    they end it: else it would have what its master does with them, which is to keep them, and the
    stop would wait for it in vain."""
    os.environ[shared_counts.PLACE] = f"web-{worker.place}"
    for number in STOPPING:
        signal.signal(number, signal.SIG_DFL)


def post_worker_init(worker: Any) -> None:
    """A web process begins: it stops when it is told to, or when the master is gone."""
    garbage.settle()
    # Imported late: gunicorn reads this file before gevent has patched anything.
    from service.app import SERVICES  # noqa: PLC0415

    # Benchmarks and tests run other applications with these settings.
    if ours := getattr(worker.wsgi, "extensions", {}).get(SERVICES):
        ours.hub.stopping = lambda: not worker.alive or os.getppid() != worker.ppid


def child_exit(_server: Any, worker: Any) -> None:
    """A web process has ended: forget its gauges."""
    shared_counts.leave_place(f"web-{worker.place}")


def on_exit(_server: Any) -> None:
    """The master stops: what was counted goes with it."""
    if _counts_are_ours:
        shared_counts.end(_settings.data_dir, _settings.port)
