"""The RQ worker that runs jobs, each given the services of its process."""

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from rq import SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from service.jobs.dispatch import QUEUE, queue
from service.processes import garbage
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.client import FAILURES
from service.storage.connections import PlainClient, connect_blocking

log = logging.getLogger("toma6.worker")

WORKER_TTL = 30
"""Seconds after which a worker that says nothing counts as dead."""
PAUSE = 0.5
"""Seconds between two attempts to reach a queue that is down."""


def main(settings: Settings) -> int:
    """Work until told to stop (SIGINT, SIGTERM). Returns the exit code.

    A SimpleWorker runs jobs in its own process, some four times faster than one that forks.
    RQ's alarm ends a job that hangs; a worker that dies is restarted by its supervisor, and
    the sweeper makes good what it was doing.
    """
    return work(settings, QUEUE)


def work(settings: Settings, name: str) -> int:
    """Work on the queue `name` until told to stop (SIGINT, SIGTERM)."""
    services = assemble(settings)
    connection = connect_blocking(settings.queue_url, WORKER_TTL)
    await_queue(connection)
    worker = SimpleWorker(
        [queue(connection, name)],
        connection=connection,
        job_class=jobs_with(services),
        serializer=JSONSerializer,
        worker_ttl=WORKER_TTL,
        maintenance_interval=WORKER_TTL,
        log_job_description=False,
    )
    garbage.settle()
    log.info("worker up: %s", name)
    worker.work(with_scheduler=False, logging_level=settings.log_level)
    return 0


def jobs_with(services: Services) -> type[Job]:
    """RQ's jobs, whose functions are given `services` before what is in the queue."""

    class JobWithServices(Job):
        @property
        def func(self) -> Callable[..., Any] | None:
            found = super().func
            return None if found is None else partial(found, services)

    return JobWithServices


def await_queue(connection: PlainClient) -> None:
    """Return once the queue answers: RQ's worker ends if it cannot sign on."""
    while True:
        try:
            connection.ping()
        except FAILURES as error:
            log.warning("queue down, waiting: %s", error)
            time.sleep(PAUSE)
        else:
            return
