"""Keys and signed heads of a bundle: known keys, valid signatures, and the record's own hashes.

A key proves nothing by coming along: whoever made up a bundle made up its keys. So the keys to
trust can be given from elsewhere, and the report says if they were not.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.audit.contents import Contents, is_hash, members
from domain.audit.report import Rejected
from domain.heads import Head, from_base64url, public_key

Keys = Mapping[str, bytes]
"""Public keys by their names."""

MOST = 100
"""Heads, and keys, that a bundle may have: each signature costs milliseconds."""

_JWK = dict.fromkeys(("kty", "crv", "x", "kid", "use", "alg"), (str,))
_HEAD = {"revision": (int,), "hash": (str,), "kid": (str,), "signature": (str,)}


def trusted_keys(data: Any) -> dict[str, bytes]:
    """The Ed25519 keys of a JWK set (RFC 7517), a list of JWKs, or one; others are passed over.

    :raises ValueError: if there is none, or one that cannot be used.
    """
    listed = data.get("keys", [data]) if type(data) is dict else data
    if type(listed) is not list or not all(type(jwk) is dict for jwk in listed):
        raise ValueError("no JWK set")
    ours = [jwk for jwk in listed if (jwk.get("kty"), jwk.get("crv")) == ("OKP", "Ed25519")]
    if not ours:
        raise ValueError("no Ed25519 key is in it")
    return dict(map(public_key, ours))


def bundled_keys(contents: Contents) -> dict[str, bytes]:
    """The keys that came with the bundle.

    :raises Rejected: if one is not in the one form of a key, or comes twice.
    """
    if len(contents.keys) > MOST:
        raise Rejected(f"more than {MOST} keys")
    found: dict[str, bytes] = {}
    for jwk in contents.keys:
        members(jwk, _JWK, "a key")
        try:
            kid, key = public_key(jwk)
        except ValueError as error:
            raise Rejected(f"a key cannot be used: {error}") from error
        if (jwk["kid"], jwk["use"], jwk["alg"]) != (kid, "sig", "EdDSA"):
            raise Rejected("kid, use or alg of a key is not what it must be")
        if kid in found:
            raise Rejected(f"the key {kid} comes twice")
        found[kid] = key
    return found


def check(contents: Contents, trusted: Keys | None) -> tuple[int, list[str]]:
    """Check all heads: how many there are, and what they leave unsaid.

    :raises Rejected: at the first that is not signed by a known key for this record.
    """
    keys = bundled_keys(contents)
    if len(contents.heads) > MOST:
        raise Rejected(f"more than {MOST} heads")
    before = (0, "")
    for head in map(read_head, contents.heads):
        if (head.revision, head.kid) <= before:
            raise Rejected("heads do not ascend, or one comes twice", head.revision)
        before = (head.revision, head.kid)
        if head.kid not in keys:
            raise Rejected("a head is signed by a key that is not in the bundle", head.revision)
        if trusted is not None and head.kid not in trusted:
            raise Rejected("a head is signed by a key that is not trusted", head.revision)
        if not head.is_signed(contents.game, keys[head.kid]):
            raise Rejected("the signature of a head does not hold", head.revision)
        if reason := misfit(contents, head):
            raise Rejected(reason, min(head.revision, len(contents.records)))
    return len(contents.heads), list(_unsaid(contents, trusted, before[0]))


def read_head(data: Any) -> Head:
    """A head in its one form.

    :raises Rejected: if it is not.
    """
    members(data, _HEAD, "a head")
    if data["revision"] < 1 or not is_hash(data["hash"]):
        raise Rejected("revision or hash of a head is none")
    try:
        signature = from_base64url(data["signature"], 64)
    except ValueError as error:
        raise Rejected(f"the signature of a head is {error}", data["revision"]) from error
    return Head(data["revision"], data["hash"], data["kid"], signature)


def misfit(contents: Contents, head: Head) -> str | None:
    """How the record contradicts a head that was truly signed; None if it agrees with it."""
    end = len(contents.records)
    if head.revision <= end:
        recorded = contents.records[head.revision - 1].hash
        if recorded == head.hash:
            return None
        return (
            f"the server has signed another history: hash {head.hash[:12]}… at revision "
            f"{head.revision}, where this record has {recorded[:12]}…"
        )
    if contents.complete:
        return (
            f"the server has signed another history: it had {head.revision} events, "
            f"and this record is over with {end}"
        )
    return (
        f"the server has signed {head.revision} events, and this record ends after {end}: "
        "its end was cut off, or it is older than what was signed"
    )


def _unsaid(contents: Contents, trusted: Keys | None, last: int) -> Iterator[str]:
    if not contents.heads:
        yield "whose record this is: no signed head is in the bundle"
        return
    if trusted is None:
        yield (
            "whose signatures these are: the keys came with the bundle, and anybody can make "
            "some; give the server's own (--keys)"
        )
    if last < len(contents.records):
        yield f"events after revision {last}: no signed head covers them"
