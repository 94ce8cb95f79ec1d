"""Receipts: signed statements that somebody has kept, held against the record.

One that the record contradicts convicts the server by its own word. One that was altered proves
nothing, whatever it says, so the two are told apart.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.audit.checking.seals import Seals, picked
from domain.audit.checking.signatures import holds, misfit
from domain.audit.reading.contents import Contents
from domain.audit.reading.kept import Receipt
from domain.audit.reading.keys import Keys
from domain.audit.verdicts import Finding, Receipts, Rejected, Status
from domain.decisions.answers import Given, answers
from domain.events.entries import Entry
from domain.ledger import encoded
from domain.signed import statements
from domain.signed.statements import HEAD, Statement
from domain.text.shown import shown
from domain.text.times import rfc3339


def check(contents: Contents, sealed: Seals, receipts: Sequence[Receipt], keys: Keys) -> Receipts:
    """Hold each receipt against the record. A contradiction counts before a worthless one."""
    entries = (Entry(each.at, each.events) for each in contents.entries)
    stored = {each.revision: each for each in answers(entries)}
    cards = picked(sealed)
    findings = tuple(_finding(contents, each, keys, stored, cards) for each in receipts)
    told = [each.finding for each in findings]
    agree, foreign = told.count("agrees"), told.count("foreign")
    revision, reason = None, None
    if foreign == len(findings):
        reason = "all receipts are of other games"
    elif wrong := [each for each in findings if each.status != Status.PROVEN]:
        worst = min(wrong, key=lambda each: each.status)
        revision, reason = worst.revision, worst.reason
    return Receipts(
        ok=reason is None,
        revision=revision,
        reason=reason,
        agree=agree,
        foreign=foreign,
        findings=findings,
    )


def unaltered(receipts: Iterable[Receipt]) -> Iterator[Statement]:
    """Those of them that are statements, with nothing beside them that they do not say."""
    for receipt in receipts:
        try:
            yield _statement(receipt)
        except Rejected:
            continue  # it will be found altered


def _statement(receipt: Receipt) -> Statement:
    """What a receipt says.

    :raises Rejected: if it is none, or something else stands beside it.
    """
    try:
        statement = statements.read(receipt.jws)
    except ValueError as error:
        raise Rejected(f"a receipt proves nothing: {error}") from error
    for name, value in receipt.beside:
        if name not in statement.claims or encoded(statement.claims[name]) != value:
            reason = f"a receipt was altered: {name} beside it is not what was signed"
            raise Rejected(reason, statement.revision)
    return statement


def _finding(
    contents: Contents,
    receipt: Receipt,
    keys: Keys,
    stored: Mapping[int, Given],
    cards: Mapping[int, int],
) -> Finding:
    try:
        statement = _statement(receipt)
    except Rejected as error:
        return Finding("altered", error.revision, error.reason)
    revision = statement.revision
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
    return _answer(statement, stored.get(revision), cards.get(revision))


def _answer(statement: Statement, recorded: Given | None, card: int | None) -> Finding:
    """Whether the entry, whose hash is signed, begins with the answer that was acknowledged.

    `card` is that of a pick, which the entry alone does not show.
    """
    claims, revision = statement.claims, statement.revision
    said = f"the server has acknowledged {shown(claims['answer'])} to {claims['decision']}"
    if recorded is None:
        stored = "stored no answer there"
    elif recorded.decision.id != claims["decision"]:
        stored = f"stored an answer to {recorded.decision.id}"
    elif (at := rfc3339(recorded.at)) != claims["at"]:
        said += f" at {claims['at']}"
        stored = f"stored it at {at}"
    elif (is_pick := recorded.decision.kind == "pick") and card is None:
        reason = f"a receipt for {claims['decision']} cannot be checked yet: the pick is sealed"
        return Finding("unopened", revision, reason)
    elif encoded(body := {"card": card} if is_pick else recorded.body) != encoded(claims["answer"]):
        stored = f"stored {shown(body)}"
    else:
        return Finding("agrees", revision)
    return Finding("another_answer", revision, f"{said}, and {stored}")
