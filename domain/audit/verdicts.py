"""What can be said of a record: the verdicts on it, what else was found out, and one status.

How it reads as text: telling/wording.py.
"""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any, Final, Literal

import msgspec

from domain.errors import InvalidOption, RuleViolation
from domain.text.shown import plain, shown


class Status(IntEnum):
    """The statuses of docs/vectors/verdicts.json, which both verifiers are tested against. The
    first that applies counts, in this order, PROVEN last.

    Verdicts begin at 20, because interpreters and shells end with small numbers when they fail.
    """

    PROVEN = 0
    NO_VERDICT = 3
    INTEGRITY = 20
    RULES = 21
    ANOTHER_HISTORY = 22
    ANOTHER_ANSWER = 23
    RECEIPT = 24
    UNSIGNED = 25
    BOTS = 26
    BOTS_NOT_ASKED = 27


FINDINGS: Final[Mapping[str, Status]] = {
    "agrees": Status.PROVEN,
    "another_history": Status.ANOTHER_HISTORY,
    "another_answer": Status.ANOTHER_ANSWER,
    "altered": Status.RECEIPT,
    "unknown_key": Status.RECEIPT,
    "unopened": Status.RECEIPT,
    "foreign": Status.PROVEN,
}
"""What holding a receipt against the record can show, and the status that it leads to."""


class Rejected(Exception):
    """Something in the bundle is not as it must be. `reason` is in printable ASCII."""

    def __init__(self, reason: str, revision: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.revision = revision


def refusal(error: RuleViolation) -> str:
    """Why the rules do not allow it. Messages may quote names of a file; this escapes them."""
    if isinstance(error, InvalidOption):
        names = ", ".join(shown(name) for name in error.extras["wrong"][:3])
        return f"these options are not allowed: {names}"
    return plain(error.message)


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """`ok` is None for what was not checked. `reason` says in plain words why it is not ok;
    `revision` where, if in one entry."""

    ok: bool | None = None
    revision: int | None = None
    reason: str | None = None


class Signed(msgspec.Struct, frozen=True):
    """How far signatures by trusted keys cover the record: up to `revision`, 0 for not at all."""

    extent: Literal["everything", "part", "nothing"]
    revision: int
    reason: str | None = None


class Finding(msgspec.Struct, frozen=True):
    """What one statement that was given has shown; `finding` is one of FINDINGS."""

    finding: str
    revision: int | None = None
    reason: str | None = None

    @property
    def status(self) -> Status:
        return FINDINGS[self.finding]


class Receipts(Verdict, frozen=True, kw_only=True):
    """The verdict on all statements that were given, and what each has shown: how many `agree`,
    and how many are of other games."""

    agree: int = 0
    foreign: int = 0
    findings: tuple[Finding, ...] = ()

    @property
    def status(self) -> Status:
        """What they lead to: a contradiction before those that prove nothing."""
        told = {each.status for each in self.findings} - {Status.PROVEN}
        return Status.PROVEN if self.ok is not False else min(told, default=Status.RECEIPT)


class Bots(Verdict, frozen=True, kw_only=True):
    """The verdict on the bots: how many answers were `asked` again, and how many could not be.

    `ok` only if all were asked and agree. None: at least one could not be.
    """

    asked: int = 0
    unknown: int = 0


class Report(msgspec.Struct, frozen=True, kw_only=True):
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
    checked: Mapping[str, int] = {}
    noticed: tuple[str, ...] = ()
    not_checked: tuple[str, ...] = ()

    @property
    def status(self) -> Status:
        """The first status that applies."""
        return next(self._statuses(), Status.PROVEN)

    @property
    def ok(self) -> bool:
        """Whether nothing speaks against the record; whose it is, and whether its bots were
        helped, may still be unproven."""
        return self.status in {Status.PROVEN, Status.UNSIGNED, Status.BOTS_NOT_ASKED}

    def _statuses(self) -> Iterator[Status]:
        if self.integrity.ok is None:
            yield Status.NO_VERDICT
        if not self.integrity.ok:
            yield Status.INTEGRITY
        if not self.rules.ok:
            yield Status.RULES
        if self.receipts is not None and self.receipts.status != Status.PROVEN:
            yield self.receipts.status
        if self.signed.extent != "everything":
            yield Status.UNSIGNED
        if self.bots is not None and not self.bots.ok:
            yield Status.BOTS_NOT_ASKED if self.bots.ok is None else Status.BOTS

    def as_data(self) -> dict[str, Any]:
        """The report as JSON-ready data (docs/ledger.md, "What a verifier says")."""
        status = self.status
        told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return {"status": status.value, "verdict": status.name.lower(), **told}


def no_verdict(reason: str) -> Report:
    """The report where nothing was found out."""
    nothing = Signed("nothing", 0, "nothing was read")
    return Report(signed=nothing, integrity=Verdict(reason=reason), rules=Verdict())
