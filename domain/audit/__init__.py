"""The verifier: is this bundle a true record of a game, and was the game played by the rules?

It needs no server and no network, trusts nothing in the bundle, and answers everything,
however broken, with a report. Specified in docs/ledger.md. `python -m domain.audit FILE`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from domain.audit import integrity, replay
from domain.audit.contents import Contents, contents
from domain.audit.reading import check_plain, parse
from domain.audit.report import Rejected, Report, Verdict
from domain.errors import RuleViolation, UnreadableEvent

T = TypeVar("T")

_MALFORMED = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    RuleViolation,
    TypeError,
    UnreadableEvent,
    ValueError,
)
"""What data of a kind that nobody expected may raise somewhere below; never a mere bug's
silence, since it always ends in a rejection."""


def verify_text(text: str, progress: replay.Progress | None = None) -> Report:
    """The report on a bundle as text. `progress` is called with (events done, all)."""
    data, verdict = _judged(lambda: parse(text))
    return verify(data, progress) if verdict.ok else _unreadable(verdict)


def verify(data: Any, progress: replay.Progress | None = None) -> Report:
    """The report on a bundle as data. Text should go to `verify_text`: it sees more."""
    read, verdict = _judged(lambda: _read(data))
    if read is None:
        return _unreadable(verdict)
    whole, integrity_verdict = _judged(lambda: integrity.check(read))
    counts, not_checked = whole or ({}, [])
    replayed, rules_verdict = _judged(lambda: replay.check(read, progress))
    return Report(
        game=read.game,
        integrity=integrity_verdict,
        rules=rules_verdict,
        checked={**counts, **(replayed or {})},
        not_checked=tuple(not_checked),
    )


def _read(data: Any) -> Contents:
    check_plain(data)
    return contents(data)


def _judged(check: Callable[[], T]) -> tuple[T | None, Verdict]:
    """What a check gives, and its verdict: the one place where malformed data ends."""
    try:
        return check(), Verdict(True)
    except Rejected as error:
        return None, Verdict(False, error.reason, error.revision)
    except _MALFORMED as error:
        return None, Verdict(False, f"malformed: {type(error).__name__}: {str(error)[:200]}")


def _unreadable(verdict: Verdict) -> Report:
    return Report(None, verdict, Verdict(False, "not checked: the bundle cannot be read"))


__all__ = ["Report", "Verdict", "verify", "verify_text"]
