"""The audit bundle: everything that somebody needs to check a game offline, as plain data.

The format is specified in docs/ledger.md; audit/ reads it. Nothing here decides who may see
what while a game runs: views.opening does.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from domain import events as e
from domain import ledger
from domain.codec import decode
from domain.views import Viewer, opening

FORMAT = "toma6-audit/1"


class Stored(Protocol):
    """An event as the store keeps it: its public form, its secrets, and the chain hash."""

    @property
    def revision(self) -> int: ...
    @property
    def p(self) -> bytes: ...
    @property
    def s(self) -> bytes | None: ...
    @property
    def h(self) -> str: ...


def bundle(entries: Sequence[Stored], viewer: Viewer, *, version: str) -> dict[str, Any]:
    """The bundle of the game in `entries` (all of them, from revision 1) for `viewer`.

    Once the game is over it has every secret, whoever asks; before, only what `viewer` may
    see. `version` is the engine's. Signed heads, their keys and attempts are not the game's
    and left empty; service/bundles.py fills them in.

    :raises ValueError: if there are no entries.
    """
    if not entries:
        raise ValueError("a bundle needs the events of a game")
    events = [decode(entry.p, entry.s) for entry in entries]
    over = isinstance(events[-1], e.GameFinished | e.GameAbandoned)
    created = json.loads(entries[0].p)
    return {
        "format": FORMAT,
        "game": created["game"],
        "ruleset": created["ruleset"],
        "options": created["options"],
        "engine": {"name": "toma6", "version": version},
        "complete": over,
        "asked_by": viewer,
        "events": [
            {"revision": entry.revision, "hash": entry.h, "event": json.loads(entry.p)}
            for entry in entries
        ],
        "openings": _openings(entries, events, viewer, over=over),
        "heads": [],
        "keys": [],
        "attempts": [],
        "attempts_dropped": 0,
    }


def _openings(
    entries: Sequence[Stored], events: Sequence[e.Event], viewer: Viewer, *, over: bool
) -> list[dict[str, Any]]:
    """What opens each seal that the events themselves leave closed, by revision and seat."""
    created = events[0]
    assert isinstance(created, e.GameCreated)
    assert created.server_seed is not None, "a redacted game has nothing to open"
    game, seed = created.game, created.server_seed
    hands: list[dict[str, Any]] = []
    picks: list[dict[str, Any]] = []
    for entry, event in zip(entries, events, strict=True):
        if over:
            opened = list(_all(event, game, seed))
        else:
            own = None if viewer is None else opening(event, game, seed, viewer)
            opened = [own] if own else []
        numbered = [{"revision": entry.revision, **each} for each in opened]
        match event:
            case e.RoundDealt():
                hands += numbered
            case e.CardPicked():
                picks += numbered
            case e.PicksRevealed():
                picks.clear()
    return hands + picks


def _all(event: e.Event, game: str, seed: str) -> Iterator[dict[str, Any]]:
    """Every seal in `event`, opened."""
    match event:
        case e.RoundDealt():
            for hand in sorted(event.hands, key=lambda hand: hand.seat):
                context = ledger.hand_context(game, event.round, hand.seat)
                yield _opened(seed, context, cards=list(hand.cards or ()))
        case e.CardPicked():
            context = ledger.pick_context(game, event.round, event.turn, event.seat)
            yield _opened(seed, context, card=event.card)


def _opened(seed: str, context: Mapping[str, Any], **secret: Any) -> dict[str, Any]:
    return {"payload": {**context, **secret}, "salt": ledger.salt(seed, context)}
