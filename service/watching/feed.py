"""The items of a feed: what one viewer is shown of each stored entry.

The public form is the same for everybody and is passed on as it lies. How items are framed is in
`formats.py`, when they are sent in `streams.py`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import orjson

from domain.events import SeatTaken
from domain.views import Opening, openings
from domain.views.bundle import Name, named
from service.access.callers import Caller
from service.games.games import read
from service.storage.labels import Labels
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

    def items(self, entries: Iterable[Stored], labels: Callable[[str], Labels]) -> Iterator[bytes]:
        """Each entry: revision, hash, public form, and what opens one's own seals in it.

        `labels` finds what players are called, which is shown with the entry that seats them.

        :raises StoreDown: as `labels`.
        :raises Unreadable: an entry that may have such seals is of a later version.
        """
        names: Mapping[str, Name] | None = None
        for entry in entries:
            if names is None and _SEATED[1] in entry.p:
                names = labels(self.game).names
            item = b'{"revision":%d,"hash":"%b","entry":%b' % (
                entry.revision,
                entry.h.encode(),
                entry.p,
            )
            opened = list(self._opened(entry, names or {}))
            yield item + (b',"openings":%b}' % orjson.dumps(opened) if opened else b"}")

    def _opened(self, entry: Stored, names: Mapping[str, Name]) -> Iterator[Opening]:
        sealed = self.seat is not None and any(kind in entry.p for kind in _SEALED)
        if not (sealed or (names and _SEATED[1] in entry.p)):
            return
        for event in read(self.game, entry).events:
            if isinstance(event, SeatTaken):
                opened = named(self.game, event.name_seal, names)
                yield from [opened] if opened else ()
            yield from openings(event, self.game, self.seed, (self.seat,))


def is_last(entry: Stored) -> bool:
    """Does nothing come after it? Quotes in what players wrote are escaped, so this is exact."""
    return any(kind in entry.p for kind in _LAST)


def seats_change(entry: Stored) -> bool:
    """May it change who is who at the table?"""
    return any(kind in entry.p for kind in _SEATED)
