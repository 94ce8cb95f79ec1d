"""The attempts ledger: answers that were refused, repeated or late, as the server received them.

Kept apart from the game's stream, which holds only what happened. Bounded: of each seat the last
ones, and a count of those that were dropped, so that nobody can push out what another one's line
would prove. No card is in it, only which decision was answered, when, and how that ended. A line
may be lost or doubled when Redis fails: it is there to settle who tried what and when, and nothing
is decided by it.
"""

import logging
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final, cast

from domain.text.times import rfc3339
from service.games.away import Away
from service.storage.client import Command
from service.storage.connections import Client
from service.storage.keys import Keys
from service.storage.repository import Repository
from service.storage.stored import Refused, Reply, StoreDown, entries_added

log = logging.getLogger("toma6.attempts")

MAX_ATTEMPTS_PER_SEAT: Final = 200
"""Attempts that are kept of each seat."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt: when it was received (ms since 1970), by whom, and what came of it."""

    at: int
    seat: int
    decision: str
    code: str

    def as_data(self) -> dict[str, Any]:
        return {**asdict(self), "at": rfc3339(self.at)}


class Attempts(Repository):
    """Notes and lists attempts."""

    def __init__(self, client: Client, buckets: int, away: Away) -> None:
        super().__init__(client)
        self._keys, self._away = Keys(buckets), away

    def note(self, game_id: str, seat: int, decision: str, code: str, waited: float) -> None:
        """Write one attempt down, received `waited` seconds ago.

        The time is by the clock of Redis, as that of deadlines. It never fails the request that
        it is about.
        """
        try:
            self._call(
                *("XADD", self._keys.attempts(game_id, seat), "MAXLEN", MAX_ATTEMPTS_PER_SEAT, "*"),
                *("decision", decision, "code", code, "waited", max(0, round(waited * 1000))),
            )
        except StoreDown as error:
            log.warning("attempt not noted: %s", error)

    def of(self, game_id: str, seats: Iterable[int]) -> tuple[list[Attempt], int]:
        """The attempts of seats, by the time of their receipt, and how many were dropped."""
        wanted = sorted(seats)
        before = self._away.ledgers(game_id)
        commands: list[Command] = []
        for key in (self._keys.attempts(game_id, seat) for seat in wanted):
            commands += [("XINFO", "STREAM", key), ("XRANGE", key, "-", "+")]
        replies = self._to.call_many(commands)
        found: list[Attempt] = []
        dropped = 0
        for seat, about, entries in zip(wanted, replies[::2], replies[1::2], strict=True):
            ledgers = [before[seat]] if seat in before else []
            if entries and not isinstance(entries, Refused) and not isinstance(about, Refused):
                ledgers.append((entries_added(about), cast("list[list[Reply]]", entries)))
            for ever, kept in ledgers:
                found += [read for entry in kept if (read := _attempt(seat, entry))]
                dropped += max(0, ever - len(kept))
        return sorted(found, key=lambda attempt: attempt.at), dropped


def _attempt(seat: int, entry: list[Reply]) -> Attempt | None:
    """An attempt as it is stored; None for what is none."""
    name, fields = cast("bytes", entry[0]), cast("list[bytes]", entry[1])
    data = dict(zip(fields[::2], fields[1::2], strict=True))
    try:
        at = int(name.split(b"-")[0]) - int(data[b"waited"])
        return Attempt(at, seat, data[b"decision"].decode(), data[b"code"].decode())
    except (LookupError, ValueError):
        return None
