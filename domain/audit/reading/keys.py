"""The server's public keys, in the one form that they have."""

from collections.abc import Mapping
from typing import Any, Final

from domain.audit.reading.shapes import Shape, any_text, one_of
from domain.signed.statements import public_key

Keys = Mapping[str, bytes]
"""Public keys by their names."""

MAX_TRUSTED: Final = 1_000
"""Members of the set of keys to trust."""

_JWK: Final = Shape(
    {
        "kty": one_of("OKP"),
        "crv": one_of("Ed25519"),
        "x": any_text,
        "kid": any_text,
        "use": one_of("sig"),
        "alg": one_of("EdDSA"),
    }
)


def key_of(jwk: Any) -> tuple[str, bytes]:
    """The name and the bytes of a key in its one form.

    :raises ValueError: if it is not.
    """
    if wrong := _JWK.fault(jwk):
        raise ValueError(f"a key {wrong}")
    try:
        kid, key = public_key(jwk)
    except ValueError as error:
        raise ValueError(f"a key cannot be used: {error}") from error
    if jwk["kid"] != kid:
        raise ValueError("kid of a key is not its thumbprint")
    return kid, key


def trusted_keys(data: Any) -> Keys:
    """The keys of a JWK set, as `key_set`."""
    return key_set(data)[0]


def key_set(data: Any) -> tuple[Keys, int]:
    """The keys of the server's form in a JWK set (RFC 7517), and how many others are in it.

    :raises ValueError: if it is no such set, has too much in it, or no such key.
    """
    if type(data) is not dict or data.keys() != {"keys"} or type(data["keys"]) is not list:
        raise ValueError('no JWK set: an object with the one member "keys", an array')
    if len(data["keys"]) > MAX_TRUSTED:
        raise ValueError(f"more than {MAX_TRUSTED} keys")
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
