"""Webhooks of accounts: where to send word, what is to be sent, and how far that has come.

A delivery says only that something happened (game, revision, what is owed); whoever gets it asks
the server for the rest. Sending is the courier's (workers/courier.py); nothing here waits for a
receiver. Deliveries live until they succeed, or in the dead letters until they are sent again.
The secrets that sign deliveries are kept as they are: signing needs them.
"""

import base64
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, cast

from service.access.tokens import Creation, unrepeated
from service.storage.repository import Repository
from service.storage.scripts import Script
from service.storage.stored import Arg

MAX_WEBHOOKS_PER_ACCOUNT: Final = 5
MAX_DEAD_LETTERS_PER_WEBHOOK: Final = 500

_HOOKS: Final = "{hooks}:hooks"
_DELIVERIES: Final = "{hooks}:deliveries"
_DUE: Final = "{hooks}:due"

# At once: what is dead and not listed would never be seen, and what is dead and due never settled.
_BURY: Final = Script.of("""\
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
return redis.call('ZREM', KEYS[3], ARGV[1])
""")


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where an account wants word. `secret` as Standard Webhooks writes it: `whsec_…`."""

    id: str
    account: str
    url: str
    secret: str
    created_at: int


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message to one webhook. `attempts` so far; times in ms since 1970."""

    id: str
    webhook: str
    payload: Mapping[str, Any]
    created_at: int
    attempts: int = 0
    error: str | None = None
    dead: bool = False


class Webhooks(Repository):
    """Registers webhooks and keeps deliveries. Every method raises StoreDown if Redis is away."""

    def create(self, account_id: str, url: str, at: int, made: Creation | None = None) -> Webhook:
        """A new webhook of an account, with a secret of its own; `made`: the request for it."""
        made = made or unrepeated()
        secret = "whsec_" + base64.b64encode(made.derive("webhook")).decode()
        hook = Webhook(webhook_id(made), account_id, url, secret, at)
        self._call("HSET", _HOOKS, hook.id, json.dumps(asdict(hook)))
        self._call("SADD", _of(account_id), hook.id)
        return hook

    def of(self, account_id: str) -> list[Webhook]:
        ids = self._ids("SMEMBERS", _of(account_id))
        found = [hook for each in ids if (hook := self.get(each))]
        return sorted(found, key=lambda hook: (hook.created_at, hook.id))

    def get(self, webhook_id: str) -> Webhook | None:
        stored = self._call("HGET", _HOOKS, webhook_id)
        return None if stored is None else Webhook(**json.loads(cast("bytes", stored)))

    def delete(self, hook: Webhook) -> None:
        """Send nothing more to it; what is still to be sent is dropped when it is due."""
        self._call("SREM", _of(hook.account), hook.id)
        self._call("HDEL", _HOOKS, hook.id)
        for letter in self._ids("ZRANGE", _dead(hook.id), 0, -1):
            self._call("HDEL", _DELIVERIES, letter)
        self._call("DEL", _dead(hook.id), _told(hook.id))

    def schedule(
        self, hook: Webhook, name: str, payload: Mapping[str, Any], at: int, game_id: str
    ) -> bool:
        """Have the message `name` sent at `at`. False if it is already scheduled, or was the last
        one about this game."""
        if game_id and self._call("HGET", _told(hook.id), game_id) == name.encode():
            return False
        delivery = Delivery(f"{hook.id}.{name}", hook.id, payload, at)
        # Due first: an id without a delivery is dropped, a delivery without one would be lost.
        self._call("ZADD", _DUE, "NX", at, delivery.id)
        self._call("HSETNX", _DELIVERIES, delivery.id, json.dumps(asdict(delivery)))
        if game_id:
            self._call("HSET", _told(hook.id), game_id, name)
        return True

    def due(self, now: int, limit: int) -> list[str]:
        """Ids of deliveries that are due, the longest overdue first."""
        return self._ids("ZRANGEBYSCORE", _DUE, "-inf", now, "LIMIT", 0, limit)

    def postpone(self, delivery_id: str, at: int) -> None:
        self._call("ZADD", _DUE, "XX", at, delivery_id)

    def delivery(self, delivery_id: str) -> Delivery | None:
        """The delivery of this id; None if it was delivered, or dropped."""
        stored = self._call("HGET", _DELIVERIES, delivery_id)
        return None if stored is None else Delivery(**json.loads(cast("bytes", stored)))

    def done(self, delivery_id: str) -> None:
        """It was delivered, or there is nobody to deliver it to."""
        self._call("ZREM", _DUE, delivery_id)
        self._call("HDEL", _DELIVERIES, delivery_id)

    def failed(self, delivery: Delivery, error: str, again_at: int | None) -> None:
        """It was not delivered: try again at `again_at`, or (None) lay it with the dead letters."""
        tried = replace(delivery, attempts=delivery.attempts + 1, error=error)
        if again_at is not None:
            self._keep(tried)
            self._call("ZADD", _DUE, again_at, delivery.id)
            return
        body, dead = json.dumps(asdict(replace(tried, dead=True))), _dead(delivery.webhook)
        buried = (delivery.id, body, delivery.created_at)
        self._run(_BURY, (_DELIVERIES, dead, _DUE), buried)
        for old in self._ids("ZRANGE", dead, 0, -MAX_DEAD_LETTERS_PER_WEBHOOK - 1):
            self._call("HDEL", _DELIVERIES, old)
            self._call("ZREM", dead, old)

    def dead_letters(self, hook: Webhook) -> list[Delivery]:
        ids = self._ids("ZRANGE", _dead(hook.id), 0, -1)
        return [found for each in ids if (found := self.delivery(each))]

    def revive(self, delivery: Delivery, at: int) -> None:
        """Send a dead letter again, as if for the first time."""
        self._keep(replace(delivery, attempts=0, error=None, dead=False))
        self._call("ZADD", _DUE, at, delivery.id)
        self._call("ZREM", _dead(delivery.webhook), delivery.id)

    def _keep(self, delivery: Delivery) -> None:
        self._call("HSET", _DELIVERIES, delivery.id, json.dumps(asdict(delivery)))

    def _ids(self, *command: Arg) -> list[str]:
        return [each.decode() for each in cast("list[bytes]", self._call(*command))]


def webhook_id(made: Creation) -> str:
    """The id of the webhook that a request makes."""
    return made.new_id()[:16]


def _of(account_id: str) -> str:
    return f"{{hooks}}:of:{account_id}"


def _told(webhook_id: str) -> str:
    """Hash: game -> name of the last message about it."""
    return f"{{hooks}}:told:{webhook_id}"


def _dead(webhook_id: str) -> str:
    return f"{{hooks}}:dead:{webhook_id}"
