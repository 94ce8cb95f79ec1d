"""Ready-made bytes of what a viewer may see, made once per revision and viewer."""

from typing import Any

import orjson

from domain import view
from domain.views import Viewer, decisions
from service.games import Game
from service.jsonreply import strong_etag
from service.signing import Signer


def head(game: Game, signer: Signer) -> dict[str, Any]:
    """Where the game's ledger stands, signed."""
    return signer.head(game.id, game.revision, game.hash)


def view_bytes(game: Game, viewer: Viewer, signer: Signer) -> bytes:
    """The view as JSON, with the signed head of the ledger."""
    if viewer not in game.rendered:
        seen = {**view(game.state, viewer), "head": head(game, signer)}
        game.rendered[viewer] = orjson.dumps(seen)
    return game.rendered[viewer]


def decisions_bytes(game: Game, seats: frozenset[int], signer: Signer) -> bytes:
    """All that is owed as JSON, with the options of the caller's own `seats`."""
    if seats not in game.rendered:
        owed = {"decisions": decisions(game.state, seats), "head": head(game, signer)}
        game.rendered[seats] = orjson.dumps(owed)
    return game.rendered[seats]


def etag(game: Game, seats: frozenset[int] | Viewer, signer: Signer) -> str:
    """Names the game at this revision, as seen from this seat or these."""
    own = seats if isinstance(seats, frozenset) else () if seats is None else (seats,)
    who = "".join(map(str, sorted(own)))
    return strong_etag(f"{game.revision}-s{who}-{game.hash[:24]}-{signer.kid[:6]}")
