"""The courier: brings deliveries to the webhooks of accounts, in a process of its own.

Hundreds of attempts are under way at once, each a greenlet that is over after ten seconds. Whoever
answers at once never waits for those who fail or are slow: these have a line of their own, at
most half of the places, and few of them for one host. There may be several couriers; what is
claimed is claimed in the store. Signatures are those of Standard Webhooks 1.0.
"""

import base64
import hashlib
import hmac
import json
import logging
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

import gevent
from gevent.event import Event
from gevent.pool import Pool

from service.processes import garbage
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.connections import Hints
from service.storage.stored import StoreDown
from service.webhooks import kept
from service.webhooks.deliveries import LANES, PROMPT, SLOW, Claim, Delivery
from service.webhooks.repository import Webhook
from workers.callers import ATTEMPT_SECONDS, CallFailed, post

log = logging.getLogger("toma6.courier")

RETRY_SECONDS: Final = (5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400)
"""Seconds before each further attempt: ten attempts in some three days."""
JITTER: Final = 0.2
GONE: Final = 410
"""The receiver wants nothing more."""
LEASE_MS: Final = int(1000 * ATTEMPT_SECONDS) + 5000
"""After so long the courier that made an attempt counts as dead."""
SLOW_SECONDS: Final = 2.0
"""A receiver that takes longer waits with those that fail."""
MAX_AT_ONCE: Final = 400
MAX_SLOW_AT_ONCE: Final = 200
MAX_SLOW_PER_HOST: Final = 16
PUT_OFF_MS: Final = 1000
POLL_SECONDS: Final = 1.0
"""The longest that a message waits whose wake was lost."""
TIDY_SECONDS: Final = 60.0
STOPPING_SECONDS: Final = 3.0
"""What is under way when it is told to stop may take so long; what takes longer has been counted,
and follows its wait."""
SETTLING_SECONDS: Final = 60.0


def main(settings: Settings) -> int:
    """Deliver until told to stop (SIGINT, SIGTERM). Returns the exit code."""
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
        self._slow: Counter[str] = Counter()
        self._hosts: dict[str, str] = {}
        self._stopping = False

    def stop(self) -> None:
        self._stopping = True
        self.woken.set()

    def run(self) -> None:
        """Work until `stop` is called."""
        tidied = -TIDY_SECONDS
        while not self._stopping:
            self.woken.clear()
            try:
                if time.monotonic() - tidied >= TIDY_SECONDS:
                    tidy(self._to, at_start=tidied < 0)
                    tidied = time.monotonic()
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
        return free if lane == PROMPT else min(free, MAX_SLOW_AT_ONCE - self._slow.total())

    def _take(self, lane: str, webhook_id: str, now: int) -> None:
        if lane == SLOW and self._slow[self._hosts.get(webhook_id, "")] >= MAX_SLOW_PER_HOST:
            self._to.deliveries.put_off(lane, webhook_id, now + PUT_OFF_MS)
            return
        try:
            waits = [_wait(count) for count in range(1, len(RETRY_SECONDS) + 1)]
            claim = self._to.deliveries.claim(webhook_id, now, LEASE_MS, waits)
        except kept.Unusable as error:
            self._to.deliveries.set_aside(lane, webhook_id, str(error))
            return
        if claim is not None:
            host = self._hosts[webhook_id] = urlsplit(claim.hook.url).hostname or ""
            self._slow[host] += lane == SLOW
            self._pool.spawn(self._carry, claim, lane, host)

    def _carry(self, claim: Claim, lane: str, host: str) -> None:
        try:
            attempt(self._to, claim)
        except Exception:  # it has been counted, and is due again after its wait
            log.exception("delivery %s: how it ended is not noted", claim.delivery.id)
        finally:
            self._slow[host] -= lane == SLOW
            self.woken.set()


def attempt(to: Services, claim: Claim) -> None:
    """Try to deliver, once, and note how it ended. Raises StoreDown if that cannot be noted."""
    hook, delivery, began = claim.hook, claim.delivery, time.monotonic()
    account = to.accounts.get(hook.account)
    if account is None or account.revoked:
        log.info("webhook %s is nobody's any more", hook.id)
        to.webhooks.delete(hook, to.store.now())
        return
    try:
        status = send(hook, delivery, to.clock(), private=to.settings.webhooks_private)
        error = f"status {status}"
    except CallFailed as failure:
        status, error = 0, str(failure)
    if 200 <= status < 300:
        slow = time.monotonic() - began > SLOW_SECONDS
        _noted(lambda: to.deliveries.done(claim, to.store.now(), slow=slow))
    elif status == GONE:
        log.info("webhook %s is gone", hook.id)
        _noted(lambda: to.webhooks.delete(hook, to.store.now()))
    else:
        log.info("delivery %s failed: %s", delivery.id, error)
        _noted(lambda: _failed(to, claim, error))


def send(hook: Webhook, delivery: Delivery, now: int, *, private: bool) -> int:
    """Send one message, signed. Returns the status. Raises CallFailed."""
    body = json.dumps(delivery.payload, separators=(",", ":")).encode()
    stamp = str(now // 1000)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "toma6",
        "webhook-id": delivery.id,
        "webhook-timestamp": stamp,
        "webhook-signature": signature(hook.secret, delivery.id, stamp, body),
    }
    return post(hook.url, body, headers, private=private)


def signature(secret: str, delivery_id: str, stamp: str, body: bytes) -> str:
    """`v1,…` over id, time and body (Standard Webhooks, "Signature scheme")."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{delivery_id}.{stamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def tidy(to: Services, *, at_start: bool) -> None:
    """Forget what is over; at the start also what nobody could forget before. Raises StoreDown."""
    now = to.store.now()
    try:
        for hook in to.webhooks.all() if at_start else ():
            account = to.accounts.get(hook.account)
            if account is None or account.revoked:
                to.webhooks.delete(hook, now)
            else:
                to.deliveries.remember(hook, now)
        to.deliveries.tidy(now)
    except kept.Unusable as error:
        log.error("not tidied: %s", error)  # noqa: TRY400 - the message says it all


def _failed(to: Services, claim: Claim, error: str) -> None:
    count, now = claim.delivery.attempts, to.store.now()
    again_at = now + _wait(count) if count <= len(RETRY_SECONDS) else None
    to.deliveries.failed(claim, now, error, again_at)


def _wait(count: int) -> int:
    """Milliseconds from the end of the n-th attempt to the next one."""
    return int(1000 * RETRY_SECONDS[count - 1] * random.uniform(1 - JITTER, 1 + JITTER))  # noqa: S311 - jitter


def _noted(note: Callable[[], None]) -> None:
    """Have noted how an attempt ended, though the store is away for a while: or the message would
    be sent again for nothing."""
    give_up = time.monotonic() + SETTLING_SECONDS
    while True:
        try:
            return note()
        except StoreDown:
            if time.monotonic() > give_up:
                raise
            gevent.sleep(POLL_SECONDS / 2)


def _listen(url: str, woken: Event) -> None:
    """Wake for every new message, for ever. A lost wake costs a poll."""
    while True:
        try:
            hints = Hints(url, kept.WAKE)
            while True:
                if hints.next(SETTLING_SECONDS) is not None:
                    woken.set()
        except StoreDown:
            gevent.sleep(POLL_SECONDS)
