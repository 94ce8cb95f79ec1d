"""Seals: what the record shows of a secret until it is opened, and the salts that open them.

The seal of cards is bound to its place, and its salt follows from the server's seed and that
place, so that none need be stored. The salt of a name is random and kept beside the name: from
the seed, which is published, an erased name could be found again.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from domain.ledger.canonical import encoded
from domain.text.spelling import base64url, bytes_of

Opening = dict[str, Any]
"""What opens a seal: the payload that it covers, and the salt."""

_SEAL = b"toma6/seal/1\0"
_SALT = b"toma6/salt/1\0"
_SALT_SIZE = 16


def seal(salt: str, payload: Mapping[str, Any]) -> str:
    """The public stand-in for a secret payload; `salt` and payload together open it."""
    return base64url(hashlib.sha256(_SEAL + bytes_of(salt) + encoded(payload)).digest())


class Name(NamedTuple):
    """What a player is called, and the salt that opens the seal of it."""

    name: str
    salt: str

    def seal(self, game_id: str) -> str:
        """What stands for the name in the record of a game."""
        return seal(self.salt, self.payload(game_id))

    def payload(self, game_id: str) -> dict[str, str]:
        """What its seal covers."""
        return {"game": game_id, "kind": "name", "name": self.name}


class SealContext(msgspec.Struct, frozen=True):
    """What a seal of cards is bound to: the hand of a seat in a round, or its pick in a turn.

    The cards of a hand ascend; a face-down pile is told from its top; a pick is one card.
    """

    game_id: str
    round: int
    seat: int
    turn: int | None = None

    @property
    def kind(self) -> str:
        """hand, or pick."""
        return "hand" if self.turn is None else "pick"

    @property
    def written(self) -> bytes:
        """The context as an object in canonical form. By hand: every replay checks every seal."""
        if self.turn is None:
            return _HAND % (_quoted(self.game_id), self.round, self.seat)
        return _PICK % (_quoted(self.game_id), self.round, self.seat, self.turn)

    def payload(self, cards: Sequence[int]) -> dict[str, Any]:
        """What the seal covers: the context and its secret."""
        place = {"game": self.game_id, "kind": self.kind, "round": self.round, "seat": self.seat}
        if self.turn is None:
            return {**place, "cards": list(cards)}
        return {**place, "turn": self.turn, "card": cards[0]}

    def salt(self, server_seed: str) -> str:
        """The 16-byte salt of the seal in exactly this context."""
        return base64url(_salt(server_seed, self.written))

    def close(self, server_seed: str, cards: Sequence[int]) -> str:
        """The seal of these cards: as `seal`, with the context written once."""
        written = self.written
        # The secret comes before all of the context, in order of names.
        secret = b'"cards":%b' % encoded(cards) if self.turn is None else b'"card":%d' % cards[0]
        salted = b"%b%b{%b,%b" % (_SEAL, _salt(server_seed, written), secret, written[1:])
        return base64url(hashlib.sha256(salted).digest())

    def opens(self, seal_of_cards: str, salt: str, cards: Sequence[int]) -> bool:
        """Whether the salt and these cards open the seal."""
        return seal(salt, self.payload(cards)) == seal_of_cards

    def opening(self, server_seed: str, cards: Sequence[int]) -> Opening:
        """What opens the seal of these cards."""
        return {"payload": self.payload(cards), "salt": self.salt(server_seed)}


_HAND = b'{"game":%b,"kind":"hand","round":%d,"seat":%d}'
_PICK = b'{"game":%b,"kind":"pick","round":%d,"seat":%d,"turn":%d}'
_quoted = lru_cache(maxsize=1024)(encoded)


def _salt(server_seed: str, context: bytes) -> bytes:
    salting = _salting(server_seed).copy()
    salting.update(context)
    return salting.digest()[:_SALT_SIZE]


@lru_cache(maxsize=64)
def _salting(server_seed: str) -> hmac.HMAC:
    """The HMAC of a salt up to its context: of a game that is replayed it is the same each time."""
    return hmac.new(bytes_of(server_seed), _SALT, "sha256")
