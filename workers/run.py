"""The RQ worker that runs jobs, each given the services of its process."""

import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from rq import SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.serializers import JSONSerializer

from service.jobs.dispatch import queue
from service.processes import exposing, garbage
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
    exposing.expose(settings)
    connection = connect_blocking(settings.queue_url, SILENCE_SECONDS)
    services = assemble(settings)
    garbage.settle()
    worker: Worker | None = None
    with contextlib.suppress(StopRequested):  # a signal between two workers
        while True:
            try:
                # As if to write: RQ's ends if it cannot sign on.
                connection.set("toma6:probe", 1, xx=True)
                worker = worker_of(services, connection)
                log.info("worker up")
                worker.work(with_scheduler=False, logging_level=settings.log_level)
            except FAILURES as error:
                log.warning("queue down or full, waiting: %s", error)
            if worker is not None and worker.told_to_stop:
                break
            time.sleep(RETRY_SECONDS)  # RQ's gives up where a queue is full, or takes long
    return 0


class Worker(SimpleWorker):
    """RQ's, which says why it has ended, and does end when it is told to."""

    told_to_stop = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        # RQ raises an exception, which is lost where somebody catches them all just then.
        last = threading.Timer(STOP_SECONDS, os._exit, (0,))
        last.daemon = True
        last.start()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def handle_warm_shutdown_request(self) -> None:
        self.told_to_stop = True
        super().handle_warm_shutdown_request()  # type: ignore[no-untyped-call]


def worker_of(services: Services, connection: PlainClient) -> Worker:
    """A worker whose jobs are given `services`.

    A SimpleWorker runs jobs in its own process, some four times faster than one that forks.
    RQ's alarm ends a job that hangs; a worker that dies is restarted by its supervisor, and
    the sweeper makes good what it was doing.
    """

    class JobWithServices(Job):
        @property
        def func(self) -> Callable[..., Any] | None:
            found = super().func
            return None if found is None else partial(found, services)

    return Worker(
        [queue(connection)],
        connection=connection,
        job_class=JobWithServices,
        serializer=JSONSerializer,
        worker_ttl=SILENCE_SECONDS,
        maintenance_interval=SILENCE_SECONDS,
        log_job_description=False,
    )
