"""`toma6 import`: take in the games of a file that `toma6 export --all` has written.

Each is checked as a bundle is: its chain, its seals, that it can have happened. A game that is here
already stays as it is; with other entries it is refused, and told.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from service.access.callers import GAME_ID
from service.archive import dataset
from service.archive.packing import Record
from service.commands import output
from service.games.games import Unreadable, from_start
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage import labels
from service.storage.stored import Damaged


def main(settings: Settings, argv: Sequence[str]) -> int:
    """Take in all games. Returns 0, or 1 with a message if any was refused."""
    parser = output.Parser(prog="toma6 import")
    parser.add_argument("file", help="what `toma6 export --all` has written; - for standard input")
    file = parser.parse_args(argv).file
    return output.told(parser.prog, lambda: _import(settings, file), dataset.Malformed)


def _import(settings: Settings, name: str) -> None:
    services, done, refused = assemble(settings), 0, 0
    with sys.stdin.buffer if name == "-" else Path(name).open("rb") as file:
        for game_id, record in dataset.read(file):
            try:
                said = _take(services, game_id, record)
            except (Damaged, Unreadable) as error:
                said = str(error)
            done, refused = done + (not said), refused + bool(said)
            if said:
                output.complain(f"{game_id}: {said}")
            if (done + refused) % 100 == 0:
                output.complain(f"{done} games, {refused} refused")
    print(f"{done} games, {refused} refused")
    if refused:
        raise output.NotDone(f"{refused} games were refused")


def _take(services: Services, game_id: str, record: Record) -> str | None:
    game = from_start(game_id, record.entries, labels.read(record.labels))
    if not GAME_ID.fullmatch(game_id) or game.id != game_id or not game.state.is_over:
        return "no game of that name that is over"
    until = services.store.now() + 1000 * services.settings.archive_seconds
    there = services.store.read(game_id)
    if there:
        return None if there == record.entries else "another game of that name is here"
    if not services.store.away.lay(game_id, record, until):
        return "a game of that name has come in between"
    services.listing.project(game, anew=True)
    return None
