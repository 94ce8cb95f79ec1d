"""The verifier: is this bundle a true record of a game, whose is it, and did all keep to the rules?

It needs no server and no network, trusts nothing in the bundle, and answers everything, however
broken, with a report. What it reads is first brought into a form that nothing further on can
stumble over, so an exception that comes out of here is a fault of the verifier and never a
verdict. Specified in docs/ledger.md. `python -m domain.audit FILE`.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from domain.audit.bots import Asking, Policies, are_playing
from domain.audit.contents import Contents
from domain.audit.covered import signed
from domain.audit.files import Unreadable, bundle_in, keys_in, saved_in
from domain.audit.integrity import check as check_integrity
from domain.audit.kept import Receipt, unaltered
from domain.audit.reading import contents, is_bundle
from domain.audit.receipts import check as check_receipts
from domain.audit.replay import Progress
from domain.audit.replay import check as check_rules
from domain.audit.report import Bots, Receipts, Rejected, Report, Signed, Verdict, no_verdict
from domain.audit.seals import seals
from domain.audit.signatures import Keys
from domain.text.spelling import is_game
from domain.text.strict_json import BadText, parse
from domain.text.strict_json import check as check_form
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

    What cannot be read gives no verdict.
    """
    try:
        data = bundle_in(bundle)
        trusted, noticed = (None, ()) if keys is None else keys_in(keys)
        saved = saved_in(kept)
    except Unreadable as error:
        return no_verdict(str(error))
    report = _report(data, progress, trusted, saved.receipts, policies)
    return replace(report, noticed=report.noticed + noticed + saved.noticed)


def verify_text(
    text: str,
    progress: Progress | None = None,
    *,
    trusted: Keys | None = None,
    kept: Sequence[Receipt] = (),
    policies: Policies | None = None,
) -> Report:
    """The report on a bundle as text, with the arguments of `verify`."""
    try:
        data = parse(text)
    except BadText as error:
        return no_verdict(f"the bundle cannot be read: {error}")
    return _report(data, progress, trusted, kept, policies)


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
    `policies` asks the bots' policies again; what it raises is raised.
    """
    try:
        check_form(data)
    except BadText as error:
        return no_verdict(f"the bundle cannot be read: {error}")
    return _report(data, progress, trusted, kept, policies)


def _report(
    data: Any,
    progress: Progress | None,
    trusted: Keys | None,
    kept: Sequence[Receipt],
    policies: Policies | None,
) -> Report:
    if not is_bundle(data):
        return no_verdict(f'this is no bundle: an object with the format "{FORMAT}"')
    kept = list(dict.fromkeys(kept))
    read, verdict = _judged(lambda: contents(data))
    if read is None:
        return _malformed(data, verdict, kept, policies)
    sealed = seals(read)
    whole, whole_verdict = _judged(lambda: check_integrity(read, sealed))
    counts, not_checked = whole or ({}, [])
    asking = None if policies is None else Asking(policies)
    replayed, rules_verdict = _judged(lambda: check_rules(read, sealed, progress, asking))
    counts |= replayed or {}
    if kept:
        counts["receipts"] = len(kept)
    if asking is not None:
        counts["answers of bots"] = asking.asked
        not_checked = not_checked + asking.not_checked(running=are_playing(read))
    return Report(
        game=read.game,
        entries=len(read.entries),
        signed=signed(read, trusted, unaltered(kept)),
        integrity=whole_verdict,
        rules=rules_verdict,
        receipts=None if not kept else check_receipts(read, sealed, kept, trusted or {}),
        bots=_asked(asking, read, rules_verdict),
        checked=counts,
        noticed=tuple(_noticed(read)),
        not_checked=tuple(not_checked),
    )


def _judged(check: Callable[[], T]) -> tuple[T | None, Verdict]:
    """What a check gives, and its verdict."""
    try:
        return check(), Verdict(ok=True)
    except Rejected as error:
        return None, Verdict(ok=False, revision=error.revision, reason=error.reason)


def _malformed(
    data: Any, verdict: Verdict, kept: Sequence[Receipt], policies: Policies | None
) -> Report:
    """The report where the record itself cannot be read: it is altered, whatever else."""
    unread = "the record cannot be read"
    game, entries = data.get("game"), data.get("entries")
    return Report(
        game=game if is_game(game) else None,
        entries=len(entries) if type(entries) is list else None,
        signed=Signed("nothing", 0, unread),
        integrity=verdict,
        rules=Verdict(reason=unread),
        receipts=Receipts(reason=unread) if kept else None,
        bots=None if policies is None else Bots(reason=unread),
    )


def _asked(asking: Asking | None, read: Contents, rules: Verdict) -> Bots | None:
    if asking is None:
        return None
    return asking.verdict(running=are_playing(read), replayed=rules.ok is True)


def _noticed(read: Contents) -> list[str]:
    before = 0
    for entry in read.entries:
        if entry.at < before:
            return [f"times go back, first at revision {entry.revision}"]
        before = entry.at
    return []


__all__ = ["Receipt", "Report", "Verdict", "verify", "verify_files", "verify_text"]
