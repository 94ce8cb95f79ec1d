"""Deliveries: what is to be sent to webhooks, and how far that has come.

A delivery says only that something happened (game, revision, what is owed); whoever gets it asks
the server for the rest. Sending is the courier's (workers/courier.py); nothing here waits for a
receiver. A delivery lives until it succeeds, or in the dead letters until it is sent again, or
five hundred later ones lie there.

An attempt is counted when it is claimed, before it is made: none is made twice for one count,
however it ends. Each webhook has messages of its own waiting, and few under way at once; who fails
or is slow waits in another line than those who answer at once (`LANES`).
"""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

from service.storage.client import Command
from service.webhooks import kept
from service.webhooks.repository import Webhook, webhook

log = logging.getLogger("toma6.deliveries")

MAX_WAITING_PER_WEBHOOK: Final = 2000
"""Beyond it a new message lies with the dead letters at once."""
PROMPT, SLOW = kept.PROMPT, kept.SLOW
LANES: Final = (PROMPT, SLOW)


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message to one webhook. `attempts` so far; times in ms since 1970."""

    id: str
    webhook: str
    payload: Mapping[str, Any]
    created_at: int
    attempts: int = 0
    error: str | None = None


class Claim(NamedTuple):
    """An attempt that is counted, and to be made now: the n-th, where `delivery.attempts` is n."""

    delivery: Delivery
    hook: Webhook


class Waiting(NamedTuple):
    """How many messages are to be sent, when the longest overdue one was due (ms since 1970; None:
    none is waiting), and how many are dead letters."""

    messages: int
    oldest: int | None
    dead: int


class Deliveries(kept.Kept):
    """Keeps deliveries. Every method raises StoreDown if Redis is away, and those that change the
    deliveries of one webhook `kept.Unusable` if a key of it is not of the type that was written."""

    def schedule(
        self,
        hook: Webhook,
        name: str,
        payload: Mapping[str, Any],
        at: int,
        game_id: str = "",
        *,
        over: bool = False,
    ) -> bool:
        """Have the message `name` sent now. False if it is waiting already, was the last one about
        this game, or too many are waiting; `over`: it is the last one that there will be."""
        made = Delivery(f"{hook.id}.{name}", hook.id, payload, at)
        body = json.dumps({"payload": payload, "created_at": at}, separators=(",", ":"))
        more = (game_id, name, int(over), MAX_WAITING_PER_WEBHOOK)
        return self._do("schedule", hook.id, at, made.id, body, *more) == 1

    def ready(self, lane: str, now: int, limit: int) -> list[str]:
        """Webhooks with something to be claimed, whoever has waited longest first."""
        found = []
        for each in self._list("ZRANGEBYSCORE", lane, "-inf", now, "LIMIT", 0, limit):
            try:
                found.append(each.decode())
            except UnicodeDecodeError:
                self.set_aside(lane, each, "no name of one")
        return found

    def next_at(self, lane: str) -> int | None:
        """When the next webhook may have something to be claimed."""
        return next((at for _, at in self._scored("ZRANGE", lane, 0, 0)), None)

    def put_off(self, lane: str, webhook_id: str, at: int) -> None:
        self._call("ZADD", lane, "XX", at, webhook_id)

    def claim(self, webhook_id: str, now: int, lease: int, waits: Sequence[int]) -> Claim | None:
        """Count the next attempt of a webhook, whose outcome will be told within `lease` ms.

        If it is not, the message is due again after the wait that belongs to the attempt. None if
        nothing is due, or as many as may are under way.
        """
        found = self._do("claim", webhook_id, now, lease, *waits)
        if found is None:
            return None
        name, _, body, tried, known = cast("list[bytes]", found)
        hook, made = webhook(known), _delivery(name, webhook_id, body, tried)
        if hook is None:
            raise kept.Unusable(f"webhook {webhook_id} cannot be read")
        if made is None:
            log.error("thrown away: delivery %r cannot be read", name)
            self._do("done", webhook_id, now, name, 0)
            return None
        return Claim(made, hook)

    def done(self, claim: Claim, now: int, *, slow: bool = False) -> None:
        """It was delivered; `slow`: and took long."""
        self._do("done", claim.hook.id, now, claim.delivery.id, int(slow))

    def failed(self, claim: Claim, now: int, error: str, again_at: int | None) -> None:
        """It was not delivered: try again at `again_at`, or (None) lay it with the dead letters.

        Nothing, if another attempt was claimed meanwhile.
        """
        again = "" if again_at is None else again_at
        told = (claim.delivery.attempts, error[:200], again)
        self._do("failed", claim.hook.id, now, claim.delivery.id, *told)

    def dead_letters(self, hook: Webhook) -> list[Delivery]:
        ids = self._list("ZRANGE", kept.dead(hook.id), 0, -1)
        if not ids:
            return []
        bodies = self._list("HMGET", kept.DELIVERIES, *ids)
        tries = self._list("HMGET", kept.TRIES, *ids)
        stored = zip(ids, bodies, tries, strict=True)
        return [found for name, *what in stored if (found := _delivery(name, hook.id, *what))]

    def revive(self, hook: Webhook, delivery_id: str, at: int) -> bool:
        """Send a dead letter again, as if for the first time. False if it is none."""
        return self._do("revive", hook.id, at, delivery_id) == 1

    def waiting(self) -> Waiting:
        """What there is to do. Two commands for each webhook that has something waiting."""
        hooks = [each for lane in LANES for each in self._list("ZRANGE", lane, 0, -1)]
        keys = [kept.due("").encode() + each for each in hooks]
        asked: list[Command] = [("HLEN", kept.DELIVERIES), *(("ZCARD", key) for key in keys)]
        asked += [("ZRANGE", key, 0, 0, "WITHSCORES") for key in keys]
        # A key of the wrong type is refused, and counts for nothing.
        told = self._to.call_many(asked)
        all_of_them, *counts = (each for each in told if isinstance(each, int))
        firsts = [each for each in told if isinstance(each, list) and each]
        oldest = min((kept.number(cast("bytes", first[1])) for first in firsts), default=None)
        return Waiting(sum(counts), oldest, all_of_them - sum(counts))

    def set_aside(self, lane: str, webhook_id: str | bytes, reason: str) -> None:
        """One webhook that cannot be served must cost no other anything."""
        self._aside.put(lane, webhook_id, reason)
        self._call("ZREM", lane, webhook_id)


def _delivery(
    name: bytes, webhook_id: str, body: bytes | None, tried: bytes | None
) -> Delivery | None:
    """A stored delivery; None for what is none."""
    try:
        known = json.loads(body or b"{}")
        count, _, error = (tried or b"0").decode(errors="replace").partition(" ")
        what = known["payload"], known["created_at"]
        return Delivery(name.decode(), webhook_id, *what, int(count), error or None)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
