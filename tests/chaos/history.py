"""What the clients know: what they asked for, and what the server told them was stored.

It never asks the server; it is what the final streams are held against.
"""

import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Answer = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A receipt: this answer to this decision is stored, there."""

    game: str
    decision: str
    answer: Answer
    revision: int
    hash: str


@dataclass(slots=True)
class History:
    """Everything that all clients of one round sent and were told. Safe between threads."""

    games: dict[str, str] = field(default_factory=dict)
    """Acknowledged games, and their creators' tokens."""
    seats: dict[str, list[int]] = field(default_factory=dict)
    """Acknowledged seats by game."""
    started: set[str] = field(default_factory=set)
    sent: dict[tuple[str, str], Answer] = field(default_factory=dict)
    """The one answer that was ever sent to a decision, acknowledged or not."""
    acknowledged: list[Acknowledged] = field(default_factory=list)
    heads: dict[tuple[str, int], str] = field(default_factory=dict)
    """Chain hashes that were shown, by game and revision."""
    calm_at: int = 0
    """When the last fault was over, in ms since 1970."""
    statuses: Counter[str] = field(default_factory=Counter)
    deeds: Counter[str] = field(default_factory=Counter)
    """Answers sent again after their receipt, and other answers sent after it."""
    wrongs: list[str] = field(default_factory=list)
    """What must never happen, and did."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, status: str) -> None:
        with self._lock:
            self.statuses[status] += 1

    def did(self, deed: str) -> None:
        with self._lock:
            self.deeds[deed] += 1

    def wrong(self, what: str) -> None:
        with self._lock:
            self.wrongs.append(what)

    def created(self, game: str, token: str) -> None:
        with self._lock:
            if game in self.games:
                self.wrongs.append(f"{game}: created for two clients")
            self.games[game] = token
            self.seats[game] = []

    def seated(self, game: str, seat: int) -> None:
        with self._lock:
            if seat in self.seats[game]:
                self.wrongs.append(f"{game}: seat {seat} given to two clients")
            self.seats[game].append(seat)

    def sending(self, game: str, decision: str, answer: Answer) -> None:
        with self._lock:
            if self.sent.setdefault((game, decision), answer) != answer:
                self.wrongs.append(f"{game} {decision}: open again after it was answered")

    def stored(self, receipt: Acknowledged) -> None:
        with self._lock:
            self.acknowledged.append(receipt)

    def shown(self, game: str, revision: int, digest: str) -> None:
        """A head that a client saw. One revision never has two hashes."""
        with self._lock:
            if self.heads.setdefault((game, revision), digest) != digest:
                self.wrongs.append(f"{game}: revision {revision} was shown with two hashes")

    @property
    def writes(self) -> int:
        """Acknowledged writes of every kind."""
        seats = sum(map(len, self.seats.values()))
        return len(self.games) + seats + len(self.started) + len(self.acknowledged)
