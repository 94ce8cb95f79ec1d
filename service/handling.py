"""The one loop through which everything happens: read, decide, append, fold, dispatch.

People, bots and the sweeper all enter here. A conflict means that somebody else succeeded:
the game is brought up to date and the command decided again.
"""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from domain import ledger
from domain.decider import consequences
from domain.decider.accumulator import Accumulator
from domain.decisions.commands import Command, CreateGame
from domain.errors import RuleViolation
from domain.events import Event
from domain.events.entries import Entry, encode
from domain.ledger import Name
from service.games.games import Game, Games, advance
from service.games.snapshots import EVERY
from service.games.store import Conflict, Damaged, Position, Stored, StoreError
from service.jobs.dispatch import Dispatcher
from service.projections.listing import Listing, goes_stale
from service.storage.labels import UNKNOWN

Names = Mapping[str, Name]
NAMELESS: Final[Names] = {}
ATTEMPTS: Final = 16
PAUSE: Final = 0.002
"""Seconds of the longest pause before the second attempt; it grows with each further one."""


class Busy(StoreError):  # noqa: N818 - reads as a fact, like its siblings
    """Every attempt met somebody else's success; the same command may be sent again."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The game after a command, and where it is stored; None: already so."""

    game: Game
    position: Position | None
    events: Sequence[Event] = ()


class Handler:
    """Decides commands and stores what comes of them."""

    def __init__(
        self,
        games: Games,
        dispatcher: Dispatcher,
        listing: Listing,
        clock: Callable[[], int],
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.games = games
        self._dispatcher = dispatcher
        self._listing = listing
        self._clock = clock
        self._pause = pause

    def handle(self, name: str, command: Command, names: Names = NAMELESS) -> Outcome:
        """What `command` does to the game `name` now, stored when this returns.

        `names` are those whose seals are in the command, to be kept beside the stream.

        Starts from the game as it is kept here and asks the store only when that does not do:
        an append checks the revision anyway, and no refusal is given on an old state.

        :raises RuleViolation: the command is refused; nothing has been stored.
        :raises Busy, StoreDown, Damaged: see the store.
        """
        kept = self.games.recall(name)
        game = kept or self.games.load(name)
        current = kept is None
        for attempt in range(ATTEMPTS):
            if attempt > 1:
                # The first conflict mostly says that the game was played on in another process,
                # not that somebody is writing this very moment.
                self._pause(random.uniform(0, PAUSE * (attempt - 1)))  # noqa: S311 - jitter
            command = replace(command, at=self._now(game, command))
            try:
                story = consequences(command, game.state)
            except RuleViolation:
                if current:
                    raise
                story = None
            if not current and (story is None or not story.events):
                game, current = self.games.load(name), True
                command = replace(command, at=self._now(game, command))  # not before its end
                story = consequences(command, game.state)
            if story is None or not story.events:
                return Outcome(game, None)
            try:
                return self._append(name, game, story, names)
            except Conflict as conflict:
                game, current = self._catch_up(name, game, conflict), True
            except Damaged:
                self.games.disown(name)  # what is kept here is not what lies there
                raise
        raise Busy(f"game {name}: {ATTEMPTS} attempts met a conflict")

    def _now(self, game: Game, command: Command) -> int:
        """The moment that counts, in ms since 1970: by the store's clock where one runs.

        Times of games without a clock are for people to read, and worth no round trip. It is
        never before the last entry, whatever has happened to the clocks: in a record times do
        not go back.
        """
        options = command.options if isinstance(command, CreateGame) else game.state.options
        clocked = options.get("turn_seconds") is not None
        return max(self.games.store.now() if clocked else self._clock(), game.state.changed_at)

    def _append(self, name: str, game: Game, story: Accumulator, names: Names) -> Outcome:
        events, entry = story.events, chained(story.entry, game)
        labels = game.labels
        if names:
            labels = labels._replace(version=UNKNOWN, names={**labels.names, **names})
        after = Game(story.state, entry.h, labels)
        listed = goes_stale(after.state, events)
        self.games.store.append(
            name,
            entry,
            previous=game.hash,
            due=self._dispatcher.due(after.state, story.at),
            touched=listed,
            names=names,
        )
        self.games.keep(after)
        if after.revision % EVERY == 0:
            self.games.snapshots.lay(after.state, after.hash)
        if listed:
            self._listing.renew(after)
        self._dispatcher.dispatch(after.state, events)
        return Outcome(after, Position(entry.revision, entry.h, story.at), events)

    def _catch_up(self, name: str, game: Game, conflict: Conflict) -> Game:
        """The game with what the conflict reports; in the lobby as it lies there now, for whoever
        sits down has a name, which is not in the entries."""
        if game.state.status in ("new", "lobby"):
            return self.games.load(name)
        return self.games.keep(advance(name, game, conflict.entries))


def chained(entry: Entry, game: Game) -> Stored:
    """The entry as it continues the stream of `game`."""
    p, s = encode(entry)
    return Stored(game.revision + 1, p, s, ledger.chain(game.hash, p))
