"""`toma6 verify`: the domain's verifier, with the policies at hand that `--bots` asks again."""

from collections.abc import Sequence

from bots.deciding import answer
from domain.audit.__main__ import main as verify


def main(arguments: Sequence[str], prog: str) -> int:
    """Check one file and say so. Returns the exit status (docs/ledger.md)."""
    return verify(arguments, prog, policies=answer)
