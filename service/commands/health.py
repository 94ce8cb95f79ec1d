"""`toma6 health`: does the server on this machine answer? For health checks of containers."""

from collections.abc import Sequence
from typing import Final

from service.commands import output
from service.processes.listening import status
from service.settings.config import Settings

PATIENCE_SECONDS: Final = 4.0


def main(settings: Settings, argv: Sequence[str]) -> int:
    """Returns 0 if it answers, and 1 with a message if it does not."""
    parser = output.Parser(prog="toma6 health")
    parser.add_argument(
        "--ready", action="store_true", help="and can it play, with all that it needs?"
    )
    path = "/readyz" if parser.parse_args(argv).ready else "/healthz"
    found = status(settings.host, settings.port, path, PATIENCE_SECONDS)
    return output.told(parser.prog, lambda: _judge(path, found))


def _judge(path: str, found: int) -> None:
    if found != 200:
        raise output.NotDone(f"{path}: {found or 'no answer'}")
