"""Games as they stand: stored entries folded into states, checked, and kept for a while.

A Game is a value: the state at one revision and the chain hash there. Recently used ones are
kept per process; a kept one may be behind, so whoever must not be wrong loads, which asks the
store for everything since.
"""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from domain import INITIAL, State, fold, ledger
from domain.entries import Entry, decode
from domain.errors import UnreadableEntry
from domain.events import GameCreated, RoundDealt
from domain.seals import broken_seal
from service import snapshots
from service.snapshots import EVERY, SCHEMA
from service.storage.labels import NONE, Labels
from service.store import Damaged, Resumed, Store, Stored, StoreError

log = logging.getLogger("toma6.games")


class Unreadable(Exception):  # noqa: N818 - like Damaged, it says what the stream is
    """The stream holds an entry that this version cannot read, at `revision` of `game`."""

    def __init__(self, game: str, revision: int, reason: str) -> None:
        super().__init__(f"game {game}, revision {revision}: {reason}")
        self.game, self.revision, self.reason = game, revision, reason


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one revision, and what lies beside it. `rendered` keeps answers made from it, by
    what was asked."""

    state: State
    hash: str
    labels: Labels = NONE
    rendered: dict[object, bytes] = field(default_factory=dict, compare=False, repr=False)

    @property
    def id(self) -> str:
        """The game's name, which is also its stream's."""
        return self.state.game

    @property
    def revision(self) -> int:
        """How many entries there are."""
        return self.state.revision

    @property
    def exists(self) -> bool:
        """Whether anything has happened at all."""
        return self.state.revision > 0


LAST: Final = 64
"""Entries that are looked at first for an answer that was given: more than a round of four has."""
_DEAL: Final = b'"type":"RoundDealt"'
NOTHING: Final = Game(INITIAL, ledger.GENESIS)


class Games:
    """Loads games from `store` and keeps the `limit` most recently used ones.

    `known` tells whether a game was ever listed: a stream that is gone is damage, not a game
    that never was. `secret` signs snapshots; without one every
    game is read from its start, and checked throughout.
    """

    def __init__(
        self, store: Store, limit: int, known: Callable[[str], bool], secret: str = ""
    ) -> None:
        self.store = store
        self._limit = limit
        self._known = known
        self._secret = secret.encode()
        self._schema = SCHEMA if secret else ""
        self._kept: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.Lock()

    def recall(self, name: str) -> Game | None:
        """The game as it is kept here, which may be behind; None if it is not kept."""
        with self._lock:
            if game := self._kept.get(name):
                self._kept.move_to_end(name)
            return game

    def load(self, name: str) -> Game:
        """The game as it stands now; a Game that does not exist if there is none.

        :raises Damaged: the stream has a gap, lost its end, or does not match its hashes.
        :raises Unreadable: it holds an event of an unknown type or a later version.
        :raises StoreDown: Redis does not answer.
        """
        kept = self.recall(name)
        if kept is None:
            return self.keep(self._fold(name))
        try:
            since = self.store.read_from(name, kept.revision, kept.hash, kept.labels.version)
            if not since.entries and since.labels is None:
                return kept
            if since.labels is not None:
                kept = Game(kept.state, kept.hash, since.labels)
            return self.keep(advance(name, kept, since.entries))
        except Damaged as damage:
            log.error("%s", damage)  # noqa: TRY400 - said once; who asks again gets what is left
            self.forget(name)
            raise

    def _fold(self, name: str) -> Game:
        """The game as it stands now, from its snapshot or from its start."""
        found = self.store.resume(name, self._schema)
        base = self._snapshot(name, found) if found.revision else NOTHING
        if base is None:
            self.store.drop_snapshot(name)
            return self._fold(name)
        if not found.entries and self._known(name):
            if self.store.read(name, limit=1):
                return self._fold(name)  # it was created between the two questions
            raise Damaged(name, 1, "the whole stream is gone")
        base = Game(base.state, base.hash, found.labels)
        game = advance(name, base, found.entries[1:] if found.revision else found.entries)
        if game.revision - base.revision >= EVERY:
            self.snapshot(game)
        return game

    def _snapshot(self, name: str, found: Resumed) -> Game | None:
        """The game at its snapshot; None for one that is not to be believed.

        :raises Damaged: it is genuine, and the stream does not reach so far, or is another one.
        """
        state, digest = snapshots.read(name, found.snapshot, self._secret) or (INITIAL, "")
        if state.revision != found.revision:
            return None
        if not found.entries or found.entries[0].h != digest:
            self.store.drop_snapshot(name)
            log.error("game %s: a snapshot was of what is not there", name)
            raise Damaged(name, found.revision, "a snapshot was of what is not there")
        return Game(state, digest)

    def snapshot(self, game: Game) -> None:
        """Lay the game's state beside its stream. It is a cache: a failure costs time only."""
        if not self._secret:
            return
        body = snapshots.written(game.state, game.hash, self._secret)
        try:
            self.store.keep_snapshot(game.id, game.revision, self._schema, body)
        except StoreError as error:
            log.warning("no snapshot of game %s: %s", game.id, error)

    def at(self, name: str, revision: int) -> Game:
        """The game as it was at `revision`, or as it is now if that lies in the future."""
        begun = Game(INITIAL, ledger.GENESIS, self.store.labels(name))
        return advance(name, begun, self.store.read(name, limit=revision))

    def since_round(self, name: str, round: int) -> list[Stored]:
        """The last entries of a game, the deal of this round among them if it was dealt.

        :raises Damaged, Unreadable, StoreDown: as `load`.
        """
        for count in (LAST, 8 * LAST):
            entries = self.store.read_last(name, count)
            if len(entries) < count or any(_deals(name, entry, round) for entry in entries):
                return entries
        return self.store.read(name)

    def keep(self, game: Game) -> Game:
        """Keep the game, unless a later one is kept already. Returns `game`."""
        if game.exists and self._limit:
            with self._lock:
                kept = self._kept.get(game.id)
                if kept is None or kept.revision <= game.revision:
                    self._kept[game.id] = game
                    self._kept.move_to_end(game.id)
                while len(self._kept) > self._limit:
                    self._kept.popitem(last=False)
        return game

    def forget(self, name: str) -> None:
        """Keep the game no longer: the stream is not what it was."""
        with self._lock:
            self._kept.pop(name, None)


