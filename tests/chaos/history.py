"""What the clients know: what they asked for, and what the server told them was stored. It never
asks the server; it is what the final streams are held against."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.support.client import Table

Answer = Mapping[str, Any]
KILLED, OTHERS, TOLD = "killed", "other faults and probes", "clients were told"
TROUBLE = "troubles of kinds"


@dataclass(slots=True)
class History:
    """All that the clients of one round sent and were told, and what was done to the server
    meanwhile. Between threads: it is only appended to, a step at a time."""

    games: dict[str, Table] = field(default_factory=dict)
    """Acknowledged games."""
    seats: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Acknowledged seats by game."""
    started: set[str] = field(default_factory=set)
    sent: dict[tuple[str, str], Answer] = field(default_factory=dict)
    """The one answer that was ever sent to a decision, acknowledged or not."""
    receipts: dict[str, list[tuple[str, Answer, Any]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """Decision, answer and receipt of every acknowledged answer, by game."""
    heads: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    """Chain hashes that were shown, by game and revision."""
    damaged: set[str] = field(default_factory=set)
    """Games that were cut back on purpose: of these nothing more is expected."""
    abandoned: set[str] = field(default_factory=set)
    """Acknowledged ends before the end."""
    deadlines: dict[tuple[str, str], int] = field(default_factory=dict)
    """Until when a decision could be answered, in ms since 1970, as it was told last."""
    late: set[tuple[str, str]] = field(default_factory=set)
    """Answers that were refused since the deadline had passed."""
    untold: list[tuple[str, str]] = field(default_factory=list)
    """Decisions of an app of which no word had come for long."""
    house: set[str] = field(default_factory=set)
    """Games whose persons are an app's."""
    revoked: list[tuple[float, list[tuple[float, bytes]]]] = field(default_factory=list)
    """When an account ended, and what its receiver was sent."""
    calm_at: int = 0
    """When the last fault was over, in ms since 1970."""
    notes: list[tuple[str, str]] = field(default_factory=list)
    """What happened, under KILLED, OTHERS or TOLD."""
    restarts: list[float] = field(default_factory=list)
    """Seconds from a ready engine to the first success."""
    wrongs: list[str] = field(default_factory=list)
    """What must never happen, and did."""
    found: Counter[str] = field(default_factory=Counter)
    """What the judge has counted in the streams."""
    bots: list[tuple[int, int]] = field(default_factory=list)
    """How long each bot took, in ms: since it was asked, and since the last fault if that was
    later."""
    seconds: float = 0.0

    def note(self, under: str, what: str, times: int = 1) -> None:
        self.notes.extend([(under, what)] * times)

    def holds(self, so: object, what: str) -> None:
        if not so:
            self.wrongs.append(what)

    def created(self, table: Table) -> None:
        known = self.games.setdefault(table.game, table)
        self.holds(known is table, f"{table.game}: created for two clients")

    def sending(self, game: str, decision: str, answer: Answer) -> None:
        known = self.sent.setdefault((game, decision), answer)
        self.holds(known == answer, f"{game} {decision}: open again after it was answered")

    def shown(self, game: str, revision: int, digest: str) -> None:
        known = self.heads[game].setdefault(revision, digest)
        self.holds(known == digest, f"{game}: revision {revision} was shown with two hashes")

    @property
    def writes(self) -> int:
        """How many were acknowledged, those of games that were damaged not among them."""
        sound = set(self.games) - self.damaged
        several = sum(len(each[game]) for each in (self.seats, self.receipts) for game in sound)
        return len(sound) + len(self.started & sound) + several

    @property
    def kills(self) -> int:
        return sum(under == KILLED for under, _ in self.notes)
