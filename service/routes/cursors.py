"""What a request for the feed asks: in which form, from where on, and how long to wait."""

import re
from collections.abc import Sequence
from typing import Final

from flask import request

from domain.ledger import GENESIS
from service.games.games import Game
from service.problems import Problem
from service.routes.rendering import head
from service.services import Services
from service.watching.streams import SIGN, Cursor

MAX_WAIT_SECONDS: Final = 25
"""Proxies and clients give up at 30."""

_CURSOR: Final = re.compile(rf"(0|[1-9][0-9]{{0,15}})(?:\.([A-Za-z0-9_-]{{{SIGN}}}))?")
_WAIT: Final = re.compile(r'(?i:wait)[ \t]*=[ \t]*(?:([0-9]{1,9})|"([0-9]{1,9})")')


def wanted_media(offered: Sequence[str]) -> str:
    """The one of the `offered` types that the client likes best; the first one if it has no wish.

    :raises Problem: 406 if it takes none of them.
    """
    if not request.environ.get("HTTP_ACCEPT"):
        return offered[0]
    found = request.accept_mimetypes.best_match(offered)
    if found is None:
        raise Problem("not_acceptable", f"There is {', '.join(offered)}.", allowed=list(offered))
    return found


def wanted_wait() -> int | None:
    """The seconds of `Prefer: wait=n` (RFC 7240), capped; None without such a wish.

    The first one counts, and a preference that cannot be read is none, as the RFC has it.
    """
    for preference in request.headers.get("Prefer", "").split(","):
        match = _WAIT.fullmatch(preference.partition(";")[0].strip())
        if match is not None:
            return min(int(match[1] or match[2]), MAX_WAIT_SECONDS)
    return None


def wanted_cursor(game: Game, after: int, digest: str | None, services: Services) -> Cursor:
    """Where to go on: at Last-Event-ID, which a client repeats without our doing, else `after`.

    `digest`: the hash that the client has at `after`, if it wants that checked.

    :raises Problem: 400 for a Last-Event-ID that is no revision; 409 for one in the future, and
        for a hash that does not stand in this game. Both answers have the head.
    """
    last = request.headers.get("Last-Event-ID")
    revision = after
    if last:
        match = _CURSOR.fullmatch(last)
        if match is None:
            raise Problem("bad_cursor", "Last-Event-ID is what this server has sent as one.")
        revision, digest = int(match[1]), match[2]
    if revision > game.revision:
        detail = f"The game stands at {game.revision}."
        raise Problem("cursor_ahead", detail, head=head(game, services))
    if digest is not None and not _hash_at(game, revision, services).startswith(digest):
        raise Problem("foreign_cursor", "Begin anew, with after=0.", head=head(game, services))
    return Cursor(revision, game.revision, game.hash)


def _hash_at(game: Game, revision: int, services: Services) -> str:
    """The chain hash at a revision of the game, at 0 what the chain begins with."""
    if revision == 0:
        return GENESIS
    return services.store.read(game.id, revision - 1, 1)[0].h
