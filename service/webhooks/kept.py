"""Where webhooks and their deliveries lie in Redis, all in one slot, and the script for both."""

from collections.abc import Iterator
from typing import Final, cast

from service.storage.connections import Client
from service.storage.repository import Repository
from service.storage.scripts import Script
from service.storage.set_aside import SetAside
from service.storage.stored import Arg, Refused, Reply, StoreDown

MAX_DEAD_LETTERS_PER_WEBHOOK: Final = 500

HOOKS: Final = "{hooks}:hooks"
"""Hash: webhook -> what is known of it."""
DELIVERIES: Final = "{hooks}:deliveries"
"""Hash: delivery -> its message."""
TRIES: Final = "{hooks}:tries"
PROMPT: Final = "{hooks}:prompt"
SLOW: Final = "{hooks}:slow"
LAGGARDS: Final = "{hooks}:laggards"
"""Set: webhooks whose last attempt failed, or took long."""
PAST: Final = "{hooks}:past"
"""Sorted set: what is remembered for a time, by the ms since 1970 when it happened."""
WAKE: Final = "{hooks}:wake"
"""The channel that tells couriers of a new message."""

_SCRIPT: Final = Script.beside(__file__, "deliveries.lua")


def due(webhook_id: str) -> str:
    """Sorted set: delivery -> when its next attempt is due, in ms since 1970."""
    return f"{{hooks}}:due:{webhook_id}"


def dead(webhook_id: str) -> str:
    """Sorted set: delivery -> when it became a dead letter."""
    return f"{{hooks}}:dead:{webhook_id}"


def told(webhook_id: str) -> str:
    """Hash: game -> name of the last message about it; "" -> the ms since 1970 before which games
    that are over have been spoken of."""
    return f"{{hooks}}:told:{webhook_id}"


def of(account_id: str) -> str:
    """Set: the webhooks of an account."""
    return f"{{hooks}}:of:{account_id}"


class Unusable(StoreDown):
    """A key of one webhook is not of the type that was written: nothing can be done for this one,
    until it is deleted."""


class Kept(Repository):
    """What webhooks and deliveries share."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self._aside = SetAside(client)

    def _do(self, what: str, webhook_id: str, at: int, *args: Arg, account_id: str = "") -> Reply:
        """Run the script; `account_id`: whose the webhook is, where it is removed.

        :raises StoreDown, Unusable: as they say.
        """
        flying = f"{{hooks}}:flying:{webhook_id}"
        own = (due(webhook_id), flying, dead(webhook_id), told(webhook_id))
        keys = (HOOKS, DELIVERIES, TRIES, PROMPT, SLOW, LAGGARDS, PAST, *own, of(account_id))
        known = (what, webhook_id, at, MAX_DEAD_LETTERS_PER_WEBHOOK)
        try:
            return _SCRIPT.run(self._to, keys, (*known, *args))
        except Refused as refused:
            found = Unusable if "WRONGTYPE" in str(refused) else StoreDown
            raise found(f"webhook {webhook_id}: {refused}") from refused

    def _list(self, *command: Arg) -> list[bytes]:
        return cast("list[bytes]", self._call(*command))

    def _scored(self, *command: Arg) -> Iterator[tuple[bytes, int]]:
        """Members and their scores, of a command that is asked for both."""
        found = self._list(*command, "WITHSCORES")
        return zip(found[::2], map(number, found[1::2]), strict=True)


def number(score: bytes) -> int:
    """A score in whole numbers, also one that is infinite, which nothing here has written."""
    return int(min(max(float(score), -(2.0**53)), 2.0**53))
