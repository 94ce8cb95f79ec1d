"""The deal and the bots' chance: what follows from the seed. Nobody can know or steer it alone.

The server commits to its seed before the first seat is taken; every seat may add a seed of
its own afterwards. What this proves and what it does not is said in docs/ledger.md.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.ledger.canonical import canonical
from domain.text.spelling import base64url, bytes_of

_COMMITMENT = b"toma6/commitment/1\0"
_DEAL = b"toma6/deal/1\0"
_CHANCE = b"toma6/chance/1\0"
_WORD = 4
"""Bytes of one random number: 32 bits, taken big-endian from the stream."""


def commitment(server_seed: str) -> str:
    """What GameCreated publishes of the 32-byte server seed."""
    return base64url(hashlib.sha256(_COMMITMENT + bytes_of(server_seed)).digest())


def deal_key(
    server_seed: str, game_id: str, round: int, purpose: str, client_seeds: Mapping[int, str]
) -> bytes:
    """The key for one purpose ("deal" or "start") in one round of one game."""
    seeds = [{"seat": seat, "seed": client_seeds[seat]} for seat in sorted(client_seeds)]
    context = {"client_seeds": seeds, "game": game_id, "purpose": purpose, "round": round}
    key = bytes_of(server_seed)
    return hmac.digest(key, _DEAL + canonical(context), "sha256")


def words(key: bytes) -> Iterator[int]:
    """An endless stream of 32-bit numbers: HMAC-SHA256(key, counter), eight to a block."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        for start in range(0, len(block), _WORD):
            yield int.from_bytes(block[start : start + _WORD], "big")
        counter += 1


def below(bound: int, numbers: Iterator[int]) -> int:
    """An unbiased number in 0..bound-1: words beyond the last whole multiple are rejected."""
    ceiling = (1 << 32) // bound * bound
    return next(number for number in numbers if number < ceiling) % bound


def shuffle(cards: Iterable[int], key: bytes) -> tuple[int, ...]:
    """Fisher-Yates from the last place down to the second."""
    deck = list(cards)
    numbers = words(key)
    for last in range(len(deck) - 1, 0, -1):
        other = below(last + 1, numbers)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def choose(seats: Sequence[int], key: bytes) -> int:
    """One of `seats`, each as likely as the others."""
    return seats[below(len(seats), words(key))]


def chance(server_seed: str, game_id: str, decision_id: str) -> bytes:
    """The chance of a bot at one decision: the same whenever it is asked, 32 bytes.

    Who has not got the server's seed cannot tell it from any other, whatever else is known.
    """
    context = {"decision": decision_id, "game": game_id}
    return hmac.digest(bytes_of(server_seed), _CHANCE + canonical(context), "sha256")
