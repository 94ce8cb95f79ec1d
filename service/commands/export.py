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
from service.storage.stored import StoreError


def main(settings: Settings, argv: Sequence[str]) -> int:
    """Print one bundle. Returns 0, or 1 with a message."""
    parser = output.Parser(prog="toma6 export")
    parser.add_argument("game", help="the game's id")
    game = parser.parse_args(argv).game
    try:
        services = assemble(settings)
        entries = services.store.read(game) if GAME_ID.fullmatch(game) else []
        if not entries:
            print(f"toma6 export: there is no game {game!r}", file=sys.stderr)
            return 1
        made = whole(
            entries, None, services.store.labels(game).names, services.attempts, services.signer
        )
    except (StoreError, UnreadableEntry) as error:
        print(f"toma6 export: {error}", file=sys.stderr)
        return 1
    sys.stdout.buffer.write(orjson.dumps(made, option=orjson.OPT_APPEND_NEWLINE))
    return 0
