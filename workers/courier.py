"""The courier: brings deliveries to the webhooks of accounts, in a process of its own.

A receiver that fails or hangs keeps nobody waiting: bots and clocks have other processes, and
each delivery that fails waits for its next turn. Signatures are those of Standard Webhooks 1.0.
"""

import base64
import hashlib
import hmac
import json
import logging
import random
from typing import Final

from service.jobs.dispatch import HOOKS
from service.services import Services
from service.settings.config import Settings
from service.webhooks.repository import Delivery, Webhook
from workers.callers import CallFailed, post
from workers.run import work

log = logging.getLogger("toma6.courier")

RETRY_SECONDS: Final = (5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400)
"""Seconds before each further attempt: ten attempts in some three days."""
JITTER: Final = 0.2
GONE: Final = 410
"""The receiver wants nothing more."""


def main(settings: Settings) -> int:
    """Deliver until told to stop. Returns the exit code."""
    return work(settings, HOOKS)


def deliver(to: Services, delivery_id: str) -> None:
    """The job: try to deliver, once. What was delivered, or dropped, meanwhile is left alone, and
    so is a dead letter: only who asks for it has it sent again."""
    delivery = to.webhooks.delivery(delivery_id)
    hook = None if delivery is None else to.webhooks.get(delivery.webhook)
    if delivery is None or hook is None:
        to.webhooks.done(delivery_id)
        return
    if delivery.dead:
        return
    try:
        status = send(hook, delivery, to.clock(), private=to.settings.webhooks_private)
    except CallFailed as failure:
        _failed(to, delivery, str(failure))
        return
    if 200 <= status < 300:
        to.webhooks.done(delivery_id)
    elif status == GONE:
        log.info("webhook %s is gone", hook.id)
        to.webhooks.done(delivery_id)
        to.webhooks.delete(hook)
    else:
        _failed(to, delivery, f"status {status}")


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


def _failed(to: Services, delivery: Delivery, reason: str) -> None:
    log.info("delivery %s failed: %s", delivery.id, reason)
    if delivery.attempts >= len(RETRY_SECONDS):
        to.webhooks.failed(delivery, reason, None)
        return
    wait = RETRY_SECONDS[delivery.attempts] * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - jitter
    to.webhooks.failed(delivery, reason, to.clock() + int(1000 * wait))
