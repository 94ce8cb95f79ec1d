"""Accounts: tokens that are not tied to one game, with what they may do.

A back end holds one token for all of its players. Tokens are stored as hashes and can be
revoked; a listing shows everything but the token itself. Seat, host and invitation tokens are
not accounts: they are known by their game alone.
"""

import json
import logging
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, cast

import msgspec

from service.access.tokens import Creation, hash_token, unrepeated
from service.observability import metrics
from service.problems import Problem
from service.storage.repository import Repository
from service.storage.stored import Reply

log = logging.getLogger("toma6.accounts")

SCOPES: Final = ("play", "games:write", "audit", "admin")
"""play: own seats; games:write: create games; audit: see finished private games; admin: tokens."""
NAME: Final = re.compile(r"[ -~]{1,60}", re.ASCII)

_TOKENS: Final = "{accounts}:tokens"
"""Hash: SHA-256 of a token -> its account as JSON."""
_IDS: Final = "{accounts}:ids"
"""Hash: id of an account -> SHA-256 of its token."""


@dataclass(frozen=True, slots=True)
class Account:
    """Whom a token belongs to. `created_at` in ms since 1970; `request`: how a repeat of the
    creation is recognised."""

    id: str
    name: str
    scopes: frozenset[str]
    created_at: int
    revoked: bool = False
    request: str | None = None

    def may(self, scope: str) -> bool:
        return scope in self.scopes

    def as_data(self) -> dict[str, Any]:
        shown = {**asdict(self), "scopes": sorted(self.scopes)}
        del shown["request"]
        return shown


class Accounts(Repository):
    """Creates, finds, lists and revokes. Every method raises StoreDown if Redis is away."""

    def create(
        self, name: str, scopes: Iterable[str], at: int, made: Creation | None = None
    ) -> tuple[str, Account]:
        """A new account and its token, which is given here and kept nowhere.

        `made`: the request for it; if it was made before, the account that it made then.

        :raises ValueError: for a name or scope that there cannot be.
        :raises Problem: 422 if the request's key asked for another account before, 410 if that
            account was revoked since.
        """
        wanted = frozenset(scopes)
        if not NAME.fullmatch(name):
            raise ValueError("a name is 1 to 60 printable ASCII characters")
        if not wanted or not wanted <= set(SCOPES):
            raise ValueError(f"scopes are one or more of {', '.join(SCOPES)}")
        made = made or unrepeated()
        token = made.token("a")
        account = Account(made.new_id()[:16], name, wanted, at, request=made.request)
        # The id last: an account that is listed can be found, and revoked.
        if not self._call("HSETNX", _TOKENS, hash_token(token), _stored(account)):
            first = _account(self._call("HGET", _TOKENS, hash_token(token)))
            if first is None or first.request != account.request:
                raise Problem("idempotency_key_reused")
            if first.revoked:
                raise Problem("gone", "The token that was made with this key has been revoked.")
            account = first
        self._call("HSET", _IDS, account.id, hash_token(token))
        return token, account

    def find(self, token: str) -> Account | None:
        """Whose token this is; None if it is nobody's, or revoked."""
        account = _account(self._call("HGET", _TOKENS, hash_token(token)))
        return None if account is None or account.revoked else account

    def get(self, account_id: str) -> Account | None:
        """The account with this id, revoked or not; None if there is none."""
        hashed = self._call("HGET", _IDS, account_id)
        if hashed is None:
            return None
        return _account(self._call("HGET", _TOKENS, cast("bytes", hashed)))

    def all(self) -> list[Account]:
        stored = cast("list[Reply]", self._call("HVALS", _TOKENS))
        found = [account for each in stored if (account := _account(each))]
        return sorted(found, key=lambda account: (account.created_at, account.id))

    def revoke(self, account_id: str) -> bool:
        """End the token of the account with this id. False if there is no such account."""
        hashed = self._call("HGET", _IDS, account_id)
        account = None if hashed is None else self.get(account_id)
        if account is None:
            return False
        ended = _stored(replace(account, revoked=True))
        self._call("HSET", _TOKENS, cast("bytes", hashed), ended)
        return True


def _stored(account: Account) -> str:
    known = {} if account.request is None else {"request": account.request}
    return json.dumps({**account.as_data(), **known})


def _account(stored: Reply) -> Account | None:
    if stored is None:
        return None
    try:
        return msgspec.json.decode(cast("bytes", stored), type=Account)
    except (ValueError, msgspec.MsgspecError):
        # Nobody's token then; the others' are theirs all the same.
        log.error("what is kept of an account is none: %r", cast("bytes", stored)[:80])  # noqa: TRY400
        metrics.SET_ASIDE.labels("tokens").inc()
        return None
