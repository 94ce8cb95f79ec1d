"""Canonical bytes, the hash chain, seals, and the shuffle: all that a verifier computes.

It is published with known-answer vectors (docs/ledger.md), to be written again in any language.
"""

from domain.ledger.canonical import canonical, encoded
from domain.ledger.chain import GENESIS, chain
from domain.ledger.seals import Name, Opening, SealContext, seal
