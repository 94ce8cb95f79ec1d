"""Receipts: signed statements that somebody has kept, held against the record.

One that the record contradicts convicts the server by its own word. One that was altered proves
nothing, whatever it says, so the two are told apart.
"""

from collections.abc import Mapping, Sequence

from domain.audit.answered import Answered, answered
from domain.audit.contents import Contents
from domain.audit.kept import Receipt, differing
from domain.audit.report import Finding, Receipts
from domain.audit.seals import Seals, picked
from domain.audit.signatures import Keys, holds, misfit
from domain.audit.statuses import ANOTHER_ANSWER, ANOTHER_HISTORY, RECEIPT
from domain.ledger import encoded
from domain.signed import statements
from domain.signed.statements import HEAD, Statement
from domain.text.shown import shown


def check(contents: Contents, sealed: Seals, receipts: Sequence[Receipt], keys: Keys) -> Receipts:
    """Hold each receipt against the record. A contradiction counts before a worthless one."""
    recorded = answered(contents, picked(sealed))
    findings = tuple(_finding(contents, receipt, keys, recorded) for receipt in receipts)
    for status in (ANOTHER_HISTORY, ANOTHER_ANSWER, RECEIPT):
        for each in findings:
            if each.status == status:
                return Receipts(
                    ok=False,
                    revision=each.revision,
                    reason=each.reason,
                    findings=findings,
                    status=status,
                )
    if all(each.finding == "foreign" for each in findings):
        reason = "all receipts are of other games"
        return Receipts(ok=False, reason=reason, findings=findings, status=RECEIPT)
    return Receipts(ok=True, findings=findings)


def _finding(
    contents: Contents, receipt: Receipt, keys: Keys, recorded: Mapping[int, Answered]
) -> Finding:
    try:
        statement = statements.read(receipt.jws)
    except ValueError as error:
        return Finding("altered", None, f"a receipt proves nothing: {error}")
    revision = statement.revision
    if name := differing(receipt, statement):
        reason = f"a receipt was altered: {name} beside it is not what was signed"
        return Finding("altered", revision, reason)
    if statement.kid not in keys:
        reason = f"a receipt is signed by the key {shown(statement.kid)}, which was not given"
        return Finding("unknown_key", revision, reason)
    if not holds(keys[statement.kid], statement):
        return Finding("altered", revision, "a receipt proves nothing: its signature does not hold")
    if statement.game != contents.game:
        reason = f"a receipt is of another game, {shown(statement.game)}"
        return Finding("foreign", revision, reason)
    if contradiction := misfit(contents, statement):
        return Finding("another_history", revision, contradiction)
    if statement.typ == HEAD:
        return Finding("agrees", revision)
    return _answer(statement, recorded.get(revision))


def _answer(statement: Statement, recorded: Answered | None) -> Finding:
    """Whether the entry, whose hash is signed, begins with the answer that was acknowledged."""
    claims, revision = statement.claims, statement.revision
    answer = shown(claims["answer"])
    said = f"the server has acknowledged {answer} to {claims['decision']}"
    if recorded is None:
        return Finding("another_answer", revision, f"{said}, and stored no answer there")
    if recorded.decision.id != claims["decision"]:
        reason = f"{said}, and stored an answer to {recorded.decision.id}"
        return Finding("another_answer", revision, reason)
    if recorded.at != claims["at"]:
        reason = f"{said} at {claims['at']}, and stored it at {recorded.at}"
        return Finding("another_answer", revision, reason)
    if recorded.body is None:
        reason = f"a receipt for {claims['decision']} cannot be checked yet: the pick is sealed"
        return Finding("unopened", revision, reason)
    if encoded(recorded.body) != encoded(claims["answer"]):
        reason = f"{said}, and stored {shown(recorded.body)}"
        return Finding("another_answer", revision, reason)
    return Finding("agrees", revision)
