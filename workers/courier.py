"""The courier: brings deliveries to the webhooks of accounts, in a process of its own.

Hundreds of attempts are under way at once, each a greenlet that is over after ten seconds. Whoever
answers at once never waits for those who fail or are slow: these have a line of their own, at
most half of the places, and few of them for one host. There may be several couriers; what is
claimed is claimed in the store.
"""

import logging
import signal
import time
from collections import Counter
from typing import Final
from urllib.parse import urlsplit

import gevent
from gevent.event import Event
from gevent.pool import Pool

from service.processes import exposing, garbage
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.connections import Hints
from service.storage.stored import StoreDown
from service.webhooks import kept
from service.webhooks.deliveries import LANES, PROMPT, SLOW, Claim
from workers.attempts import LEASE_MS, RETRY_SECONDS, attempt, wait_after

log = logging.getLogger("toma6.courier")

MAX_AT_ONCE: Final = 400
MAX_SLOW_AT_ONCE: Final = 200
MAX_PER_HOST: Final = {PROMPT: 100, SLOW: 16}
"""In each line: so one host that begins to hang leaves places for all others."""
MAX_HOSTS_REMEMBERED: Final = 10_000
PUT_OFF_MS: Final = 1000
POLL_SECONDS: Final = 1.0
"""The longest that a message waits whose wake was lost."""
TIDY_SECONDS: Final = 60.0
STOPPING_SECONDS: Final = 0.7
"""What is under way when it is told to stop may take so long, within what `toma6 serve` gives its
hands; what takes longer has been counted, and follows its wait."""


def main(settings: Settings) -> int:
    """Deliver until told to stop (SIGINT, SIGTERM). Returns the exit code."""
    exposing.expose(settings)
    courier = Courier(assemble(settings))
    for number in (signal.SIGINT, signal.SIGTERM):
        gevent.signal_handler(number, courier.stop)
    gevent.spawn(_listen, settings.redis_url, courier.woken)
    garbage.settle()
    log.info("courier up")
    courier.run()
    return 0


class Courier:
    """Claims what is due while there are places, and makes the attempts."""

    def __init__(self, to: Services) -> None:
        self.woken = Event()
        self._to = to
        self._pool = Pool(MAX_AT_ONCE)
        self._under_way: Counter[str] = Counter()
        self._at_host: Counter[tuple[str, str]] = Counter()
        self._hosts: dict[str, str] = {}
        self._stopping = False

    def stop(self) -> None:
        self._stopping = True
        self.woken.set()

    def run(self) -> None:
        """Work until `stop` is called."""
        tidied = None
        while not self._stopping:
            self.woken.clear()
            try:
                if tidied is None or time.monotonic() - tidied >= TIDY_SECONDS:
                    tidied = time.monotonic()
                    tidy(self._to)
                pause = self.fill()
            except StoreDown as error:
                log.warning("store down, trying again: %s", error)
                pause = POLL_SECONDS / 2
            self.woken.wait(pause)
        self._pool.join(timeout=STOPPING_SECONDS)

    def fill(self) -> float:
        """Begin all attempts that are due and have a place. Returns the seconds to the next one."""
        next_at = []
        for lane in LANES:
            while (room := self._room(lane)) and not self._stopping:
                now = self._to.store.now()
                found = self._to.deliveries.ready(lane, now, room)
                for webhook_id in found:
                    self._take(lane, webhook_id, now)
                if not found:
                    at = self._to.deliveries.next_at(lane)
                    next_at += [] if at is None else [(at - now) / 1000]
                    break
        return max(0.001, min(POLL_SECONDS, *next_at)) if next_at else POLL_SECONDS

    def finish(self) -> None:
        """Wait for all attempts that are under way."""
        self._pool.join()

    def _room(self, lane: str) -> int:
        free = int(self._pool.free_count())
        return free if lane == PROMPT else min(free, MAX_SLOW_AT_ONCE - self._under_way[SLOW])

    def _take(self, lane: str, webhook_id: str, now: int) -> None:
        if self._at_host[lane, self._hosts.get(webhook_id, "")] >= MAX_PER_HOST[lane]:
            self._to.deliveries.put_off(lane, webhook_id, now + PUT_OFF_MS)
            return
        try:
            waits = [wait_after(count) for count in range(1, len(RETRY_SECONDS) + 1)]
            claim = self._to.deliveries.claim(webhook_id, now, LEASE_MS, waits)
        except kept.Unusable as error:
            self._to.deliveries.set_aside(lane, webhook_id, str(error))
            return
        if claim is not None:
            if len(self._hosts) > MAX_HOSTS_REMEMBERED:
                self._hosts.clear()
                self._at_host = +self._at_host  # without the zeroes
            host = self._hosts[webhook_id] = urlsplit(claim.hook.url).hostname or ""
            self._under_way[lane] += 1
            self._at_host[lane, host] += 1
            self._pool.spawn(self._carry, claim, lane, host)

    def _carry(self, claim: Claim, lane: str, host: str) -> None:
        try:
            attempt(self._to, claim)
        # Counted it is in either case, and due again after its wait.
        except StoreDown as error:
            log.warning("delivery %s: store down: %s", claim.delivery.id, error)
        except Exception:
            log.exception("delivery %s: how it ended is not noted", claim.delivery.id)
        finally:
            self._under_way[lane] -= 1
            self._at_host[lane, host] -= 1
            self.woken.set()


def tidy(to: Services) -> None:
    """Put right what was lost beside the deliveries, and forget what is over. Raises StoreDown."""
    now = to.store.now()
    to.upkeep.mend()
    for hook in to.webhooks.all():
        account = to.accounts.get(hook.account)
        try:
            if account is None or account.revoked:
                to.webhooks.delete(hook, now)
                continue
            to.upkeep.index(hook, now)
        except kept.Unusable as error:
            log.error("not tidied: %s", error)  # noqa: TRY400 - the message says it all
    to.upkeep.tidy(now)


def _listen(url: str, woken: Event) -> None:
    """Wake for every new message, for ever. A lost wake costs a poll."""
    while True:
        try:
            hints = Hints(url, kept.WAKE)
            while True:
                if hints.next(POLL_SECONDS) is not None:
                    woken.set()
        except StoreDown:
            gevent.sleep(POLL_SECONDS)
