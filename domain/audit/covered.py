"""How far the record is signed by keys that somebody trusts: everything, a part, or nothing.

A signature stands for all entries up to its revision. It counts if it is over the hash that the
record has there, which it has only as far as its hashes follow from its entries.
"""

from collections.abc import Iterable, Iterator

from domain.audit.contents import Contents
from domain.audit.report import Rejected, Signed
from domain.audit.signatures import MOST, Keys, holds, misfit, read_head
from domain.signed.statements import Statement

UNKNOWN = "no keys were given to check signatures by"


def signed(contents: Contents, trusted: Keys | None, given: Iterable[Statement]) -> Signed:
    """The extent to which heads in the bundle, and statements that were `given`, cover it."""
    if trusted is None:
        return Signed("nothing", 0, UNKNOWN)
    ends = [
        statement.revision
        for statement in (*_heads(contents), *given)
        if misfit(contents, statement) is None
        and statement.kid in trusted
        and holds(trusted[statement.kid], statement)
    ]
    last, end = max(ends, default=0), len(contents.entries)
    if last == end:
        return Signed("everything", end)
    if last:
        return Signed("part", last, f"no signature by a given key covers the entries after {last}")
    return Signed("nothing", 0, "no signature by a given key fits this record")


def _heads(contents: Contents) -> Iterator[Statement]:
    """The heads that can be read; what is wrong with others is for integrity to say.

    Of too many none counts: they are not looked at.
    """
    for head in contents.heads if len(contents.heads) <= MOST else ():
        try:
            yield read_head(head)
        except Rejected:
            continue
