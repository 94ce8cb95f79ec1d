"""The report as text, for a person at a terminal.

Reasons and sentences are in printable ASCII as they are made, so nothing that came from a file
can draw a line, a tick or an escape of its own here.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.audit.verdicts import Bots, Receipts, Report, Verdict
from domain.text.shown import shown

Marks = Mapping[bool | None, str]
"""What stands before a verdict that is well, one that is not, and one that there is not."""

TICKS: Final[Marks] = {True: "✓", False: "✗", None: "?"}
WORDS: Final[Marks] = {True: "ok:", False: "FAILED:", None: "open:"}
"""For a terminal that has no ticks."""


def as_text(report: Report, marks: Marks = TICKS) -> str:
    """The lines of a report, the first of which says whose record it is."""
    return "".join(f"{line}\n" for line in _lines(report, marks))


def _lines(report: Report, marks: Marks) -> Iterator[str]:
    yield f"signed by this server: {_extent(report)}"
    yield "no game could be read" if report.game is None else f"game {shown(report.game)}"
    for name in ("integrity", "rules", "receipts", "bots"):
        verdict: Verdict | None = getattr(report, name)
        if verdict is not None:
            yield f"{marks[verdict.ok]} {name}: {_said(verdict)}"
    if report.checked:
        counted = ", ".join(f"{count} {what}" for what, count in report.checked.items())
        yield f"  checked: {counted}"
    for sentence in report.noticed:
        yield f"  noticed: {sentence}"
    for sentence in report.not_checked:
        yield f"  not checked: {sentence}"


def _extent(report: Report) -> str:
    signed = report.signed
    if signed.extent == "part":
        return f"up to revision {signed.revision} of {report.entries}"
    return signed.extent if signed.reason is None else f"{signed.extent} ({signed.reason})"


def _said(verdict: Verdict) -> str:
    match verdict:
        case Verdict(ok=None):
            return "not checked" + (f": {verdict.reason}" if verdict.reason else "")
        case Verdict(ok=False):
            where = "" if verdict.revision is None else f"revision {verdict.revision}: "
            return f"{where}{verdict.reason}"
        case Receipts() if verdict.foreign:
            return f"ok; {verdict.foreign} of other games"
        case Bots() if not verdict.asked:
            return "ok; no bots, or none has answered"
        case _:
            return "ok"
