"""Receipts: signed heads that a player has kept, held against the record.

A receipt that the record contradicts proves that the server has told two histories. One whose
signature does not hold proves nothing, whatever it says, so the two are told apart.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from domain.audit.contents import Contents
from domain.audit.report import Rejected, Verdict
from domain.audit.signatures import Keys, misfit, read_head


@dataclass(frozen=True, slots=True)
class Receipt:
    """A head as it was found in a file, and the game that the file says it is of."""

    head: Any
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """`verdict` on all receipts; `contradicted`: the record is not the one that was signed."""

    verdict: Verdict
    contradicted: bool = False


def receipts_in(data: Any, game: str | None = None) -> Iterator[Receipt]:
    """Every head in an answer of the server, or in a list of them, as a player has saved it.

    An answer to a decision has it as `receipt`; a view, a list of decisions, and a page of
    events as `head`; a bundle has `heads`; a bare head is one too.
    """
    if type(data) is list:
        for member in data:
            yield from receipts_in(member, game)
    elif type(data) is dict:
        if "signature" in data:
            yield Receipt(data, game)
            return
        named = data.get("game", data.get("id"))
        game = named if type(named) is str else game
        for name in ("receipt", "head", "heads", "game"):
            yield from receipts_in(data.get(name), game)


def check(contents: Contents, receipts: Sequence[Receipt], keys: Keys) -> Compared:
    """Hold each receipt against the record. A contradiction counts before a worthless one."""
    worthless: Verdict | None = None
    for receipt in receipts:
        try:
            reason = _compare(contents, receipt, keys)
        except Rejected as error:
            worthless = worthless or Verdict(False, error.reason, error.revision)
            continue
        if reason is not None:
            return Compared(Verdict(False, reason, receipt.head["revision"]), contradicted=True)
    return Compared(worthless or Verdict(True))


def _compare(contents: Contents, receipt: Receipt, keys: Keys) -> str | None:
    """How the record contradicts the receipt, if it does.

    :raises Rejected: if the receipt proves nothing about this game.
    """
    try:
        head = read_head(receipt.head)
    except Rejected as error:
        raise Rejected(f"a receipt proves nothing: {error.reason}", error.revision) from error
    if receipt.game is not None and receipt.game != contents.game:
        raise Rejected(f"a receipt is of another game, {ascii(receipt.game)[:40]}", head.revision)
    if head.kid not in keys:
        reason = f"a receipt is signed by the key {ascii(head.kid)[:60]}, which is not known here"
        raise Rejected(f"{reason}: give the server's keys (--keys)", head.revision)
    if not head.is_signed(contents.game, keys[head.kid]):
        reason = "a receipt proves nothing: its signature does not hold for this game"
        raise Rejected(reason, head.revision)
    return misfit(contents, head)
