"""The sweeper: looks after games that are due, and listings that went stale.

A due game waits on a bot whose move has not come (a job lost between append and enqueue, a
worker killed in the middle), has a deadline that has passed, or was left alone for long. The
sweeper does what is due itself, so that it needs no queue.

Whatever is wrong with one game costs no other one its turn: what cannot be read is set aside, and
what fails rests for a while, so that it takes nobody's place.
"""

import logging
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from service.games.due_index import Due
from service.games.games import Game, Unreadable
from service.handling import Busy
from service.observability import metrics
from service.processes import exposing, garbage
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.stored import Damaged, StoreDown
from workers import archiver, gauges
from workers.bots import play_bots
from workers.clocks import abandon_if_idle, run_out
from workers.resting import Resting

log = logging.getLogger("toma6.sweep")

MAX_PER_SWEEP: Final = 100
RETRY_MS: Final = 60_000
"""When to look again at what could not be helped."""
SOON_MS: Final = 5_000
"""The same where others were at it, or the store refused."""
SECONDS_PER_READING: Final = 5.0
Look = Callable[[Services, str], int]
"""What is done for one game; returns how many decisions were made."""


def main(settings: Settings) -> int:
    """Sweep until told to stop (SIGINT, SIGTERM). Returns the exit code."""
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    exposing.expose(settings)
    services = assemble(settings)
    garbage.settle()
    resting = Resting()
    archiver.start(services)
    again_at, read_at, first = 0.0, 0.0, True
    while not stopping.wait(settings.sweep_seconds):
        started = time.monotonic()
        try:
            if started >= again_at:
                again_at = started + RETRY_MS / 1000  # where it fails it waits: clocks must not
                rebuild_if_empty(services)
                if first:
                    services.due_index.note_lost()
                    first = False
            sweep(services, resting)
            gauges.swept(time.monotonic() - started)
        except StoreDown as error:
            log.warning("store down, trying again: %s", error)
        except Exception:
            metrics.SWEEP_FAILURES.inc()
            log.exception("a sweep has failed, the next one goes on")
        if started - read_at >= SECONDS_PER_READING:
            read_at = started
            gauges.read_off(services)
    return 0


def sweep(services: Services, resting: Resting | None = None) -> int:
    """Look once at everything that is due. Returns how many decisions were made.

    :raises StoreDown: nothing is lost; sweep again later.
    """
    resting = Resting() if resting is None else resting
    now = services.store.now()
    resting.wake(now)
    most = MAX_PER_SWEEP + len(resting)
    moved = 0
    found = services.due_index.due(now, most)
    metrics.SWEEP_DELAY.set(max(0, now - max(0, found[0].at)) / 1000 if found else 0)
    for due in (found + services.due_index.never(MAX_PER_SWEEP))[:most]:
        if due.game_id not in resting:
            moved += _turn(services, resting, due.game_id, partial(_help, due=due))
    for game_id in services.due_index.changed(most):
        if f"listing {game_id}" not in resting:
            _turn(services, resting, game_id, _project, "listing ")
    mend(services)
    metrics.OVERDUE.inc(moved)
    return moved


def rebuild_if_empty(services: Services) -> None:
    """List all games anew if nothing is listed: the directory was lost, or never made."""
    if services.directory.is_empty() or not services.inbox.is_current():
        rebuild(services)


def rebuild(services: Services) -> None:
    """List all games anew. If it ends half way, whoever sweeps next begins again."""
    services.inbox.is_being_made()
    for game_id in services.store.games():
        _turn(services, None, game_id, partial(_project, anew=True))
    services.inbox.is_made()


def mend(services: Services) -> None:
    """Put right what all games share: a key of the wrong type is set aside and made anew."""
    if not services.directory.is_whole():
        services.inbox.is_being_made()  # first: whoever ends here has said so
        if services.directory.mend():
            rebuild(services)
    lost, index = services.due_index.lost, services.due_index
    if not lost:
        return
    log.warning("all games of %d buckets are looked at anew", len(lost))
    for game_id in services.store.games():
        if index.bucket(game_id) in lost:
            _turn(services, None, game_id, _renew)
    index.looked_at()


def _turn(
    services: Services, resting: Resting | None, game_id: str, look: Look, kind: str = ""
) -> int:
    """What `look` does for one game; if it fails, the sweep goes on without it.

    :raises StoreDown: the store is away, and so for all others; without `resting` also if it
        refuses, for then nothing else remembers the game.
    """
    wait = RETRY_MS
    try:
        try:
            return look(services, game_id)
        except Damaged:
            return look(services, game_id)  # a lost tail is told once; what is left counts
    except Damaged as error:
        if services.due_index.set_aside(game_id, str(error)):
            return 0
    except Unreadable as error:
        log.error("left to a later version: %s", error)  # noqa: TRY400 - the message says it all
    except Busy as error:
        log.warning("still due: %s", error)
        wait = SOON_MS
    except StoreDown as error:
        services.store.now()
        if resting is None:
            raise
        log.warning("the store refuses, left for later: game %s: %s", game_id, error)
        wait = SOON_MS
    except Exception:
        metrics.SWEEP_FAILURES.inc()
        log.exception("game %s is left for later", game_id)
    if resting is not None:
        resting.lay(kind + game_id, services.store.now() + wait)
    return 0


def _existing(services: Services, game_id: str) -> Game:
    game = services.games.load(game_id)
    if not game.exists:
        raise Damaged(game_id, 0, "there is no such game")
    return game


def _help(services: Services, game_id: str, due: Due) -> int:
    if (state := _existing(services, game_id).state).is_over:
        return archiver.look_after(services, state, due)
    moved = play_bots(services, game_id) + run_out(services, game_id)
    over = not moved and abandon_if_idle(services, game_id)
    if moved or over:
        log.info("made %d overdue decisions of game %s", moved, game_id)
    else:
        # Somebody else was faster, or a clock of ours is: look again when it is time. What nobody
        # here can do (a policy that is not there) waits, and takes no other game's place.
        now = services.store.now()
        again = services.dispatcher.due(services.games.load(game_id).state, now)
        if again is not None and again <= now:
            again = now + RETRY_MS
        services.due_index.postpone(game_id, again, only_if=due.at)
    return moved


def _project(services: Services, game_id: str, *, anew: bool = False) -> int:
    services.listing.project(_existing(services, game_id), anew=anew)
    return 0


def _renew(services: Services, game_id: str) -> int:
    state = services.games.load(game_id).state
    services.due_index.renew(game_id, services.dispatcher.due(state, services.store.now()))
    return 0
