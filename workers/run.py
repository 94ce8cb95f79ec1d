"""The RQ worker that runs jobs, each given the services of its process."""

import logging
import os
import threading
import time
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from rq import SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from service.jobs.dispatch import queue
from service.processes import garbage
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.client import FAILURES
from service.storage.connections import PlainClient, connect_blocking

log = logging.getLogger("toma6.worker")

SILENCE_SECONDS = 30
"""After so long a worker that says nothing counts as dead."""
RETRY_SECONDS = 0.5
"""Between two attempts to reach a queue that is down."""
STOP_SECONDS = 5
"""How long the job at hand may still take when the worker is told to stop."""


def main(settings: Settings) -> int:
    """Move bots until told to stop (SIGINT, SIGTERM). Returns the exit code."""
    connection = connect_blocking(settings.queue_url, SILENCE_SECONDS)
    worker = worker_of(assemble(settings), connection)
    garbage.settle()
    log.info("worker up")
    worker.work(with_scheduler=False, logging_level=settings.log_level)
    return 0


def worker_of(services: Services, connection: PlainClient) -> SimpleWorker:
    """A worker whose jobs are given `services`, once the queue answers: RQ's ends if it cannot
    sign on.

    A SimpleWorker runs jobs in its own process, some four times faster than one that forks.
    RQ's alarm ends a job that hangs; a worker that dies is restarted by its supervisor, and
    the sweeper makes good what it was doing.
    """

    class JobWithServices(Job):
        @property
        def func(self) -> Callable[..., Any] | None:
            found = super().func
            return None if found is None else partial(found, services)

    class Worker(SimpleWorker):
        def request_stop(self, signum: int, frame: FrameType | None) -> None:
            # RQ raises an exception, which is lost where somebody catches them all just then.
            last = threading.Timer(STOP_SECONDS, os._exit, (0,))
            last.daemon = True
            last.start()
            super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    while True:
        try:
            connection.ping()
            break
        except FAILURES as error:
            log.warning("queue down, waiting: %s", error)
            time.sleep(RETRY_SECONDS)
    return Worker(
        [queue(connection)],
        connection=connection,
        job_class=JobWithServices,
        serializer=JSONSerializer,
        worker_ttl=SILENCE_SECONDS,
        maintenance_interval=SILENCE_SECONDS,
        log_job_description=False,
    )
