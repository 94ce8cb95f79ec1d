"""The report as text, for a person at a terminal.

Reasons and sentences are in printable ASCII as they are made, so nothing that came from a file
can draw a line, a tick or an escape of its own here.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.audit.report import Bots, Receipts, Report, Verdict
from domain.errors import InvalidOption, RuleViolation, UnknownRuleset
from domain.text.shown import plain, shown


@dataclass(frozen=True, slots=True)
class Marks:
    """What stands before a verdict that is well, one that is not, and one that there is not."""

    well: str
    wrong: str
    open: str


TICKS = Marks("✓", "✗", "?")
WORDS = Marks("ok:", "FAILED:", "open:")
"""For a terminal that has no ticks."""


def as_text(report: Report, marks: Marks = TICKS) -> str:
    """The lines of a report, the first of which says whose record it is."""
    return "".join(f"{line}\n" for line in _lines(report, marks))


def _lines(report: Report, marks: Marks) -> Iterator[str]:
    yield f"signed by this server: {_extent(report)}"
    yield "no game could be read" if report.game is None else f"game {shown(report.game)}"
    verdicts: list[tuple[str, Verdict | None]] = [
        ("integrity", report.integrity),
        ("rules", report.rules),
        ("receipts", report.receipts),
        ("bots", report.bots),
    ]
    for name, verdict in verdicts:
        if verdict is not None:
            yield _line(name, verdict, marks)
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


def _line(name: str, verdict: Verdict, marks: Marks) -> str:
    where = "" if verdict.revision is None else f"revision {verdict.revision}: "
    if verdict.ok is None:
        return f"{marks.open} {name}: not checked" + (
            f": {verdict.reason}" if verdict.reason else ""
        )
    if not verdict.ok:
        return f"{marks.wrong} {name}: {where}{verdict.reason}"
    return f"{marks.well} {name}: ok{_counted(verdict)}"


def _counted(verdict: Verdict) -> str:
    match verdict:
        case Receipts() if verdict.count("foreign"):
            return f"; {verdict.count('foreign')} of other games"
        case Bots() if not verdict.asked:
            return "; no bots, or none has answered"
    return ""


def refusal(error: RuleViolation) -> str:
    """Why something is not allowed. Messages may quote names of a file; this escapes them."""
    match error:
        case UnknownRuleset():
            return "there is no such ruleset"
        case InvalidOption():
            names = ", ".join(shown(name) for name in error.extras["wrong"][:3])
            return f"these options are not allowed: {names}"
        case _:
            return plain(error.message)
