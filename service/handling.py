"""The one loop through which everything happens: decide, append, fold, dispatch.

People, bots and the sweeper all enter here. A conflict means that somebody else succeeded:
the game is brought up to date and the command decided again.
"""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from domain import errors, ledger
from domain.decider import consequences
from domain.decider.accumulator import Accumulator
from domain.decisions.commands import Answer, Command, CreateGame
from domain.events import Event
from domain.events.entries import encode
from domain.ledger import Name
from service.games.games import Game, Games, advance
from service.games.given import Given, given
from service.games.snapshots import ENTRIES_PER_SNAPSHOT
from service.jobs.dispatch import Dispatcher
from service.projections.listing import Listing, goes_stale
from service.storage.labels import UNKNOWN
from service.storage.stored import Conflict, Damaged, Position, Stored, StoreError

Names = Mapping[str, Name]
NAMELESS: Final[Names] = {}
MAX_APPENDS: Final = 16
MAX_PAUSE_SECONDS: Final = 0.002
"""Of the pause after the second conflict; it may grow by as much with each further one."""
OVERTAKEN: Final = (
    errors.AlreadyAnswered, errors.DecisionClosed, errors.DecisionNotOpen, errors.NotYourDecision,
)  # fmt: skip
"""Refusals of an answer which say that the game went on without it, maybe because of it."""


class Busy(StoreError):  # noqa: N818 - reads as a fact, like its siblings
    """All 16 appends conflicted; nothing was stored. The same command may be sent again."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The game after a command.

    `position` is where the command's `events` were stored by this call; None: nothing was, for it
    is already so. `given` is then the stored answer to the decision that a player answered again.
    """

    game: Game
    position: Position | None = None
    events: Sequence[Event] = ()
    given: Given | None = None


class Handler:
    """Decides commands and stores what comes of them."""

    def __init__(
        self, games: Games, dispatcher: Dispatcher, listing: Listing, clock: Callable[[], int]
    ) -> None:
        self.games = games
        self._dispatcher = dispatcher
        self._listing = listing
        self._clock = clock
        self._pause = time.sleep

    def handle(self, game_id: str, command: Command, names: Names = NAMELESS) -> Outcome:
        """What `command` does to a game now, stored when this returns.

        `names` are those whose seals are in the command, to be kept beside the stream.

        :raises RuleViolation: the command is refused on the game as it is stored; nothing has been
            stored, and if it is an answer, the decision has no other one either.
        :raises Busy: see there.
        :raises StoreDown: it may have been stored; the same command may be sent again.
        :raises Damaged, Unreadable: as `Games.load`.
        """
        # 1. Decide on the game as it is kept here, for an append checks the revision anyway.
        game = self.games.recall(game_id)
        decided: Accumulator | Outcome | None = None if game is None else self._tried(command, game)
        if game is None or decided is None:
            # 2. If that does not do, decide on the stored game.
            game = self.games.load(game_id)
            decided = self._decided(game_id, command, game)
        for conflicts in range(MAX_APPENDS):
            if isinstance(decided, Outcome):
                return decided
            try:
                return self._append(game_id, game, decided, names)  # 3. to 5.
            except Conflict as conflict:
                if conflicts:
                    # The first one mostly says that the game was played on in another process,
                    # not that somebody is writing this very moment.
                    self._pause(random.uniform(0, MAX_PAUSE_SECONDS * conflicts))  # noqa: S311
                game = self._caught_up(game_id, game, conflict)
                decided = self._decided(game_id, command, game)
        raise Busy(f"game {game_id}: {MAX_APPENDS} appends met a conflict")

    def _tried(self, command: Command, kept: Game) -> Accumulator | None:
        """What comes of the command; None if the stored game must be asked: it is refused, or
        nothing new."""
        try:
            story = self._consequences(command, kept)
        except errors.RuleViolation:
            return None
        return story if story.events else None

    def _decided(self, game_id: str, command: Command, game: Game) -> Accumulator | Outcome:
        """What comes of the command in the game as it is stored, or what has come of it before."""
        try:
            story = self._consequences(command, game)
        except OVERTAKEN:
            found = self._given(game_id, command)
            if found is None:
                raise
            return Outcome(game, given=found)
        return story if story.events else Outcome(game, given=self._given(game_id, command))

    def _given(self, game_id: str, command: Command) -> Given | None:
        """What a player who repeats an answer is told. Nobody else asks for a receipt."""
        if not isinstance(command, Answer) or command.by != "player":
            return None
        return given(self.games.store, game_id, command.decision)

    def _consequences(self, command: Command, game: Game) -> Accumulator:
        return consequences(replace(command, at=self._now(game, command)), game.state)

    def _now(self, game: Game, command: Command) -> int:
        """The moment that counts, in ms since 1970: by the store's clock where one runs.

        Times of games without a clock are for people to read, and worth no round trip. It is
        never before the last entry, whatever has happened to the clocks: in a record times do
        not go back.
        """
        options = command.options if isinstance(command, CreateGame) else game.state.options
        clocked = options.get("turn_seconds") is not None
        return max(self.games.store.now() if clocked else self._clock(), game.state.changed_at)

    def _append(self, game_id: str, game: Game, story: Accumulator, names: Names) -> Outcome:
        p, s = encode(story.entry)
        entry = Stored(game.revision + 1, p, s, ledger.chain(game.hash, p))
        labels = game.labels
        if names:
            labels = labels._replace(version=UNKNOWN, names={**labels.names, **names})
        after = Game(story.state, entry.h, labels)
        is_listed_anew = goes_stale(after.state, story.events)
        # 3. Append: from here on it has happened.
        try:
            self.games.store.append(
                game_id,
                entry,
                previous=game.hash,
                due=self._dispatcher.due(after.state, story.at),
                within=self._dispatcher.patience(after.state),
                touched=is_listed_anew,
                names=names,
            )
        except Damaged:
            self.games.disown(game_id)  # what is kept here is not what lies there
            raise
        # 4. Keep the game as the decision has folded it.
        self.games.keep(after)
        if after.revision % ENTRIES_PER_SNAPSHOT == 0:
            self.games.snapshots.lay(after.state, after.hash)
        # 5. Dispatch: lists, inboxes and webhooks, then bots. What fails is left to the sweeper.
        if is_listed_anew:
            self._listing.try_to_project(after)
        self._dispatcher.dispatch(after.state, story.events)
        return Outcome(after, Position(entry.revision, entry.h, story.at), story.events)

    def _caught_up(self, game_id: str, game: Game, conflict: Conflict) -> Game:
        """The game with what the conflict reports; in the lobby as it lies there now, for whoever
        sits down has a name, which is not in the entries."""
        if game.state.status in ("new", "lobby"):
            return self.games.load(game_id)
        return self.games.keep(advance(game_id, game, conflict.entries))
