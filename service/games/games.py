"""Games as they stand: stored entries folded into states, checked, and kept for a while.

A Game is a value: the state at one revision and the chain hash there. Recently used ones are
kept per process; a kept one may be behind, so whoever must not be wrong loads, which asks the
store for everything since.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from domain import ledger
from domain.errors import UnreadableEntry
from domain.events import GameCreated
from domain.events.entries import Entry, decode
from domain.events.seals import broken_seal
from domain.state import INITIAL, State
from domain.state.evolve import fold
from service.games.snapshots import ENTRIES_PER_SNAPSHOT, Snapshots
from service.games.store import Store
from service.observability import metrics
from service.storage.labels import NONE, Labels
from service.storage.stored import Damaged, Stored, turns

log = logging.getLogger("toma6.games")


class Unreadable(Exception):  # noqa: N818 - like Damaged, it says what the stream is
    """The stream holds an entry that this version cannot read, at `revision` of a game."""

    def __init__(self, game_id: str, revision: int, reason: str) -> None:
        super().__init__(f"game {game_id}, revision {revision}: {reason}")
        self.game_id, self.revision, self.reason = game_id, revision, reason


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one revision, and what lies beside it."""

    state: State
    hash: str
    labels: Labels = NONE

    @property
    def id(self) -> str:
        return self.state.game

    @property
    def revision(self) -> int:
        return self.state.revision

    @property
    def exists(self) -> bool:
        return self.state.revision > 0


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
        self._kept: OrderedDict[str, tuple[Game, dict[object, bytes]]] = OrderedDict()

    def recall(self, game_id: str) -> Game | None:
        """The game as it is kept here, which may be behind; None if it is not kept."""
        kept = self._kept.get(game_id)
        if kept is None:
            return None
        self._kept.move_to_end(game_id)
        return kept[0]

    def made_of(self, game: Game) -> dict[object, bytes]:
        """Where to keep answers made of `game`, by what was asked: gone when another revision of
        it is kept here, and empty each time for a game that is not."""
        kept = self._kept.get(game.id)
        return kept[1] if kept is not None and kept[0] is game else {}

    def load(self, game_id: str) -> Game:
        """The game as it stands now; a Game that does not exist if there is none.

        :raises Damaged: the stream has a gap, lost its end, or does not match its hashes.
        :raises Unreadable: it holds an event of an unknown type or a later version.
        :raises StoreDown: Redis does not answer.
        """
        kept = self.recall(game_id)
        try:
            if kept is None:
                return self.keep(self._fold(game_id))
            since = self.store.read_from(game_id, kept.revision, kept.hash, kept.labels.version)
            if not since.entries and since.labels is None:
                return kept
            if since.labels is not None:
                kept = Game(kept.state, kept.hash, since.labels)
            return self.keep(advance(game_id, kept, since.entries))
        except (Damaged, Unreadable) as error:
            self.tell(error)
            raise

    def tell(self, error: "Damaged | Unreadable") -> None:
        """Say and count once what was noticed, by a reader or a writer; who asks again gets what
        is left."""
        log.error("%s", error)
        metrics.DAMAGED.labels(type(error).__name__.lower()).inc()
        if isinstance(error, Damaged):
            self.disown(error.game_id)

    def _fold(self, game_id: str) -> Game:
        found = self.snapshots.resume(game_id)
        if not found.state.revision and not found.entries and self._known(game_id):
            if self.store.read(game_id, limit=1):
                return self._fold(game_id)  # it was created between the two questions
            raise Damaged(game_id, 1, "the whole stream is gone")
        game = advance(game_id, Game(found.state, found.hash, found.labels), found.entries)
        if game.revision - found.state.revision >= ENTRIES_PER_SNAPSHOT:
            self.snapshots.lay(game.state, game.hash)
        return game

    def at(self, game_id: str, revision: int) -> Game:
        """The game as it was at `revision`, or as it is now if that lies in the future."""
        found = self.store.resume(game_id, "", revision)
        return from_start(game_id, found.entries, found.labels)

    def keep(self, game: Game) -> Game:
        """Keep the game, unless a later one is kept already. Returns `game`."""
        if game.exists and self._limit:
            kept = self._kept.get(game.id)
            if kept is None or kept[0].revision <= game.revision:
                self._kept[game.id] = game, {}
                self._kept.move_to_end(game.id)
            while len(self._kept) > self._limit:
                self._kept.popitem(last=False)
        return game

    def forget(self, game_id: str) -> None:
        self._kept.pop(game_id, None)

    def disown(self, game_id: str) -> None:
        """Forget what was folded before the damage that is being told: it would tell it again."""
        self.forget(game_id)
        self.snapshots.drop(game_id)


def from_start(game_id: str, entries: Sequence[Stored], labels: Labels = NONE) -> Game:
    """The game that all of its entries add up to; raises as `advance` does."""
    return advance(game_id, Game(INITIAL, ledger.GENESIS, labels), entries)


def advance(game_id: str, game: Game, entries: Sequence[Stored]) -> Game:
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
                raise Damaged(game_id, stored.revision, "its hash does not match")
            entry = read(game_id, stored)
            if seed is None:
                seed = _seed(entry)
            for event in entry.events:
                if reason := broken_seal(event, game_id, seed):
                    raise Damaged(game_id, stored.revision, reason)
            told.append(entry)
        try:
            state = fold(told, state)
        except Exception as error:
            reason = f"it cannot have happened then, or one up to {some[-1].revision} cannot"
            raise Damaged(game_id, some[0].revision, reason) from error
    return Game(state, previous, game.labels) if entries else game


def _seed(entry: Entry) -> str | None:
    first = entry.events[0]
    return first.secret.server_seed if isinstance(first, GameCreated) and first.secret else None


def read(game_id: str, stored: Stored) -> Entry:
    """A stored entry. Raises Unreadable with its revision."""
    try:
        return decode(stored.p, stored.s)
    except UnreadableEntry as error:
        raise Unreadable(game_id, stored.revision, str(error)) from error
