"""Games as they stand: stored entries folded into states, checked, and kept for a while.

A Game is a value: the state at one revision and the chain hash there. Recently used ones are
kept per process; a kept one may be behind, so whoever must not be wrong loads, which asks the
store for everything since.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from domain import ledger
from domain.errors import UnreadableEntry
from domain.events import GameCreated
from domain.events.entries import Entry, decode
from domain.events.seals import broken_seal
from domain.state import INITIAL, State
from domain.state.evolve import fold
from service.games.snapshots import EVERY, Snapshots
from service.games.store import Damaged, Store, Stored
from service.storage.labels import NONE, Labels
from service.storage.stored import turns

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


NOTHING: Final = Game(INITIAL, ledger.GENESIS)


class Games:
    """Loads games from `store` and keeps the `limit` most recently used ones.

    `known` tells whether a game was ever listed: a stream that is gone is damage, not a game
    that never was. `secret` signs snapshots; without one every game is read from its start, and
    checked throughout.
    """

    def __init__(
        self, store: Store, limit: int, known: Callable[[str], bool], secret: str = ""
    ) -> None:
        self.store = store
        self._limit = limit
        self._known = known
        self.snapshots = Snapshots(store, secret)
        self._kept: OrderedDict[str, Game] = OrderedDict()

    def recall(self, name: str) -> Game | None:
        """The game as it is kept here, which may be behind; None if it is not kept."""
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
            self.disown(name)
            raise

    def _fold(self, name: str) -> Game:
        """The game as it stands now, from its snapshot or from its start."""
        found = self.snapshots.resume(name)
        if not found.state.revision and not found.entries and self._known(name):
            if self.store.read(name, limit=1):
                return self._fold(name)  # it was created between the two questions
            raise Damaged(name, 1, "the whole stream is gone")
        game = advance(name, Game(found.state, found.hash, found.labels), found.entries)
        if game.revision - found.state.revision >= EVERY:
            self.snapshots.lay(game.state, game.hash)
        return game

    def at(self, name: str, revision: int) -> Game:
        """The game as it was at `revision`, or as it is now if that lies in the future."""
        entries = self.store.read(name, limit=revision)
        # After the entries: a name is written with the one that has its seal.
        begun = Game(INITIAL, ledger.GENESIS, self.store.labels(name))
        return advance(name, begun, entries)

    def keep(self, game: Game) -> Game:
        """Keep the game, unless a later one is kept already. Returns `game`."""
        if game.exists and self._limit:
            kept = self._kept.get(game.id)
            if kept is None or kept.revision <= game.revision:
                self._kept[game.id] = game
                self._kept.move_to_end(game.id)
            while len(self._kept) > self._limit:
                self._kept.popitem(last=False)
        return game

    def forget(self, name: str) -> None:
        """Keep the game no longer."""
        self._kept.pop(name, None)

    def disown(self, name: str) -> None:
        """Forget what was folded before the damage that is being told: it would tell it again."""
        self.forget(name)
        self.snapshots.drop(name)


def advance(name: str, game: Game, entries: Sequence[Stored]) -> Game:
    """`game` after further stored entries, each checked against the chain and its seals.

    :raises Damaged, Unreadable: as `Games.load`.
    """
    state, previous = game.state, game.hash
    for some in turns(entries):
        told: list[Entry] = []
        seed = state.server_seed
        for stored in some:
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
        try:
            state = fold(told, state)
        except Exception as error:
            reason = f"it cannot have happened then, or one up to {some[-1].revision} cannot"
            raise Damaged(name, some[0].revision, reason) from error
    return Game(state, previous, game.labels) if entries else game


def _seed(entry: Entry) -> str | None:
    first = entry.events[0]
    return first.secret.server_seed if isinstance(first, GameCreated) and first.secret else None


def read(name: str, stored: Stored) -> Entry:
    """A stored entry. Raises Unreadable with its revision."""
    try:
        return decode(stored.p, stored.s)
    except UnreadableEntry as error:
        raise Unreadable(name, stored.revision, str(error)) from error
