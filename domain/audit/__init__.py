"""The verifier: is this bundle a true record of a game, and was the game played by the rules?

It needs no server and no network, trusts nothing in the bundle, and answers everything,
however broken, with a report. Specified in docs/ledger.md. `python -m domain.audit FILE`.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from domain.audit import integrity, receipts, replay, signatures
from domain.audit.contents import Contents, contents
from domain.audit.reading import check_plain, parse
from domain.audit.receipts import Compared, Receipt
from domain.audit.report import Rejected, Report, Verdict
from domain.audit.signatures import Keys
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


def verify_text(
    text: str,
    progress: replay.Progress | None = None,
    *,
    trusted: Keys | None = None,
    kept: Sequence[Receipt] = (),
) -> Report:
    """The report on a bundle as text, with the arguments of `verify`."""
    data, verdict = _judged(lambda: parse(text))
    if not verdict.ok:
        return _unreadable(verdict)
    return verify(data, progress, trusted=trusted, kept=kept)


def verify(
    data: Any,
    progress: replay.Progress | None = None,
    *,
    trusted: Keys | None = None,
    kept: Sequence[Receipt] = (),
) -> Report:
    """The report on a bundle as data. Text should go to `verify_text`: it sees more.

    `progress` is called with (events done, all). `trusted` are the server's keys, if they are
    known from elsewhere than the bundle; `kept` are receipts to hold against it.
    """
    read, verdict = _judged(lambda: _read(data))
    if read is None:
        return _unreadable(verdict)
    whole, integrity_verdict = _judged(lambda: integrity.check(read, trusted))
    counts, not_checked = whole or ({}, [])
    replayed, rules_verdict = _judged(lambda: replay.check(read, progress))
    compared = _compared(read, trusted, kept) if kept else None
    return Report(
        game=read.game,
        integrity=integrity_verdict,
        rules=rules_verdict,
        checked={**counts, **(replayed or {}), **({"receipts": len(kept)} if kept else {})},
        not_checked=tuple(not_checked),
        receipts=compared.verdict if compared else None,
        contradicted=compared is not None and compared.contradicted,
    )


def _compared(read: Contents, trusted: Keys | None, kept: Sequence[Receipt]) -> Compared:
    def check() -> Compared:
        keys = signatures.bundled_keys(read) if trusted is None else trusted
        return receipts.check(read, kept, keys)

    compared, verdict = _judged(check)
    return compared or Compared(verdict)


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


__all__ = ["Receipt", "Report", "Verdict", "verify", "verify_text"]
