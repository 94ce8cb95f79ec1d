"""`toma6 export`: print the audit bundle of a game, without the web; or all games that are over.

A bundle is for nobody in particular: secrets are in it only when the game is over, as everywhere.
`--all` writes games as they are stored (service/archive/dataset.py), for `toma6 import` and for
data sets: as private as the store, unless `--nameless` leaves out what players are called.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import orjson

from domain.errors import UnreadableEntry
from domain.text.times import milliseconds
from service.access.callers import GAME_ID
from service.archive import dataset
from service.archive.packing import Record
from service.commands import output
from service.games.games import Unreadable, from_start
from service.proof.bundles import whole
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.stored import Damaged


def main(settings: Settings, argv: Sequence[str]) -> int:
    """Print one bundle, or all games. Returns 0, or 1 with a message."""
    parser = output.Parser(prog="toma6 export")
    parser.add_argument("game", nargs="?", help="the game's id")
    parser.add_argument(
        "--all", action="store_true", help="all games that are over, as NDJSON+zstd"
    )
    since = "with --all: those that ended since a day or a time (RFC 3339, UTC)"
    parser.add_argument("--since", type=_moment, default=0, metavar="TIME", help=since)
    parser.add_argument("--nameless", action="store_true", help="with --all: without names")
    parser.add_argument("--to", metavar="FILE", help="with --all: not to standard output")
    options = parser.parse_args(argv)
    if (options.game is not None) == options.all:
        parser.error("name a game, or --all")
    if options.all:
        return output.told(parser.prog, lambda: _all(assemble(settings), options))
    return output.told(parser.prog, lambda: _export(settings, options.game), UnreadableEntry)


def _moment(text: str) -> int:
    return milliseconds(text if "T" in text else f"{text}T00:00:00.000Z")


def _export(settings: Settings, game_id: str) -> None:
    services = assemble(settings)
    entries = services.store.read(game_id) if GAME_ID.fullmatch(game_id) else []
    if not entries:
        raise output.NotDone(f"there is no game {game_id!r}")
    names = services.store.labels(game_id).names
    bundle = whole(entries, None, names, services.attempts, services.signer)
    sys.stdout.buffer.write(orjson.dumps(bundle, option=orjson.OPT_APPEND_NEWLINE))


def _all(services: Services, options: argparse.Namespace) -> None:
    wrong: list[str] = []

    def games() -> Iterator[tuple[str, Record]]:
        for number, game_id in enumerate(sorted(set(services.store.games())), 1):
            try:
                record = services.store.away.whole(game_id)
                state = from_start(game_id, record.entries).state
            except (Damaged, Unreadable) as error:
                wrong.append(game_id)
                output.complain(str(error))
                continue
            if state.is_over and state.changed_at >= options.since:
                yield game_id, record._replace(labels=[]) if options.nameless else record
            if number % 100 == 0:
                output.complain(f"{number} games")

    with Path(options.to).open("wb") if options.to else sys.stdout.buffer as file:
        dataset.write(file, games())
    if wrong:
        raise output.NotDone(f"{len(wrong)} games are damaged, and left out")
