"""The answer that was given to a decision, found again in the record: what a repeat is told.

Only the end of a game is read, back to the deal of the decision's round: a repeat is mostly of an
answer a moment ago, and must not cost more the longer the game.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from domain.decisions import Decision, answers
from domain.events import RoundDealt
from service.games.games import read
from service.games.store import Store
from service.storage.stored import Position, Stored

ENTRIES_LOOKED_AT_FIRST: Final = 64
"""Entries that are looked at first: more than a round of four has."""
_DEAL: Final = b'"type":"RoundDealt"'


class Given(NamedTuple):
    """A stored answer to a decision: where it stands, what it was, and by whom."""

    position: Position
    answer: Mapping[str, Any]
    by: str


def given(store: Store, game_id: str, asked: Decision) -> Given | None:
    """The stored answer to a decision; None if there is none.

    :raises Damaged, StoreDown, Unreadable: as reading the game.
    """
    entries = since_round(store, game_id, asked.round)
    if not entries:
        return None
    first = entries[0].revision
    found = answers.given(asked, (read(game_id, entry) for entry in entries), first)
    if found is None:
        return None
    digest = entries[found.revision - first].h
    return Given(Position(found.revision, digest, found.at), found.body, found.by)


def since_round(store: Store, game_id: str, round: int) -> list[Stored]:
    """The last entries of a game, the deal of this round among them if it was dealt.

    :raises Damaged, StoreDown: as the store does.
    """
    for count in (ENTRIES_LOOKED_AT_FIRST, 8 * ENTRIES_LOOKED_AT_FIRST):
        entries = store.read_last(game_id, count)
        if len(entries) < count or any(_deals(game_id, entry, round) for entry in entries):
            return entries
    return store.read(game_id)


def _deals(game_id: str, stored: Stored, round: int) -> bool:
    if _DEAL not in stored.p:
        return False
    dealt = (event for event in read(game_id, stored).events if isinstance(event, RoundDealt))
    return any(event.round <= round for event in dealt)
