"""What an account has had done to its webhooks, remembered for a week, so that a late repeat of the
request is known as one: the thing itself is gone by then.
"""

from typing import Final, cast

from service.storage.repository import Repository

SECONDS: Final = 7 * 24 * 3600


class Settled(Repository):
    """Notes what was done, by name. Every method raises StoreDown if Redis is away."""

    def note(self, account_id: str, deed: str) -> None:
        self._call("SET", _key(account_id, deed), 1, "EX", SECONDS)

    def has(self, account_id: str, deed: str) -> bool:
        """Whether the account had this done in the last week."""
        return bool(cast("int", self._call("EXISTS", _key(account_id, deed))))


def _key(account_id: str, deed: str) -> str:
    return f"{{hooks}}:settled:{account_id}:{deed}"
