"""The ledger: canonical bytes, the hash chain over the public form, and seals.

Everything here is published with known-answer vectors (docs/ledger.md), so that it can be
written again in any language. How cards are dealt lives in fairness.py.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from domain.text.spelling import base64url, bytes_of

GENESIS = "A" * 43
"""The hash before the first entry: 32 zero bytes."""

_CHAIN = b"toma6/chain/1\0"
_SEAL = b"toma6/seal/1\0"
_SALT = b"toma6/salt/1\0"
_SALT_SIZE = 16

_encoder = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)


def canonical(value: Any) -> bytes:
    """RFC 8785 for strings, integers, booleans, null, arrays and objects with ASCII names.

    :raises TypeError: for a floating-point number, or a type that JSON does not have.
    """
    _refuse_floats(value)
    return encoded(value)


def encoded(value: Any) -> bytes:
    """As `canonical`, for what is known to hold no floating-point number."""
    return _encoder.encode(value).encode()


def _refuse_floats(value: Any) -> None:
    if isinstance(value, float):
        raise TypeError(f"the canonical form has no floating-point numbers: {value!r}")
    if isinstance(value, Mapping):
        for name, member in value.items():
            if not (isinstance(name, str) and name.isascii()):
                raise TypeError(f"the canonical form has ASCII names only: {name!r}")
            _refuse_floats(member)
    elif isinstance(value, list | tuple):
        for member in value:
            _refuse_floats(member)


def chain(previous: str, public: bytes) -> str:
    """The hash of an entry: over the hash before it and the entry's canonical public form."""
    return base64url(hashlib.sha256(_CHAIN + bytes_of(previous) + public).digest())


def seal(salt: str, payload: Mapping[str, Any]) -> str:
    """The public stand-in for a secret payload; `salt` and payload together open it."""
    return base64url(hashlib.sha256(_SEAL + bytes_of(salt) + encoded(payload)).digest())


def salt(server_seed: str, context: Mapping[str, Any]) -> str:
    """The 16-byte salt of the seal in exactly this context, so that none need be stored."""
    return base64url(_salt(server_seed, _written(context)))


def _salt(server_seed: str, context: bytes) -> bytes:
    salting = _salting(server_seed).copy()
    salting.update(context)
    return salting.digest()[:_SALT_SIZE]


@lru_cache(maxsize=64)
def _salting(server_seed: str) -> hmac.HMAC:
    """The HMAC of a salt up to its context: of a game that is replayed it is the same each time."""
    return hmac.new(bytes_of(server_seed), _SALT, "sha256")


def _written(context: Mapping[str, Any]) -> bytes:
    """`encoded`, by hand for the context of a pick: it is needed for every pick, three times."""
    if context["kind"] != "pick":
        return encoded(context)
    name = _quoted(context["game"])
    return _PICK % (name, context["round"], context["seat"], context["turn"])


_PICK = b'{"game":%b,"kind":"pick","round":%d,"seat":%d,"turn":%d}'
_quoted = lru_cache(maxsize=1024)(encoded)


def hand_context(game: str, round: int, seat: int) -> dict[str, Any]:
    """What the seal of a dealt hand is bound to."""
    return {"game": game, "kind": "hand", "round": round, "seat": seat}


def pick_context(game: str, round: int, turn: int, seat: int) -> dict[str, Any]:
    """What the seal of a secret pick is bound to."""
    return {"game": game, "kind": "pick", "round": round, "seat": seat, "turn": turn}


def name_payload(game: str, name: str) -> dict[str, str]:
    """What the seal of a player's name covers. Its salt is random, and kept beside the name: from
    the server seed, which is published, an erased name could be found again."""
    return {"game": game, "kind": "name", "name": name}


def seal_hand(server_seed: str, context: Mapping[str, Any], cards: tuple[int, ...]) -> str:
    """Seal a dealt hand: ascending cards, or a face-down pile from its top."""
    return _sealed(server_seed, context, b'{"cards":%b' % encoded(cards))


def seal_pick(server_seed: str, context: Mapping[str, Any], card: int) -> str:
    """Seal a secret pick."""
    return _sealed(server_seed, context, b'{"card":%d' % card)


def _sealed(server_seed: str, context: Mapping[str, Any], secret: bytes) -> str:
    """`seal` of a payload whose secret comes before all of its context, in order of names.

    The context is written once for the salt and the payload: every replay checks every seal.
    """
    written = _written(context)
    salted = b"%b%b%b,%b" % (_SEAL, _salt(server_seed, written), secret, written[1:])
    return base64url(hashlib.sha256(salted).digest())
