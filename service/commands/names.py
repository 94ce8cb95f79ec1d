"""`toma6 names`: what the players of a game are called, and erasing it, without the web.

Names lie beside the record (ADR 13): erased, they are gone, and every hash stands as before. Who
has left a seat is among them, for the record has a seal of that name, too.
"""

from collections.abc import Sequence

from domain.events import SeatTaken
from service.access.callers import GAME_ID
from service.commands import output
from service.games.games import Unreadable, read
from service.services import assemble
from service.settings.config import Settings


def main(settings: Settings, argv: Sequence[str]) -> int:
    """Print the names, or erase some first. Returns 0, or 1 with a message."""
    parser = output.Parser(prog="toma6 names")
    parser.add_argument("game", help="the game's id")
    seat = "whoever has sat there"
    parser.add_argument("--erase", type=int, action="append", metavar="SEAT", help=seat)
    options = parser.parse_args(argv)
    erased = frozenset(options.erase or ())
    return output.told(parser.prog, lambda: _names(settings, options.game, erased), Unreadable)


def _names(settings: Settings, game_id: str, erased: frozenset[int]) -> None:
    store = assemble(settings).store
    stored = store.read(game_id) if GAME_ID.fullmatch(game_id) else []
    if not stored:
        raise output.NotDone(f"there is no game {game_id!r}")
    events = [event for each in stored for event in read(game_id, each).events]
    taken = [event for event in events if isinstance(event, SeatTaken)]
    if wrong := sorted(erased - {event.seat for event in taken}):
        raise output.NotDone(f"nobody has sat on seat {wrong[0]}")
    if gone := [event.name_seal for event in taken if event.seat in erased]:
        store.relabel(game_id, dict.fromkeys(gone))
    called = store.labels(game_id).called
    for event in taken:
        print(f"seat {event.seat}  {called.get(event.name_seal, '(erased)')}")
