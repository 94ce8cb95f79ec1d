"""One attempt to deliver: sent, signed, and noted how it ended.

Signatures are those of Standard Webhooks 1.0.
"""

import base64
import hashlib
import hmac
import json
import logging
import random
import time
from collections.abc import Callable
from typing import Final

import gevent

from service.services import Services
from service.storage.stored import StoreDown
from service.webhooks.deliveries import Claim, Delivery
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
NOTING_SECONDS: Final = 60.0
PAUSE_SECONDS: Final = 0.5


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
        _noted(lambda: _gone(to, hook))
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


def _gone(to: Services, hook: Webhook) -> None:
    to.webhooks.note_done(hook.account, hook.id)  # or a late repeat would make it again
    to.webhooks.delete(hook, to.store.now())


def _failed(to: Services, claim: Claim, error: str) -> None:
    count, now = claim.delivery.attempts, to.store.now()
    again_at = now + wait_after(count) if count <= len(RETRY_SECONDS) else None
    to.deliveries.failed(claim, now, error, again_at)


def wait_after(count: int) -> int:
    """Milliseconds from the end of the n-th attempt to the next one."""
    return int(1000 * RETRY_SECONDS[count - 1] * random.uniform(1 - JITTER, 1 + JITTER))  # noqa: S311 - jitter


def _noted(note: Callable[[], None]) -> None:
    """Have noted how an attempt ended, though the store is away for a while: or the message would
    be sent again for nothing."""
    give_up = time.monotonic() + NOTING_SECONDS
    while True:
        try:
            return note()
        except StoreDown:
            if time.monotonic() > give_up:
                raise
            gevent.sleep(PAUSE_SECONDS)
