"""The sweeper: looks after games that are due, and listings that went stale.

A due game waits on a bot whose move has not come (a job lost between append and enqueue, a
worker killed in the middle), has a deadline that has passed, or was left alone for long. The
sweeper does what is due itself, so that it needs no queue.
"""

import logging
import signal
import threading
from typing import Final

from service.games.games import Unreadable
from service.handling import Busy
from service.processes import garbage
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.stored import Damaged, StoreDown, StoreError
from workers.bots import play_bots
from workers.clocks import abandon_if_idle, run_out

log = logging.getLogger("toma6.sweep")

MAX_PER_SWEEP: Final = 100
RETRY_MS: Final = 60_000
"""When to look again at a game that could not be helped."""


def main(settings: Settings) -> int:
    """Sweep until told to stop (SIGINT, SIGTERM). Returns the exit code."""
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    services = assemble(settings)
    garbage.settle()
    rebuilt = False
    while not stopping.wait(settings.sweep_seconds):
        try:
            if not rebuilt:
                rebuild_if_empty(services)
                rebuilt = True
            sweep(services)
        except StoreDown as error:
            log.warning("store down, trying again: %s", error)
    return 0


def sweep(services: Services) -> int:
    """Look once at everything that is due. Returns how many decisions were made.

    :raises StoreDown: nothing is lost; sweep again later.
    """
    moved = 0
    for due in services.due_index.due(services.store.now(), MAX_PER_SWEEP):
        moved += _help(services, due.game_id, due.at)
    for game_id in services.due_index.changed(MAX_PER_SWEEP):
        _project(services, game_id)
    return moved


def rebuild_if_empty(services: Services) -> None:
    """List all games anew if nothing is listed: the directory was lost, or never made."""
    if services.directory.is_empty():
        for game_id in services.store.games():
            _project(services, game_id)


def _help(services: Services, game_id: str, at: int) -> int:
    try:
        moved = play_bots(services, game_id) + run_out(services, game_id)
        over = not moved and abandon_if_idle(services, game_id)
    except (Damaged, Unreadable) as error:
        log.error("cannot help: %s", error)  # noqa: TRY400 - the message says it all
        services.due_index.postpone(game_id, services.clock() + RETRY_MS, only_if=at)
        return 0
    except Busy as error:
        log.warning("still due: %s", error)
        return 0
    if moved or over:
        log.info("made %d overdue decisions of game %s", moved, game_id)
    else:
        # Somebody else was faster, or a clock of ours is: look again when it is time.
        state = services.games.load(game_id).state
        services.due_index.postpone(game_id, services.dispatcher.due(state, at + 1), only_if=at)
    return moved


def _project(services: Services, game_id: str) -> None:
    try:
        game = services.games.load(game_id)
        if game.exists:
            services.listing.project(game)
    except (StoreError, Unreadable) as error:
        if isinstance(error, StoreDown):
            raise
        log.error("cannot list: %s", error)  # noqa: TRY400 - the message says it all
