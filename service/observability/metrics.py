"""What the server counts, for Prometheus. Labels are route templates and words of ours, never ids
or tokens.

With several processes on one machine the counts lie in files (`shared_counts.py`).
"""

import hmac
from functools import partial
from time import perf_counter
from typing import Final

from prometheus_client import REGISTRY as _REGISTRY
from prometheus_client import Counter, Gauge, Histogram, generate_latest

from service.observability import shared_counts

shared_counts.use()

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
KNOWN_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
SHARED_SETS: Final = frozenset(
    {"hooks", "due", "changed", "summaries", "index", "games", "owed", "feed", "tokens"}
)
"""What an entry can be set aside from."""
Latest = partial(Gauge, multiprocess_mode="livemax")
"""What every process reads off alike: the greatest is as good as any."""

REQUEST_SECONDS: Final = Histogram(
    "toma6_http_request_seconds",
    "Time from a request's arrival in the application to its response's headers",
    ("method", "route", "status"),
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10.0),
)
STREAMS: Final = Gauge(
    "toma6_waiting", "Clients that hold a stream or a long poll now", multiprocess_mode="livesum"
)
STREAMS_REFUSED: Final = Counter(
    "toma6_streams_refused", "Streams and long polls that found no place", ("limit",)
)
STORE_SECONDS: Final = Histogram(
    "toma6_store_seconds",
    "Time of one exchange with the store, answered or not",
    buckets=(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.01, 0.05, 0.25, 1.0, 2.5),
)
STORE_ERRORS: Final = Counter(
    "toma6_store_errors",
    "Exchanges that failed: down, or refused for now with Redis' word",
    ("code",),
)
DAMAGED: Final = Counter(
    "toma6_games_damaged", "Times that a game was found damaged, or unreadable here", ("kind",)
)
SET_ASIDE: Final = Counter(
    "toma6_set_aside", "Bad entries that were taken out of what games share", ("set",)
)
SET_ASIDE_KEPT: Final = Latest("toma6_set_aside_kept", "Bad entries that nobody has seen to yet")
BOT_SECONDS: Final = Histogram(
    "toma6_bot_move_seconds",
    "Time from a bot's job to its stored move",
    ("policy",),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 30.0),
)
SWEEP_SECONDS: Final = Histogram(
    "toma6_sweep_seconds",
    "Time of one sweep",
    buckets=(0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0),
)
SWEPT_AT: Final = Latest("toma6_sweep_last_timestamp_seconds", "When the last sweep ended")
SWEEP_DELAY: Final = Latest(
    "toma6_sweep_delay_seconds", "How long the game that waits longest has been due"
)
SWEEP_FAILURES: Final = Counter(
    "toma6_sweep_failures", "Turns of games in a sweep that ended with an error"
)
OVERDUE: Final = Counter(
    "toma6_overdue_decisions", "Decisions that the sweeper made, late bots' and clocks'"
)
ARCHIVED: Final = Counter("toma6_archived_games", "Games that are over and were put away")
ARCHIVE_FAILURES: Final = Counter(
    "toma6_archive_failures", "Attempts to put a game away that failed, and are made again"
)
ARCHIVE_SECONDS: Final = Histogram(
    "toma6_archive_seconds",
    "Time to put a game away: packed, written, read back and compared",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 20.0),
)
QUEUE_JOBS: Final = Latest("toma6_queue_jobs", "Jobs that wait in a queue", ("queue",))
QUEUE_OLDEST: Final = Latest(
    "toma6_queue_oldest_seconds", "How long the first job of a queue has waited", ("queue",)
)
DELIVERIES: Final = Latest("toma6_deliveries_waiting", "Webhook deliveries to be made")
DELIVERY_DELAY: Final = Latest(
    "toma6_deliveries_delay_seconds", "How long the delivery that waits longest has been due"
)
DEAD_LETTERS: Final = Latest("toma6_dead_letters", "Deliveries that were given up")
WRITABLE: Final = Gauge(
    "toma6_writable", "1 if the part takes writes", ("part",), multiprocess_mode="livemin"
)
ENGINE_MEMORY: Final = Latest(
    "toma6_engine_memory_bytes", "What the store uses, of all its servers"
)
ENGINE_LIMIT: Final = Latest(
    "toma6_engine_memory_limit_bytes",
    "Memory that the store may use, of all its servers; 0: no limit is set",
)

# What has not happened yet counts 0, so that its first time is seen as an increase.
for _metric, _words in (
    (DAMAGED, ("damaged", "unreadable")),
    (SET_ASIDE, (*SHARED_SETS, "other")),
    (STREAMS_REFUSED, ("client", "process")),
    (STORE_ERRORS, ("down", "OOM", "MISCONF", "NOREPLICAS", "READONLY")),
):
    for _word in _words:
        _metric.labels(_word)

# Looking a child up by its labels costs more than counting; there are only as many as routes.
_children: dict[tuple[str, str, int], Histogram] = {}
clock: Final = perf_counter


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
    return generate_latest(
        _REGISTRY if shared_counts.folder() is None else shared_counts.registry()
    )


def may_read(token: str, header: str | None) -> bool:
    """Whether an Authorization header, or None, has the token that is set, if one is."""
    return not token or hmac.compare_digest((header or "").encode(), f"Bearer {token}".encode())
