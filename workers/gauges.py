"""What an operator watches and no request counts: read off by the sweeper, every few seconds.

Several sweepers read the same; whoever adds up takes the greatest.
"""

import contextlib
import time
from typing import Final

from service.observability import metrics
from service.services import Services, failing
from service.storage.stored import StoreError

WRITES: Final = "_writes"


def read_off(services: Services) -> None:
    """Set every gauge that can be read now. One that cannot keeps what it was."""
    writes = {name: ask for name, ask in services.probes.items() if name.endswith(WRITES)}
    failed = failing(writes)
    for name in writes:
        metrics.WRITABLE.labels(name.removesuffix(WRITES)).set(name not in failed)
    for read in (_queue, _deliveries, _store):
        with contextlib.suppress(StoreError):  # counted, and told, where it is asked
            read(services)


def swept(seconds: float) -> None:
    """A sweep has ended, after so long."""
    metrics.SWEEP_SECONDS.observe(seconds)
    metrics.SWEPT_AT.set(time.time())


def _queue(services: Services) -> None:
    waiting, oldest = services.dispatcher.backlog()
    metrics.QUEUE_JOBS.labels("bots").set(waiting)
    metrics.QUEUE_OLDEST.labels("bots").set(oldest)


def _deliveries(services: Services) -> None:
    now = services.clock()
    waiting, oldest, dead = services.deliveries.waiting()
    metrics.DELIVERIES.set(waiting)
    metrics.DELIVERY_DELAY.set(0 if oldest is None else max(0, now - oldest) / 1000)
    metrics.DEAD_LETTERS.set(dead)


def _store(services: Services) -> None:
    metrics.SET_ASIDE_KEPT.set(services.due_index.aside.count())
    used, limit = services.memory()
    metrics.ENGINE_MEMORY.set(used)
    metrics.ENGINE_LIMIT.set(limit)