def advance(name: str, game: Game, entries: Iterable[Stored]) -> Game:
    """`game` after further stored entries, each checked against the chain and its seals.

    :raises Damaged, Unreadable: as `Games.load`.
    """
    told: list[Entry] = []
    previous = game.hash
    seed = game.state.server_seed
    for stored in entries:
        previous = ledger.chain(previous, stored.p)
        if previous != stored.h:
            raise Damaged(name, stored.revision, "its hash does not match")
        entry = read(name, stored)
        if seed is None:
            seed = _seed(entry)
        for event in entry.events:
            if reason := broken_seal(event, name, seed):
                raise Damaged(name, stored.revision, reason)
        told.append(entry)
    return Game(fold(told, game.state), previous, game.labels) if told else game


def _deals(name: str, stored: Stored, round: int) -> bool:
    """Whether a round up to this one is dealt in the entry."""
    if _DEAL not in stored.p:
        return False
    dealt = (event for event in read(name, stored).events if isinstance(event, RoundDealt))
    return any(event.round <= round for event in dealt)


def _seed(entry: Entry) -> str | None:
    first = entry.events[0]
    return first.secret.server_seed if isinstance(first, GameCreated) and first.secret else None


def read(name: str, stored: Stored) -> Entry:
    """A stored entry. Raises Unreadable with its revision."""
    try:
        return decode(stored.p, stored.s)
    except UnreadableEntry as error:
        raise Unreadable(name, stored.revision, str(error)) from error
