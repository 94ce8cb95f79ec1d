"""Canonical bytes, the hash chain, seals, and the shuffle: all that a verifier computes."""

from domain.ledger.chain import (
    GENESIS,
    canonical,
    chain,
    encoded,
    hand_context,
    name_payload,
    pick_context,
    salt,
    seal,
    seal_hand,
    seal_pick,
)

__all__ = [
    "GENESIS",
    "canonical",
    "chain",
    "encoded",
    "hand_context",
    "name_payload",
    "pick_context",
    "salt",
    "seal",
    "seal_hand",
    "seal_pick",
]
