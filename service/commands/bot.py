"""`toma6 bot`: the bots' kit, with the options of this command line."""

from collections.abc import Sequence

from bots.kit.main import main as play
from service.commands import output


def main(arguments: Sequence[str], prog: str) -> int:
    """Play over HTTP. Returns the exit status (docs/bots.md)."""
    return play(arguments, prog, output.Parser)
