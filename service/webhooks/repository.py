"""Webhooks of accounts: where to send word.

The secrets that sign deliveries are kept as they are: signing needs them.
"""

import base64
import json
from dataclasses import asdict, dataclass
from typing import Final, cast
from urllib.parse import urlsplit

import msgspec

from service.access.tokens import Creation, unrepeated
from service.storage.scripts import Script
from service.webhooks import kept

MAX_WEBHOOKS_PER_ACCOUNT: Final = 5
DEED_SECONDS: Final = 7 * 24 * 3600

# Told of nothing that was over before there was a webhook: a listing made anew would say it all.
_CREATE: Final = Script.of("""\
local hooks, of, told = unpack(KEYS)
local hook, body, at, most = unpack(ARGV)
if redis.call('HEXISTS', hooks, hook) == 1 then return 1 end
if redis.call('SCARD', of) >= tonumber(most) then return 0 end
redis.call('HSET', hooks, hook, body)
redis.call('HSET', told, '', at)
return redis.call('SADD', of, hook)
""")


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where an account wants word. `secret` as Standard Webhooks writes it: `whsec_…`."""

    id: str
    account: str
    url: str
    secret: str
    created_at: int


class TooMany(Exception):  # noqa: N818 - reads as a fact
    """The account has as many webhooks as it may have."""


class Webhooks(kept.Kept):
    """Registers webhooks. Every method raises StoreDown if Redis is away; who deletes, Unusable."""

    def create(self, account_id: str, url: str, at: int, made: Creation | None = None) -> Webhook:
        """A new webhook of an account, with a secret of its own; `made`: the request for it, whose
        repeat gets the webhook of the first.

        :raises TooMany: see there; also of several that are made at once.
        """
        made = made or unrepeated()
        secret = "whsec_" + base64.b64encode(made.derive("webhook")).decode()
        hook = Webhook(webhook_id(made), account_id, url, secret, at)
        keys = (kept.HOOKS, kept.of(account_id), kept.told(hook.id))
        args = (hook.id, json.dumps(asdict(hook)), at, MAX_WEBHOOKS_PER_ACCOUNT)
        if not self._run(_CREATE, keys, args):
            raise TooMany
        return self.get(hook.id) or hook

    def of(self, account_id: str) -> list[Webhook]:
        ids = self._list("SMEMBERS", kept.of(account_id))
        found = [hook for each in ids if (hook := self.get(each))]
        return sorted(found, key=lambda hook: (hook.created_at, hook.id))

    def all(self) -> list[Webhook]:
        return [found for each in self._list("HVALS", kept.HOOKS) if (found := webhook(each))]

    def get(self, webhook_id: str | bytes) -> Webhook | None:
        stored = self._call("HGET", kept.HOOKS, webhook_id)
        return None if stored is None else webhook(cast("bytes", stored))

    def delete(self, hook: Webhook, at: int) -> None:
        """Send nothing more to it, and forget it with all its deliveries."""
        self._do("remove", hook.id, at, account_id=hook.account)

    def delete_all_of(self, account_id: str, at: int) -> None:
        for hook in self.of(account_id):
            self.delete(hook, at)

    def note_done(self, account_id: str, deed: str) -> None:
        """Remember for a week what an account has had done, so that a late repeat of the request is
        known as one: the thing itself is gone by then."""
        self._call("SET", f"{{hooks}}:settled:{account_id}:{deed}", 1, "EX", DEED_SECONDS)

    def was_done(self, account_id: str, deed: str) -> bool:
        return self._call("EXISTS", f"{{hooks}}:settled:{account_id}:{deed}") == 1


def webhook(stored: bytes) -> Webhook | None:
    """A stored webhook; None for what is none."""
    try:
        found = msgspec.json.decode(stored, type=Webhook)
        urlsplit(found.url)
    except (ValueError, TypeError, msgspec.MsgspecError):
        return None
    return found


def webhook_id(made: Creation) -> str:
    """The id of the webhook that a request makes."""
    return made.new_id()[:16]
