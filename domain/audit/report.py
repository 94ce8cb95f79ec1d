"""What the verifier says: two verdicts, what was counted, and what could not be checked."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Verdict:
    """`reason` says in plain words why it is not ok; `revision` where, if at one event."""

    ok: bool
    reason: str | None = None
    revision: int | None = None

    def __str__(self) -> str:
        where = "" if self.revision is None else f"revision {self.revision}: "
        return "ok" if self.ok else f"{where}{self.reason}"


@dataclass(frozen=True, slots=True)
class Report:
    """`integrity`: nothing was altered, all cards come from the seed. `rules`: all of it
    follows from the decisions. `receipts`: they agree with it, if any were given; if not,
    `contradicted` tells a history that was altered from a receipt that proves nothing.
    `not_checked`: sentences, for whoever relies on the verdicts.
    """

    game: str | None
    integrity: Verdict
    rules: Verdict
    checked: Mapping[str, int] = field(default_factory=dict)
    not_checked: tuple[str, ...] = ()
    receipts: Verdict | None = None
    contradicted: bool = False

    @property
    def ok(self) -> bool:
        return all(verdict.ok for _, verdict in self.verdicts)

    @property
    def verdicts(self) -> list[tuple[str, Verdict]]:
        """The verdicts by name; that on receipts only if there were any."""
        both = [("integrity", self.integrity), ("rules", self.rules)]
        return both if self.receipts is None else [*both, ("receipts", self.receipts)]

    def as_data(self) -> dict[str, Any]:
        """The report as JSON-ready data."""
        return {**asdict(self), "ok": self.ok, "not_checked": list(self.not_checked)}

    def as_text(self) -> str:
        """The report for a person at a terminal."""
        lines = [f"game {self.game}" if self.game else "no game could be read"]
        for name, verdict in self.verdicts:
            lines.append(f"{'✓' if verdict.ok else '✗'} {name}: {verdict}")
        if self.checked:
            counted = ", ".join(f"{count} {what}" for what, count in self.checked.items())
            lines.append(f"  checked: {counted}")
        lines += [f"  not checked: {sentence}" for sentence in self.not_checked]
        return "\n".join(lines)


class Rejected(Exception):
    """Something in the bundle is not as it must be."""

    def __init__(self, reason: str, revision: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.revision = revision
