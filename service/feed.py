"""The items of a feed: what one viewer is shown of each stored event.

The public form is the same for everybody and is passed on as it lies. How items are framed is in
`stream_formats.py`, when they are sent in `streams.py`.
"""

from dataclasses import dataclass
from typing import Final

import orjson

from domain.codec import decode
from domain.views import opening
from service.access import Caller
from service.storage.stored import Stored

_SEALED: Final = (b'"type":"CardPicked"', b'"type":"RoundDealt"')
_LAST: Final = (b'"type":"GameFinished"', b'"type":"GameAbandoned"')
_SEATED: Final = (b'"type":"SeatLeft"', b'"type":"SeatTaken"')


@dataclass(frozen=True, slots=True)
class Eyes:
    """With whose eyes a feed is read. Small, because each open stream holds one.

    `seat`: whose seals are opened, None for nobody's. `seed`: the server's, which opens them.
    """

    game: str
    seat: int | None
    seed: str

    @classmethod
    def of(cls, asking: Caller) -> "Eyes":
        state = asking.game.state
        return cls(state.game, asking.seat, state.seed)

    def item(self, entry: Stored) -> bytes:
        """One event: revision, hash, public form, and the opening of one's own seal in it."""
        item = b'{"revision":%d,"hash":"%b","event":%b' % (
            entry.revision,
            entry.h.encode(),
            entry.p,
        )
        opened = self._own_opening(entry)
        return item + (b"}" if opened is None else b',"opening":%b}' % orjson.dumps(opened))

    def _own_opening(self, entry: Stored) -> dict[str, object] | None:
        if self.seat is None or entry.s is None or not any(kind in entry.p for kind in _SEALED):
            return None
        return opening(decode(entry.p, entry.s), self.game, self.seed, self.seat)


def is_last(entry: Stored) -> bool:
    """Does nothing come after it? Quotes in what players wrote are escaped, so this is exact."""
    return any(kind in entry.p for kind in _LAST)


def seats_change(entry: Stored) -> bool:
    """May it change who is who at the table?"""
    return any(kind in entry.p for kind in _SEATED)
