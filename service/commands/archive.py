"""`toma6 archive`: games that are over, put away, brought back, and all of them read again.

Its status can be believed: 0 only if all that was asked for was done, or is whole. What is wrong
with one game is told and stops no other.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from service.access.callers import GAME_ID
from service.archive.shelf import version_of
from service.commands import output
from service.games.games import Unreadable, from_start
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.stored import Damaged

EVERY: Final = 100
"""Games after which progress is told."""
Look = Callable[[Services, str], str | None]
"""What is done with a game: what is wrong with it, or None."""


def main(settings: Settings, argv: Sequence[str]) -> int:
    """Do one of these. Returns 0, or 1 with a message."""
    parser = output.Parser(prog="toma6 archive")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("status", help="where the archive is, and what is in it")
    putting = commands.add_parser("put", help="put games away that are over, at once")
    putting.add_argument("games", nargs="*", metavar="GAME")
    putting.add_argument("--all", action="store_true", help="all that are over")
    restoring = commands.add_parser("restore", help="bring games back into Redis")
    restoring.add_argument("games", nargs="+", metavar="GAME")
    commands.add_parser("verify", help="read all that was put away, and check it")
    options = parser.parse_args(argv)
    if options.command == "put" and bool(options.games) == options.all:
        parser.error("name games, or --all")
    return output.told(parser.prog, lambda: _do(assemble(settings), options))


def _do(services: Services, options: object) -> None:
    away = services.store.away
    match vars(options):
        case {"command": "status"}:
            away.shelf.names("")  # it answers
            print(f"{services.settings.archive_url}  {away.count()} games put away")
            print(f"{len(list(away.wanted()))} wait to be")
        case {"command": "put", "all": True}:
            there = set(away.games())
            _each(services, [game for game in services.store.games() if game not in there], _put_if)
        case {"command": "put", "games": games}:
            _each(services, games, _put)
        case {"command": "restore", "games": games}:
            _each(services, games, _restore)
        case _:
            objects = list(away.shelf.all())  # it answers
            there = set(away.games())
            _each(services, there, _verify)
            left = sum(1 for game, _ in objects if game not in there)
            print(f"{len(there)} games are whole; {left} objects are of games that are not away")


def _each(services: Services, games: Iterable[str], look: Look) -> None:
    wanted, wrong = list(games), 0
    for number, game_id in enumerate(wanted, 1):
        try:
            said = (
                look(services, game_id) if GAME_ID.fullmatch(game_id) else "there is no such game"
            )
        except (Damaged, Unreadable) as error:
            said = str(error)
        if said:
            wrong += 1
            output.complain(f"{game_id}: {said}")
        if number % EVERY == 0 or number == len(wanted):
            output.complain(f"{number} of {len(wanted)}, {wrong} not done")
    if wrong:
        raise output.NotDone(f"{wrong} of {len(wanted)} games were not done")


def _put(services: Services, game_id: str) -> str | None:
    game = services.games.load(game_id)
    services.games.forget(game_id)
    if not game.exists:
        return "there is no such game"
    if not game.state.is_over:
        return "it is not over"
    if services.store.away.put(game_id) is None and services.store.away.stub(game_id) is None:
        return "something came in between: once more"
    return None


def _put_if(services: Services, game_id: str) -> str | None:
    game = services.games.load(game_id)
    return _put(services, game_id) if game.state.is_over else None


def _restore(services: Services, game_id: str) -> str | None:
    until = services.store.now() + 1000 * services.settings.archive_seconds
    done = services.store.away.bring_back(game_id, until)
    return None if done else "it was not put away"


def _verify(services: Services, game_id: str) -> str | None:
    away = services.store.away
    stub = away.stub(game_id)
    if stub is None:
        return None  # it was brought back meanwhile
    record = away.shelf.read(game_id, stub.revision, stub.name)
    game = from_start(game_id, record.entries)
    found = game.revision, game.hash, version_of(record), game.state.is_over
    told = stub.revision, stub.hash, stub.labels, True
    return None if found == told else f"its stub says {told}, the archive {found}"
