"""`toma6 names`: what the players of a game are called, and erasing it, without the web.

Names lie beside the record (ADR 13): erased, they are gone, and every hash stands as before. Who
has left a seat is among them, for the record has a seal of that name, too.
"""

import sys
from collections.abc import Sequence

from domain.events import SeatTaken
from service.access.callers import GAME_ID
from service.commands import output
from service.games.games import Unreadable, read
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.stored import StoreError


def main(settings: Settings, argv: Sequence[str]) -> int:
    """Print the names, or erase some first. Returns 0, or 1 with a message."""
    parser = output.Parser(prog="toma6 names")
    parser.add_argument("game", help="the game's id")
    parser.add_argument(
        "--erase", type=int, action="append", metavar="SEAT", help="whoever has sat there"
    )
    options = parser.parse_args(argv)
    try:
        return _run(assemble(settings), options.game, options.erase or [])
    except (StoreError, Unreadable) as error:
        print(f"toma6 names: {error}", file=sys.stderr)
        return 1


def _run(services: Services, game: str, erased: Sequence[int]) -> int:
    stored = services.store.read(game) if GAME_ID.fullmatch(game) else []
    events = [event for each in stored for event in read(game, each).events]
    taken = [event for event in events if isinstance(event, SeatTaken)]
    wrong = sorted(set(erased) - {event.seat for event in taken})
    if not stored or wrong:
        what = f"nobody has sat on seat {wrong[0]}" if stored else f"there is no game {game!r}"
        print(f"toma6 names: {what}", file=sys.stderr)
        return 1
    gone = [event.name_seal for event in taken if event.seat in erased]
    if gone:
        services.store.relabel(game, dict.fromkeys(gone))
    called = services.store.labels(game).called
    for event in taken:
        print(f"seat {event.seat}  {called.get(event.name_seal, '(erased)')}")
    return 0
