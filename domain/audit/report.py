"""What the verifier says: whose record this is, the verdicts, and what could not be checked.

How it reads as text: wording.py.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from domain.audit.statuses import (
    BOTS,
    BOTS_NOT_ASKED,
    FINDINGS,
    INTEGRITY,
    NAMES,
    NO_VERDICT,
    PROVEN,
    RULES,
    UNSIGNED,
)


class Rejected(Exception):
    """Something in the bundle is not as it must be. `reason` is in plain ASCII."""

    def __init__(self, reason: str, revision: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.revision = revision


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """`ok` is None for what was not checked. `reason` says in plain words why it is not ok;
    `revision` where, if in one entry."""

    ok: bool | None = None
    revision: int | None = None
    reason: str | None = None

    def as_data(self) -> dict[str, Any]:
        return {"ok": self.ok, "revision": self.revision, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Signed:
    """How far signatures by trusted keys cover the record: up to `revision`, 0 for not at all."""

    extent: Literal["everything", "part", "nothing"]
    revision: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """What one statement that was given has shown."""

    finding: str
    revision: int | None = None
    reason: str | None = None

    @property
    def status(self) -> int:
        return FINDINGS[self.finding]


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipts(Verdict):
    """The verdict on all statements that were given, and what each has shown."""

    findings: tuple[Finding, ...] = ()
    status: int = PROVEN

    def count(self, finding: str) -> int:
        """How many statements have shown this."""
        return sum(each.finding == finding for each in self.findings)

    def as_data(self) -> dict[str, Any]:
        return {
            **Verdict.as_data(self),
            "agree": self.count("agrees"),
            "foreign": self.count("foreign"),
            "findings": [
                {"finding": each.finding, "revision": each.revision, "reason": each.reason}
                for each in self.findings
            ],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Bots(Verdict):
    """The verdict on the bots: how many answers were `asked` again, and how many could not be.

    `ok` only if all were asked and agree. None: at least one could not be.
    """

    asked: int = 0
    unknown: int = 0

    def as_data(self) -> dict[str, Any]:
        return {**Verdict.as_data(self), "asked": self.asked, "unknown": self.unknown}


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """`integrity`: nothing was altered, all cards come from the seed. `rules`: all of it follows
    from the decisions. `receipts`: what a player has kept agrees with it; None if nothing was
    given. `bots`: they have answered as their policies do; None if that was not asked.
    """

    game: str | None = None
    entries: int | None = None
    signed: Signed
    integrity: Verdict
    rules: Verdict
    receipts: Receipts | None = None
    bots: Bots | None = None
    checked: Mapping[str, int] = field(default_factory=dict)
    noticed: tuple[str, ...] = ()
    not_checked: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        """The first status that applies, in the order of NAMES."""
        return next(self._statuses(), PROVEN)

    @property
    def ok(self) -> bool:
        """Whether nothing speaks against the record; whose it is, and whether its bots were
        helped, may still be unproven."""
        return self.status in (PROVEN, UNSIGNED, BOTS_NOT_ASKED)

    def _statuses(self) -> Iterator[int]:
        if self.integrity.ok is None:
            yield NO_VERDICT
        if not self.integrity.ok:
            yield INTEGRITY
        if not self.rules.ok:
            yield RULES
        if self.receipts is not None and self.receipts.status != PROVEN:
            yield self.receipts.status
        if self.signed.extent != "everything":
            yield UNSIGNED
        if self.bots is not None and self.bots.ok is False:
            yield BOTS
        if self.bots is not None and self.bots.ok is None:
            yield BOTS_NOT_ASKED

    def as_data(self) -> dict[str, Any]:
        """The report as JSON-ready data (docs/ledger.md, "What a verifier says")."""
        signed = self.signed
        return {
            "status": self.status,
            "verdict": NAMES[self.status],
            "game": self.game,
            "entries": self.entries,
            "signed": {
                "extent": signed.extent,
                "revision": signed.revision,
                "reason": signed.reason,
            },
            "integrity": self.integrity.as_data(),
            "rules": self.rules.as_data(),
            "receipts": None if self.receipts is None else self.receipts.as_data(),
            "bots": None if self.bots is None else self.bots.as_data(),
            "checked": dict(self.checked),
            "noticed": list(self.noticed),
            "not_checked": list(self.not_checked),
        }


def no_verdict(reason: str) -> Report:
    """The report where nothing was found out."""
    nothing = Signed("nothing", 0, "nothing was read")
    return Report(signed=nothing, integrity=Verdict(reason=reason), rules=Verdict())
