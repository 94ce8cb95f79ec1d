"""The audit bundle with what the server adds to the game: signed head, keys, attempts.

The game's own part is domain/views/bundle.py. Used by the route and by `toma6 export`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from domain.ledger import Name
from domain.views import Viewer
from domain.views.bundle import bundle
from service.proof.attempts import Attempts
from service.proof.signing import Signer
from service.settings.version import VERSION
from service.storage.stored import Stored

STARTED: Final = b'"type":"GameStarted"'


def whole(
    entries: Sequence[Stored],
    viewer: Viewer,
    names: Mapping[str, Name],
    attempts: Attempts,
    signer: Signer,
) -> dict[str, Any]:
    """The bundle of the game in `entries` (all of them) for `viewer`, with `names` by their seals.

    Raises StoreDown, and UnreadableEntry for one of a later version.
    """
    made = bundle(entries, viewer, names, version=VERSION)
    game = made["game"]
    created, last = made["entries"][0]["entry"]["events"][0], entries[-1]
    # Before the start nobody has been asked yet, and seats may change hands while this is read.
    started = any(STARTED in entry.p for entry in entries)
    own = (viewer,) if started and viewer is not None else ()
    seats = range(created["seats"]) if made["complete"] else own
    noted, dropped = attempts.of(game, seats)
    made["heads"] = [signer.head(game, last.revision, last.h)]
    made["keys"] = signer.jwks()["keys"]
    made["attempts"] = [attempt.as_data() for attempt in noted]
    made["attempts_dropped"] = dropped
    return made
