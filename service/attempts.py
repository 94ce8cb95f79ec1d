"""The attempts ledger: answers that were refused, repeated or late, as the server received them.

Kept apart from the game's stream, which holds only what happened. Bounded: of each game the
last ones, and a count of those that were dropped. No card is in it, only which decision was
answered, when, and how that ended. A line may be lost or doubled when Redis fails: it is there
to settle who tried what and when, and nothing is decided by it.
"""

import logging
from dataclasses import dataclass
from typing import Any, Final, cast

from domain.times import rfc3339
from service.connections import Client, commander
from service.keys import Keys
from service.stored import Arg, Refused, Reply, StoreDown

log = logging.getLogger("toma6.attempts")

MOST: Final = 500
"""Attempts that are kept of each game."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt: when it was received (ms since 1970), by whom, and what came of it."""

    at: int
    seat: int
    decision: str
    code: str

    def as_data(self) -> dict[str, Any]:
        """The attempt as clients and auditors see it."""
        return {
            "at": rfc3339(self.at),
            "seat": self.seat,
            "decision": self.decision,
            "code": self.code,
        }


class Attempts:
    """Notes and lists attempts."""

    def __init__(self, client: Client, buckets: int) -> None:
        self._to = commander(client)
        self._keys = Keys(buckets)

    def note(self, game: str, seat: int, decision: str, code: str) -> None:
        """Write one attempt down. It never fails the request that it is about."""
        try:
            self._call(
                *("XADD", self._key(game), "MAXLEN", MOST, "*"),
                *("seat", seat, "decision", decision, "code", code),
            )
        except StoreDown as error:
            log.warning("attempt not noted: %s", error)

    def all(self, game: str) -> tuple[list[Attempt], int]:
        """The attempts that are kept, the oldest first, and how many were dropped."""
        found = cast("list[list[Reply]]", self._call("XRANGE", self._key(game), "-", "+"))
        attempts = [_attempt(entry) for entry in found]
        added = self._call("XINFO", "STREAM", self._key(game)) if found else None
        return attempts, 0 if added is None else _entries_added(added) - len(attempts)

    def _key(self, game: str) -> str:
        return f"{{b{self._keys.bucket(game)}}}:attempts:{game}"

    def _call(self, *command: Arg) -> Reply:
        try:
            return self._to.call(*command)
        except Refused as refused:
            raise StoreDown(str(refused)) from refused


def _attempt(entry: list[Reply]) -> Attempt:
    name, fields = cast("bytes", entry[0]), cast("list[bytes]", entry[1])
    data = dict(zip(fields[::2], fields[1::2], strict=True))
    return Attempt(
        at=int(name.split(b"-")[0]),
        seat=int(data[b"seat"]),
        decision=data[b"decision"].decode(),
        code=data[b"code"].decode(),
    )


def _entries_added(about: Reply) -> int:
    """How many entries the stream has ever had, from XINFO STREAM (Redis 7 and later)."""
    if isinstance(about, dict):  # RESP3
        return cast("int", about[b"entries-added"])
    flat = cast("list[Reply]", about)
    return cast("int", flat[flat.index(b"entries-added") + 1])
