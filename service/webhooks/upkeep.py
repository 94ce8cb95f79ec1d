"""What is done to deliveries now and then: what was lost beside them is put right, what is over is
forgotten."""

import logging
from typing import Final

from service.webhooks import kept
from service.webhooks.repository import Webhook

log = logging.getLogger("toma6.deliveries")

REMEMBERED_MS: Final = 7 * 24 * 3600 * 1000
"""How long it is remembered what was said of a game that is over."""
_BATCH: Final = 100


class Upkeep(kept.Kept):
    """Looks after deliveries. Every method raises StoreDown if Redis is away; those for one webhook
    also `kept.Unusable`, as those of Deliveries do."""

    def mend(self) -> None:
        """Move what is not of its type out of the way: what is derived from deliveries comes back
        with `index`."""
        for key in (kept.PROMPT, kept.SLOW, kept.PAST):
            self._aside.take_away(key, "zset")
        self._aside.take_away(kept.LAGGARDS, "set")
        for key in (kept.HOOKS, kept.DELIVERIES, kept.TRIES):
            self._aside.take_away(key, "hash")

    def index(self, hook: Webhook, now: int) -> None:
        """Have a webhook's messages found, if its place among all webhooks was lost."""
        self._do("index", hook.id, now)

    def tidy(self, now: int) -> None:
        """Forget what need not be remembered any more: for now and then."""
        old = ("ZRANGEBYSCORE", kept.PAST, "-inf", now - REMEMBERED_MS, "LIMIT", 0, _BATCH)
        while found := list(self._scored(*old)):
            for each, at in found:
                match each.decode(errors="replace").split(" "):
                    case ["told", webhook_id, game_id] if webhook_id.isalnum():
                        self._outlived(webhook_id, game_id, at)
                self._call("ZREM", kept.PAST, each)

    def _outlived(self, webhook_id: str, game_id: str, at: int) -> None:
        try:
            self._do("outlive", webhook_id, at, game_id)
        except kept.Unusable as error:
            log.error("not forgotten: %s", error)  # noqa: TRY400 - the message says it all
