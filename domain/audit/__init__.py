"""The verifier: is this bundle a true record of a game, whose is it, and did all keep to the rules?

It needs no server and no network, trusts nothing in the bundle, and answers everything, however
broken, with a report. What it reads is first brought into a form that nothing further on can
stumble over (reading/), so an exception that comes out of the functions here is a fault of the
verifier and never a verdict; the command makes it status 3. Specified in docs/ledger.md.
`python -m domain.audit FILE`.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.audit.checking import integrity, receipts, replay
from domain.audit.checking.bots import Asking, Policies
from domain.audit.checking.replay import Progress
from domain.audit.checking.seals import seals
from domain.audit.checking.signatures import signed
from domain.audit.reading.contents import Contents, contents, is_bundle
from domain.audit.reading.files import Unreadable, data_in, keys_in, saved_in
from domain.audit.reading.kept import Receipt
from domain.audit.reading.keys import Keys
from domain.audit.verdicts import Bots, Receipts, Rejected, Report, Signed, Verdict, no_verdict
from domain.text import strict_json
from domain.text.spelling import is_game
from domain.views.bundle import FORMAT

T = TypeVar("T")


def verify_files(
    bundle: bytes,
    keys: bytes | None = None,
    kept: Sequence[bytes] = (),
    progress: Progress | None = None,
    *,
    policies: Policies | None = None,
) -> Report:
    """The report on a bundle, with the keys to trust and the files of receipts, as they were read.

    What cannot be read gives no verdict. Anything that is raised is a fault of the verifier.
    """
    try:
        data = data_in(bundle, "the bundle")
        trusted, others = (None, []) if keys is None else keys_in(keys)
        saved, cut = saved_in(kept)
    except Unreadable as error:
        return no_verdict(str(error))
    report = _report(data, progress, trusted=trusted, kept=saved, policies=policies)
    return replace(report, noticed=(*report.noticed, *others, *cut))


def verify_text(text: str, progress: Progress | None = None, **given: Any) -> Report:
    """The report on a bundle as text, with the arguments of `verify`."""
    try:
        data = strict_json.parse(text)
    except strict_json.BadText as error:
        return no_verdict(f"the bundle cannot be read: {error}")
    return _report(data, progress, **given)


def verify(
    data: Any,
    progress: Progress | None = None,
    *,
    trusted: Keys | None = None,
    kept: Sequence[Receipt] = (),
    policies: Policies | None = None,
) -> Report:
    """The report on a bundle as data. Text should go to `verify_text`: it sees more.

    `progress` is called with (entries done, all). `trusted` are the server's keys, known from
    elsewhere than the bundle; `kept` are receipts to hold against it, which proves nothing
    without them.
    `policies` asks the bots' policies again. What these two raise is raised; anything else that
    is raised is a fault of the verifier, and says nothing about the record.
    """
    try:
        strict_json.check(data)
    except strict_json.BadText as error:
        return no_verdict(f"the bundle cannot be read: {error}")
    return _report(data, progress, trusted=trusted, kept=kept, policies=policies)


def _report(
    data: Any,
    progress: Progress | None,
    *,
    trusted: Keys | None = None,
    kept: Sequence[Receipt] = (),
    policies: Policies | None = None,
) -> Report:
    if not is_bundle(data):
        return no_verdict(f'this is no bundle: an object with the format "{FORMAT}"')
    kept = list(dict.fromkeys(kept))
    try:
        read = contents(data)
    except Rejected as error:
        return _unread(data, error, kept=bool(kept), asking=policies is not None)
    sealed = seals(read)
    asking = None if policies is None else Asking(policies)
    found, whole = _judged(lambda: integrity.check(read, sealed))
    counts, not_checked = found or ({}, [])
    replayed, rules = _judged(lambda: replay.check(read, sealed, progress, asking))
    counts |= replayed or {}
    held, bots = None, None
    if kept:
        counts["receipts"] = len(kept)
        held = receipts.check(read, sealed, kept, trusted or {})
    if asking is not None:
        counts["answers of bots"] = asking.asked
        bots, unasked = asking.verdict(read, replayed=rules.ok is True)
        not_checked += unasked
    return Report(
        game=read.game,
        entries=len(read.entries),
        signed=signed(read, trusted, receipts.unaltered(kept)),
        integrity=whole,
        rules=rules,
        receipts=held,
        bots=bots,
        checked=counts,
        noticed=_noticed(read),
        not_checked=tuple(not_checked),
    )


def _judged(check: Callable[[], T]) -> tuple[T | None, Verdict]:
    """What a check gives, and its verdict."""
    try:
        return check(), Verdict(ok=True)
    except Rejected as error:
        return None, Verdict(ok=False, revision=error.revision, reason=error.reason)


def _unread(data: Any, error: Rejected, *, kept: bool, asking: bool) -> Report:
    """The report where the record itself cannot be read: it is altered, whatever else."""
    unread = "the record cannot be read"
    game, entries = data.get("game"), data.get("entries")
    return Report(
        game=game if is_game(game) else None,
        entries=len(entries) if type(entries) is list else None,
        signed=Signed("nothing", 0, unread),
        integrity=Verdict(ok=False, revision=error.revision, reason=error.reason),
        rules=Verdict(reason=unread),
        receipts=Receipts(reason=unread) if kept else None,
        bots=Bots(reason=unread) if asking else None,
    )


def _noticed(read: Contents) -> tuple[str, ...]:
    before = 0
    for entry in read.entries:
        if entry.at < before:
            return (f"times go back, first at revision {entry.revision}",)
        before = entry.at
    return ()


__all__ = ["Receipt", "Report", "Verdict", "verify", "verify_files", "verify_text"]
