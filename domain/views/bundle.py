"""The audit bundle: everything that somebody needs to check a game offline, as plain data.

The format is specified in docs/ledger.md; audit/ reads it. Nothing here decides who may see
what while a game runs: views.openings does.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Protocol

from domain import events as e
from domain.events.entries import decode
from domain.ledger import Name, Opening
from domain.views.views import Viewer, openings

FORMAT = "toma6-audit/2"


class Stored(Protocol):
    """An entry as the store keeps it: its public form, its secrets, and the chain hash."""

    @property
    def revision(self) -> int: ...
    @property
    def p(self) -> bytes: ...
    @property
    def s(self) -> bytes | None: ...
    @property
    def h(self) -> str: ...


def bundle(
    stored: Sequence[Stored], viewer: Viewer, names: Mapping[str, Name], *, version: str
) -> dict[str, Any]:
    """The bundle of the game in `stored` (all its entries, from revision 1) for `viewer`.

    Once the game is over it has every secret, whoever asks; before, only what `viewer` may
    see. `names` are by their seals; `version` is the engine's. Signed heads, their keys and
    attempts are not the game's and left empty; service/proof/bundles.py fills them in.

    :raises ValueError: if there are no entries.
    """
    if not stored:
        raise ValueError("a bundle needs the entries of a game")
    entries = [decode(each.p, each.s).events for each in stored]
    created = entries[0][0]
    assert isinstance(created, e.GameCreated)
    over = isinstance(entries[-1][-1], e.GameFinished | e.GameAbandoned)
    return {
        "format": FORMAT,
        "game": created.game,
        "ruleset": created.ruleset,
        "options": created.options,
        "engine": {"name": "toma6", "version": version},
        "complete": over,
        "asked_by": viewer,
        "entries": [
            {"revision": each.revision, "hash": each.h, "entry": json.loads(each.p)}
            for each in stored
        ],
        "openings": list(_openings(stored, entries, viewer, names, over=over)),
        "heads": [],
        "keys": [],
        "attempts": [],
        "attempts_dropped": 0,
    }


def _openings(
    stored: Sequence[Stored],
    entries: Sequence[Sequence[e.Event]],
    viewer: Viewer,
    names: Mapping[str, Name],
    *,
    over: bool,
) -> Iterator[Opening]:
    """What opens each seal that the events themselves leave closed: names, hands, and picks that
    were never revealed, each kind by revision and seat."""
    created = entries[0][0]
    assert isinstance(created, e.GameCreated)
    assert created.secret is not None, "a redacted game has nothing to open"
    seed = created.secret.server_seed
    seats = range(created.seats) if over else (viewer,)
    found: dict[type[e.Event], list[Opening]] = {
        kind: [] for kind in (e.SeatTaken, e.RoundDealt, e.CardPicked)
    }
    for each, events in zip(stored, entries, strict=True):
        for event in events:
            for opened in openings(event, created.game, seed, seats, names, piles=over):
                found[type(event)].append({"revision": each.revision, **opened})
            if isinstance(event, e.PicksRevealed):
                found[e.CardPicked].clear()
    return chain.from_iterable(found.values())
