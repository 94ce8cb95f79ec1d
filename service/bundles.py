"""The audit bundle with what the server adds to the game: signed head, keys, attempts.

The game's own part is domain/bundle.py. Used by the route and by `toma6 export`.
"""

from collections.abc import Sequence
from typing import Any, Final

from domain.bundle import bundle
from domain.views import Viewer
from service.services import Services
from service.store import Stored
from service.version import VERSION

STARTED: Final = b'"type":"GameStarted"'


def whole(
    services: Services, game: str, entries: Sequence[Stored], viewer: Viewer
) -> dict[str, Any]:
    """The bundle of the game in `entries` (all of them) for `viewer`.

    Raises StoreDown, and UnreadableEntry for one of a later version.
    """
    made = bundle(entries, viewer, services.store.labels(game).names, version=VERSION)
    created, last = made["entries"][0]["entry"]["events"][0], entries[-1]
    # Before the start nobody has been asked yet, and seats may change hands while this is read.
    started = any(STARTED in entry.p for entry in entries)
    own = (viewer,) if started and viewer is not None else ()
    seats = range(created["seats"]) if made["complete"] else own
    attempts, dropped = services.attempts.of(game, seats)
    made["heads"] = [services.signer.head(game, last.revision, last.h)]
    made["keys"] = services.signer.jwks()["keys"]
    made["attempts"] = [attempt.as_data() for attempt in attempts]
    made["attempts_dropped"] = dropped
    return made
