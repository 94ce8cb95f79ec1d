"""Accounts: tokens that are not tied to one game, with what they may do.

A back end holds one token for all of its players. Tokens are stored as hashes and can be
revoked; a listing shows everything but the token itself. Seat, host and invitation tokens are
not accounts: they are known by their game alone.
"""

import json
import logging
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, cast

from service.access.tokens import hash_token, new_token
from service.observability import metrics
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
    """Whom a token belongs to. `created_at` in ms since 1970."""

    id: str
    name: str
    scopes: frozenset[str]
    created_at: int
    revoked: bool = False

    def may(self, scope: str) -> bool:
        return scope in self.scopes

    def as_data(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": self.name,
            "scopes": sorted(self.scopes),
            "created_at": self.created_at,
            "revoked": self.revoked,
        }


class Accounts(Repository):
    """Creates, finds, lists and revokes. Every method raises StoreDown if Redis is away."""

    def create(self, name: str, scopes: Iterable[str], at: int) -> tuple[str, Account]:
        """A new account and its token, which is given here and kept nowhere.

        :raises ValueError: for a name or scope that there cannot be.
        """
        wanted = frozenset(scopes)
        if not NAME.fullmatch(name):
            raise ValueError("a name is 1 to 60 printable ASCII characters")
        if not wanted or not wanted <= set(SCOPES):
            raise ValueError(f"scopes are one or more of {', '.join(SCOPES)}")
        token = new_token("a")
        account = Account(secrets.token_hex(8), name, wanted, at)
        # The id last: an account that is listed can be found, and revoked.
        self._call("HSET", _TOKENS, hash_token(token), json.dumps(account.as_data()))
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
        ended = {**account.as_data(), "revoked": True}
        self._call("HSET", _TOKENS, cast("bytes", hashed), json.dumps(ended))
        return True


def _account(stored: Reply) -> Account | None:
    if stored is None:
        return None
    try:
        data = json.loads(cast("bytes", stored))
        return Account(**{**data, "scopes": frozenset(data["scopes"])})
    except (ValueError, TypeError, LookupError):
        # Nobody's token then; the others' are theirs all the same.
        log.error("what is kept of an account is none: %r", cast("bytes", stored)[:80])  # noqa: TRY400
        metrics.SET_ASIDE.labels("tokens").inc()
        return None
