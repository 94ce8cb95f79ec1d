"""Keys and signed heads of a bundle: known keys, valid signatures, and the record's own hashes.

A key proves nothing by coming along: whoever made up a bundle made up its keys. What trusted
keys cover is covered.py's business.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from domain.audit.checks import any_object, any_text, fault, integer, one_of
from domain.audit.contents import Contents
from domain.audit.report import Rejected
from domain.signed import ed25519
from domain.signed.statements import HEAD, Statement, public_key, read
from domain.text.shown import shown

Keys = Mapping[str, bytes]
"""Public keys by their names."""

MOST: Final = 100
"""Heads, and keys, that a bundle may have: each signature costs milliseconds."""
MOST_TRUSTED: Final = 1_000
"""Members of the set of keys to trust."""

_JWK = {
    "kty": one_of("OKP"),
    "crv": one_of("Ed25519"),
    "x": any_text,
    "kid": any_text,
    "use": one_of("sig"),
    "alg": one_of("EdDSA"),
}
_HEAD = {"game": any_text, "hash": any_text, "revision": integer, "jws": any_text}
_KEY_MEMBERS, _HEAD_MEMBERS = frozenset(_JWK), frozenset(_HEAD)


def key_of(jwk: Any) -> tuple[str, bytes]:
    """The name and the bytes of a key in its one form.

    :raises ValueError: if it is not.
    """
    if not any_object(jwk):
        raise ValueError("a key is no object")
    if wrong := fault(jwk, _KEY_MEMBERS, _JWK):
        raise ValueError(f"a key {wrong}")
    try:
        kid, key = public_key(jwk)
    except ValueError as error:
        raise ValueError(f"a key cannot be used: {error}") from error
    if jwk["kid"] != kid:
        raise ValueError("kid of a key is not its thumbprint")
    return kid, key


def trusted_keys(data: Any) -> dict[str, bytes]:
    """The keys of a JWK set (RFC 7517), as `key_set`."""
    return key_set(data)[0]


def key_set(data: Any) -> tuple[dict[str, bytes], int]:
    """The keys of the server's form in a JWK set, and how many others were passed over.

    :raises ValueError: if it is no such set, has too much in it, or no such key.
    """
    if type(data) is not dict or data.keys() != {"keys"} or type(data["keys"]) is not list:
        raise ValueError('no JWK set: an object with the one member "keys", an array')
    if len(data["keys"]) > MOST_TRUSTED:
        raise ValueError(f"more than {MOST_TRUSTED} keys")
    ours: dict[str, bytes] = {}
    others = 0
    for jwk in data["keys"]:
        try:
            kid, key = key_of(jwk)
        except ValueError:
            others += 1
        else:
            ours[kid] = key
    if not ours:
        raise ValueError("no Ed25519 key of the server's form is in it")
    return ours, others


def bundled_keys(contents: Contents) -> dict[str, bytes]:
    """The keys that came with the bundle.

    :raises Rejected: if one is not in the one form of a key, or comes twice.
    """
    if len(contents.keys) > MOST:
        raise Rejected(f"more than {MOST} keys")
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


def check(contents: Contents) -> int:
    """Check all heads against the keys that came along: how many there are.

    :raises Rejected: at the first that is not signed by one of them for this record.
    """
    keys = bundled_keys(contents)
    if len(contents.heads) > MOST:
        raise Rejected(f"more than {MOST} heads")
    before = (0, "")
    for head in map(read_head, contents.heads):
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


def read_head(data: Mapping[str, Any]) -> Statement:
    """A head in its one form.

    :raises Rejected: if it is not.
    """
    if wrong := fault(data, _HEAD_MEMBERS, _HEAD):
        raise Rejected(f"a head {wrong}")
    try:
        head = read(data["jws"])
    except ValueError as error:
        raise Rejected(f"the jws of a head is none: {error}") from error
    if head.typ != HEAD:
        raise Rejected("the jws of a head is a receipt")
    if {**head.claims, "jws": data["jws"]} != data:
        raise Rejected("what stands beside the jws of a head are not its claims")
    return head


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
    end = len(contents.entries)
    if statement.revision <= end:
        recorded = contents.hash_at(statement.revision)
        if recorded == statement.hash:
            return None
        found = "none that follows" if recorded is None else f"{recorded[:12]}..."
        return (
            f"the server has signed another history: hash {statement.hash[:12]}... at revision "
            f"{statement.revision}, where this record has {found}"
        )
    if contents.complete:
        return (
            f"the server has signed another history: it had {statement.revision} entries, "
            f"and this record is over with {end}"
        )
    return (
        f"the server has signed another history: {statement.revision} entries, where this record "
        f"ends after {end}: its end was cut off, or it is older than what was signed"
    )
