"""What puts games away that are over: a thread beside the sweeper, so that a slow archive, or none,
delays no clock.

The sweeper comes by each game once, when it is due. From then on it waits among those that are to
be put away, and takes no other game's place, until it was: so whatever is lost here comes again.
"""

import logging
import threading
import time
from typing import Final

from domain.state import State
from service.archive.objects import ArchiveDown
from service.games.due_index import Due
from service.observability import metrics
from service.services import Services
from service.storage.stored import StoreDown, StoreError

log = logging.getLogger("toma6.archive")

PAUSE_SECONDS: Final = 60.0
"""After a failure."""


def look_after(services: Services, state: State, due: Due) -> int:
    """Have a game that is over put away, when it is time. Makes no decision."""
    now = services.store.now()
    again = services.dispatcher.due(state, now)
    if again is not None and again <= now:
        services.store.away.want(state.game)
        again = None
    services.due_index.postpone(state.game, again, only_if=due.at)
    return 0


def start(services: Services) -> None:
    """From now on put away what is to be, if there is an archive."""
    if services.settings.archive_url:
        threading.Thread(target=_run, args=(services,), name="archiver", daemon=True).start()


def _run(services: Services) -> None:
    while True:
        well = put_away(services)
        time.sleep(services.settings.sweep_seconds if well else PAUSE_SECONDS)


def put_away(services: Services) -> bool:
    """Put away all that is to be. False if any of it could not be: it is told, and comes again."""
    well = True
    try:
        for game_id in services.store.away.wanted():
            well &= _put(services, game_id)
    except StoreDown as error:
        log.warning("nothing is put away: %s", error)
        return False
    return well


def _put(services: Services, game_id: str) -> bool:
    try:
        with metrics.ARCHIVE_SECONDS.time():
            done = services.store.away.put(game_id)
    except StoreError as error:
        metrics.ARCHIVE_FAILURES.inc()
        if isinstance(error, ArchiveDown):
            raise  # it would say so for each
        log.warning("left for later: game %s: %s", game_id, error)
        return False
    except Exception:
        metrics.ARCHIVE_FAILURES.inc()
        log.exception("game %s is left for later", game_id)
        return False
    if done is not None:
        metrics.ARCHIVED.inc()
        services.games.forget(game_id)
    return True
