"""Following a game: what is sent to one who watches, and when.

One cursor, the revision: entries after it are read from the store, shown, and it moves on. How
messages are framed is in `formats.py`, who is woken when in `hub.py`.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import orjson

from service.access import callers as access
from service.access.accounts import Accounts
from service.access.callers import Caller
from service.games.games import Games, Unreadable
from service.games.moments import Moments, at_the_front
from service.problems import Problem
from service.proof.signing import Signer
from service.storage.stored import Damaged, Stored, StoreDown
from service.watching.feed import Eyes, is_last, seats_change
from service.watching.hub import Waiter

HEARTBEAT_SECONDS: Final = 15.0
ENTRIES_PER_WRITE: Final = 100
"""Some 60 kB."""
RETRY_STORE_SECONDS: Final = 2.0
SIGN: Final = 8  # characters of the chain hash in a cursor


def cursor_at(entry: Stored) -> str:
    """Where to go on after an entry, and a sign of the history that it is of."""
    return f"{entry.revision}.{entry.h[:SIGN]}"


class Message(NamedTuple):
    """One message of a stream. `data` is a JSON object; only entries have a cursor.

    state: the viewer's view. entry: what one command has caused. head: nothing new, and where the
    game stands. end: the game is over, nothing will follow. close: the server ends the stream;
    `reason`.
    """

    kind: Literal["state", "entry", "head", "end", "close"]
    data: bytes
    cursor: str = ""


@dataclass(slots=True)
class Cursor:
    """Where a stream stands: everything up to `revision` has been sent.

    `known` is how far the game has come for all we know, and `hash` the chain hash there.
    """

    revision: int
    known: int
    hash: str

    def move(self, to: Stored) -> None:
        """`to` has been sent, too."""
        self.revision = to.revision
        if to.revision >= self.known:
            self.known, self.hash = to.revision, to.h


@dataclass(frozen=True, slots=True)
class Follower:
    """One who follows a game: with whose eyes, and by what right."""

    games: Games
    accounts: Accounts
    signer: Signer
    moments: Moments
    eyes: Eyes
    seats: frozenset[int]
    token: str | None
    is_account: bool
    is_clocked: bool

    @classmethod
    def of(
        cls,
        asking: Caller,
        token: str | None,
        *,
        games: Games,
        accounts: Accounts,
        signer: Signer,
        moments: Moments,
    ) -> "Follower":
        return cls(
            games,
            accounts,
            signer,
            moments,
            Eyes.of(asking),
            asking.seats,
            token,
            is_account=asking.account is not None,
            # Of the state only what its clock depends on is kept: there is one for every stream.
            is_clocked=asking.game.state.options.get("turn_seconds") is not None,
        )

    def may_have(self, entries: Sequence[Stored], *, due: bool) -> tuple[Sequence[Stored], bool]:
        """What of `entries` to show with these eyes, and whether the rights are still those that
        the stream began with. If not, all up to the first change of who is who is shown.

        `due`: look after an account's rights, although nobody has sat down or left. Asked after
        the entries were read, so the answer is of the game at the last one or later: what is dealt
        to a seat is for whoever holds it then.

        :raises StoreDown: nothing can be shown now.
        """
        changed = next((n for n, each in enumerate(entries, 1) if seats_change(each)), None)
        asked = changed is not None or (due and self.is_account)
        if not asked or self._is_welcome():
            return entries, True
        return entries[:changed], False

    def _is_welcome(self) -> bool:
        if self.token is None:
            return True
        try:
            now = access.identify(self.games, self.accounts, self.eyes.game_id, self.token)
        except Problem:
            return False
        return now.seats == self.seats

    def head(self, at: Cursor) -> bytes:
        """The signed head as a message: in it, and in every view, a client sees what it lacks."""
        signed = self.signer.head(self.eyes.game_id, at.known, at.hash)
        now = self.moments.shared() if self.is_clocked else self.moments.own()
        return at_the_front(orjson.dumps({"head": signed}), now)

    def close(self, reason: Literal["restart", "rights", "damaged"]) -> Message:
        data = orjson.dumps({"reason": reason})
        return Message("close", at_the_front(data, self.moments.own()))


def follow(
    who: Follower, waiter: Waiter, at: Cursor, state: bytes, *, over: bool
) -> Iterator[Sequence[Message]]:
    """Messages in groups that belong into one write: the state, then entries as they come.

    `state`: the view. `over`: is the cursor at the end of a game that has ended? Ends after the
    game's last entry, when the client has gone, when its rights have changed, and when the process
    stops.
    """
    yield [Message("state", state)]
    del state  # it would be kept until the stream ends, once for each watcher
    if over:
        yield [Message("end", who.head(at))]
        return
    # Rights apart from the beats: a stream that is never quiet must end as soon as another.
    beat = rights = time.monotonic() + HEARTBEAT_SECONDS
    while not waiter.gone:
        if waiter.stopping:
            yield [who.close("restart")]
            return
        pause = beat - time.monotonic()
        try:
            entries = waiter.read(at.revision, ENTRIES_PER_WRITE)
            due = rights <= time.monotonic()
            rights = time.monotonic() + HEARTBEAT_SECONDS if due else rights
            shown, welcome = who.may_have(entries, due=due)
            messages = _messages(shown, who, at)
        except StoreDown:
            messages, welcome, pause = [], True, min(pause, RETRY_STORE_SECONDS)
        except (Damaged, Unreadable) as error:
            who.games.tell(error)
            yield [who.close("damaged")]
            return
        if messages or not welcome:
            if not welcome:
                messages.append(who.close("rights"))
            ended = messages[-1].kind != "entry"
            yield messages
            del messages  # as above
            if ended:
                return
        elif beat <= time.monotonic():
            yield [Message("head", who.head(at))]
        else:
            waiter.wait(max(0.0, min(pause, rights - time.monotonic())))
            continue
        beat = time.monotonic() + HEARTBEAT_SECONDS


def _messages(entries: Sequence[Stored], who: Follower, at: Cursor) -> list[Message]:
    items = who.eyes.items(entries, who.games.store.labels)
    messages = [
        Message("entry", item, cursor_at(entry)) for item, entry in zip(items, entries, strict=True)
    ]
    if entries:
        at.move(entries[-1])
        if is_last(entries[-1]):
            messages.append(Message("end", who.head(at)))
    return messages
