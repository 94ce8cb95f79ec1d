"""Keys and signed heads of a bundle: known keys, valid signatures, and the record's own hashes;
and how far signatures by keys that somebody trusts cover the record.

A key proves nothing by coming along: whoever made up a bundle made up its keys.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from domain.audit.reading.contents import Contents
from domain.audit.reading.keys import Keys, key_of
from domain.audit.reading.shapes import Shape, any_text, integer
from domain.audit.verdicts import Rejected, Signed
from domain.signed import ed25519
from domain.signed.statements import HEAD, Statement, read
from domain.text.shown import shown

MAX_KEYS: Final = 100
MAX_HEADS: Final = 100
"""Of those that a bundle may have: each signature costs milliseconds."""

_HEAD: Final = Shape({"game": any_text, "hash": any_text, "revision": integer, "jws": any_text})


def check(contents: Contents) -> int:
    """Check all heads against the keys that came along: how many there are.

    :raises Rejected: at the first that is not signed by one of them for this record, or if a key
        is not in the one form of a key, or comes twice.
    """
    keys = _bundled_keys(contents)
    if len(contents.heads) > MAX_HEADS:
        raise Rejected(f"more than {MAX_HEADS} heads")
    before = (0, "")
    for head in map(_head, contents.heads):
        if (head.revision, head.kid) <= before:
            raise Rejected("heads do not ascend, or one comes twice")
        before = (head.revision, head.kid)
        if head.kid not in keys:
            raise Rejected("a head is signed by a key that is not in the bundle")
        if not holds(keys[head.kid], head):
            raise Rejected("the signature of a head does not hold")
        if reason := misfit(contents, head):
            raise Rejected(reason)
    return len(contents.heads)


def signed(contents: Contents, trusted: Keys | None, given: Iterable[Statement]) -> Signed:
    """The extent to which heads in the bundle, and statements that were `given`, cover the record:
    everything, a part, or nothing.

    A signature stands for all entries up to its revision. It counts if it is over the hash that
    the record has there, which it has only as far as its hashes follow from its entries.
    """
    if trusted is None:
        return Signed("nothing", 0, "no keys were given to check signatures by")
    ends = [
        statement.revision
        for statement in (*_readable_heads(contents), *given)
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


def holds(key: bytes, statement: Statement) -> bool:
    """Whether a statement is signed by this key. Asked twice, it is worked out once."""
    return _holds(key, statement.signed, statement.signature)


@lru_cache(maxsize=2048)
def _holds(key: bytes, signed: bytes, signature: bytes) -> bool:
    return ed25519.verify(key, signed, signature)


def misfit(contents: Contents, statement: Statement) -> str | None:
    """How the record contradicts a statement that was truly signed; None if it agrees with it."""
    if statement.game != contents.game:
        return f"the server has signed this for another game, {shown(statement.game)}"
    end, another = len(contents.entries), "the server has signed another history"
    if statement.revision <= end:
        recorded = contents.hash_at(statement.revision)
        if recorded == statement.hash:
            return None
        found = "none that follows" if recorded is None else f"{recorded[:12]}..."
        return (
            f"{another}: hash {statement.hash[:12]}... at revision "
            f"{statement.revision}, where this record has {found}"
        )
    if contents.complete:
        return f"{another}: it had {statement.revision} entries, and this record is over with {end}"
    return (
        f"{another}: {statement.revision} entries, where this record "
        f"ends after {end}: its end was cut off, or it is older than what was signed"
    )


def _bundled_keys(contents: Contents) -> Keys:
    if len(contents.keys) > MAX_KEYS:
        raise Rejected(f"more than {MAX_KEYS} keys")
    found: dict[str, bytes] = {}
    for jwk in contents.keys:
        try:
            kid, key = key_of(jwk)
        except ValueError as error:
            raise Rejected(str(error)) from error
        if kid in found:
            raise Rejected(f"the key {kid} comes twice")
        found[kid] = key
    return found


def _head(data: Mapping[str, Any]) -> Statement:
    """A head in its one form.

    :raises Rejected: if it is not.
    """
    _HEAD.demand("a head", data)
    try:
        head = read(data["jws"])
    except ValueError as error:
        raise Rejected(f"the jws of a head is none: {error}") from error
    if head.typ != HEAD:
        raise Rejected("the jws of a head is a receipt")
    if {**head.claims, "jws": data["jws"]} != data:
        raise Rejected("what stands beside the jws of a head are not its claims")
    return head


def _readable_heads(contents: Contents) -> Iterator[Statement]:
    """What is wrong with others is for integrity to say. Of too many none is looked at."""
    for head in contents.heads if len(contents.heads) <= MAX_HEADS else ():
        try:
            yield _head(head)
        except Rejected:
            continue
