"""Ready-made bytes of what a viewer may see, made once per revision and viewer."""

from typing import Any

import orjson

from domain.decisions.clock import deadline
from domain.text.times import rfc3339
from domain.views import Viewer, decisions, own_view, public_view
from service.games.games import Game
from service.games.moments import at_the_front
from service.http.jsonreply import weak_etag
from service.proof.signing import Signer
from service.services import Services

HEAD = "head"
TABLE = "table"


def head(game: Game, services: Services) -> Any:
    """Where the game's ledger stands, signed."""
    made = services.games.made_of(game)
    if HEAD not in made:
        made[HEAD] = orjson.dumps(services.signer.head(game.id, game.revision, game.hash))
    return orjson.Fragment(made[HEAD])


def view_bytes(game: Game, viewer: Viewer, services: Services, now: bytes | None = None) -> bytes:
    """The view as JSON: with the server's time (or `now`), the deadline and the signed head."""
    made = services.games.made_of(game)
    if viewer not in made:
        own = {"you": None if viewer is None else own_view(game.state, viewer)}
        table = _table(game, services)
        made[viewer] = b"%b,%b" % (table[:-1], orjson.dumps(own)[1:])
    return at_the_front(made[viewer], now or services.moments.of(game.state))


def _table(game: Game, services: Services) -> bytes:
    """What all viewers see alike, made once for all of them."""
    made = services.games.made_of(game)
    if TABLE not in made:
        due = deadline(game.state)
        seen = {
            "deadline": None if due is None else rfc3339(due),
            **public_view(game.state, game.labels.called),
            "head": head(game, services),
        }
        made[TABLE] = orjson.dumps(seen)
    return made[TABLE]


def decisions_bytes(game: Game, seats: frozenset[int], services: Services) -> bytes:
    """All that is owed as JSON, with the options of the caller's own `seats`."""
    made = services.games.made_of(game)
    if seats not in made:
        owed = {"decisions": decisions(game.state, seats), "head": head(game, services)}
        made[seats] = orjson.dumps(owed)
    return at_the_front(made[seats], services.moments.of(game.state))


def etag(game: Game, seats: frozenset[int] | Viewer, signer: Signer) -> str:
    """Names the game at this revision, as seen from this seat or these.

    Weak (RFC 9110): two answers under one tag differ in the server's time and in nothing else.
    """
    own = seats if isinstance(seats, frozenset) else () if seats is None else (seats,)
    who = "".join(map(str, sorted(own)))
    return weak_etag(
        f"{game.revision}.{game.labels.version}-s{who}-{game.hash[:16]}-{signer.kid[:6]}"
    )
