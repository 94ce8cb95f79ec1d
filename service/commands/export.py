"""`toma6 export`: print the audit bundle of a game, without the web.

Read from the configured Redis, for nobody in particular: secrets are in it only when the game is
over, as everywhere.
"""

import sys
from collections.abc import Sequence

import orjson

from domain.errors import UnreadableEntry
from service.access.callers import GAME_ID
from service.commands import output
from service.proof.bundles import whole
from service.services import assemble
from service.settings.config import Settings


def main(settings: Settings, argv: Sequence[str]) -> int:
    """Print one bundle. Returns 0, or 1 with a message."""
    parser = output.Parser(prog="toma6 export")
    parser.add_argument("game", help="the game's id")
    game_id = parser.parse_args(argv).game
    return output.told(parser.prog, lambda: _export(settings, game_id), UnreadableEntry)


def _export(settings: Settings, game_id: str) -> None:
    services = assemble(settings)
    entries = services.store.read(game_id) if GAME_ID.fullmatch(game_id) else []
    if not entries:
        raise output.NotDone(f"there is no game {game_id!r}")
    names = services.store.labels(game_id).names
    bundle = whole(entries, None, names, services.attempts, services.signer)
    sys.stdout.buffer.write(orjson.dumps(bundle, option=orjson.OPT_APPEND_NEWLINE))
