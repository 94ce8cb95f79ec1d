"""What the server counts, for Prometheus. Labels are route templates, never ids or tokens.

With several processes the library keeps its values in files: PROMETHEUS_MULTIPROC_DIR must name
an empty directory before this module is imported, and `worker_exited` be called for each dead one.
"""

import os
from typing import Final

from prometheus_client import REGISTRY as _REGISTRY
from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

MULTIPROCESS: Final = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
KNOWN_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})

REQUEST_SECONDS: Final = Histogram(
    "toma6_http_request_seconds",
    "Time from a request's arrival in the application to its response's headers",
    ("method", "route", "status"),
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10.0),
)

STREAMS: Final = Gauge(
    "toma6_waiting", "Clients that hold a stream or a long poll now", multiprocess_mode="livesum"
)

# Looking a child up by its labels costs more than counting; there are only as many as routes.
_children: dict[tuple[str, str, int], Histogram] = {}


def observe_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count one request. `route` is the template; methods nobody knows share one label."""
    key = (method, route, status)
    child = _children.get(key)
    if child is None:
        known = method if method in KNOWN_METHODS else "other"
        child = REQUEST_SECONDS.labels(known, route, str(status))
        if known is method:
            _children[key] = child
    child.observe(seconds)


def exposition() -> bytes:
    """Everything counted, by all processes where there are several, in the text format."""
    if os.environ.get(MULTIPROCESS):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
    return generate_latest(_REGISTRY)


def worker_exited(pid: int) -> None:
    """Forget the gauges of a process that has ended (gunicorn's `child_exit`)."""
    if os.environ.get(MULTIPROCESS):
        mark_process_dead(pid)  # type: ignore[no-untyped-call]
