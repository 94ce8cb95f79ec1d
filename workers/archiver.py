"""What puts games away that are over: a thread beside the sweeper, which must not wait for it.

A game waits in the due index until it was put away, so whatever is lost here comes again.
"""

import logging
import queue
import threading
import time
from typing import Final

from service.observability import metrics
from service.services import Services
from service.storage.stored import StoreError

log = logging.getLogger("toma6.archive")

MAX_WAITING: Final = 1000
PAUSE_SECONDS: Final = 5.0
"""After a failure: an archive that is away is not asked for each game."""


class Archiver:
    """Puts away what it is offered, one after the other."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._waiting: queue.Queue[str] = queue.Queue(MAX_WAITING)

    def start(self) -> None:
        threading.Thread(target=self._run, name="archiver", daemon=True).start()

    def offer(self, game_id: str) -> bool:
        """False if there is no place."""
        try:
            self._waiting.put_nowait(game_id)
        except queue.Full:
            return False
        return True

    def _run(self) -> None:
        while True:
            if not self.put_away(self._waiting.get()):
                time.sleep(PAUSE_SECONDS)

    def put_away(self, game_id: str) -> bool:
        """Whether it was put away, or need not be; what fails is told and comes again."""
        try:
            with metrics.ARCHIVE_SECONDS.time():
                done = self._services.store.away.put(game_id)
        except StoreError as error:
            metrics.ARCHIVE_FAILURES.inc()
            log.warning("left for later: game %s: %s", game_id, error)
            return False
        except Exception:
            metrics.ARCHIVE_FAILURES.inc()
            log.exception("game %s is left for later", game_id)
            return False
        if done is not None:
            metrics.ARCHIVED.inc()
            self._services.games.forget(game_id)
        return True
