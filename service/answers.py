"""Ready-made bytes of what a viewer may see, made once per revision and viewer."""

import orjson

from domain import view
from domain.views import Viewer, decisions
from service.games import Game
from service.jsonreply import strong_etag


def head(game: Game) -> dict[str, int | str]:
    """Where the game's ledger stands."""
    return {"revision": game.revision, "hash": game.hash}


def view_bytes(game: Game, viewer: Viewer) -> bytes:
    """The view as JSON, with the head of the ledger."""
    if viewer not in game.rendered:
        game.rendered[viewer] = orjson.dumps({**view(game.state, viewer), "head": head(game)})
    return game.rendered[viewer]


def decisions_bytes(game: Game, viewer: Viewer) -> bytes:
    """All that is owed as JSON, with the options of the viewer's own."""
    key = ("decisions", viewer)
    if key not in game.rendered:
        owed = {"decisions": decisions(game.state, viewer), "head": head(game)}
        game.rendered[key] = orjson.dumps(owed)
    return game.rendered[key]


def etag(game: Game, viewer: Viewer) -> str:
    """Names the game at this revision as this viewer sees it."""
    who = "all" if viewer is None else f"s{viewer}"
    return strong_etag(f"{game.revision}-{who}-{game.hash[:24]}")
