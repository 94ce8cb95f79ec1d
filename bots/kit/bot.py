"""What the bot follows: one game by its feed, or all games of an account by their inbox."""

import logging
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

from bots.kit import seat as seats
from bots.kit.line import Line, Refused, Stopped
from bots.kit.seat import GiveUp, Player

log = logging.getLogger("toma6.bot")

WAIT: Final = 25
SHORTEST, LONGEST = 0.25, 2.0
"""Seconds between two looks into the inbox: at first, and when nothing comes."""
THREADS: Final = 4
"""How many games are thought about at the same time."""
Place = tuple[str, int]
"""A game, and a seat there."""


@dataclass
class Bot:
    """A bot at work. `stop` may be called from any thread, and from a signal's handler."""

    url: str
    token: str
    player: Player
    stopping: threading.Event = field(default_factory=threading.Event)
    _lines: list[Line] = field(default_factory=list)
    _own: threading.local = field(default_factory=threading.local)
    given_up: set[Place] = field(default_factory=set)
    over: set[Place] = field(default_factory=set)

    def stop(self) -> None:
        """Finish the answers under way, and begin nothing more."""
        self.stopping.set()
        for line in self._lines:
            line.hang_up()

    @property
    def line(self) -> Line:
        """The present thread's own line."""
        if not hasattr(self._own, "line"):
            self._own.line = Line(self.url, self.token, self.stopping)
            self._lines.append(self._own.line)
        line: Line = self._own.line
        return line

    def close(self) -> None:
        for line in self._lines:
            line.close()

    def follow_game(self, game: str) -> None:
        """Play the token's seat in one game, to the game's end.

        :raises GiveUp, Refused, Stopped: it cannot be played on, or must not.
        """
        while True:
            view = seats.play(self.line, self.player, game)
            if self._done(view):
                return
            after = view["revision"]
            self.line.ask("GET", f"/v1/games/{game}/events?after={after}&limit=1", wait=WAIT)

    def follow_inbox(self, only: str | None, until_over: bool) -> None:  # noqa: FBT001
        """Play all games of an account (or only one), several at once.

        With `until_over`, to the end of all in which it has answered.

        :raises Refused, Stopped: the token is no good, or it was told to stop.
        """
        busy: dict[Place, Future[None]] = {}
        known: set[Place] = set()
        tag, pause = None, SHORTEST
        with ThreadPoolExecutor(THREADS, "bot") as pool:
            while True:
                busy = {place: future for place, future in busy.items() if not future.done()}
                reply = self.line.ask("GET", "/v1/me/decisions", tag=tag)
                owed = set() if reply.status == 304 else _places(reply.body, only)
                tag = reply.headers.get("etag")
                if owed & busy.keys():
                    tag = None  # look again, whether or not it changes
                new = owed - busy.keys() - self.given_up - self.over
                busy |= {place: pool.submit(self._play, *place) for place in new}
                known |= new
                if until_over and known and not busy and self._all_over(known):
                    return
                pause = SHORTEST if new or busy else min(pause * 1.5, LONGEST)
                if self.stopping.wait(pause):
                    raise Stopped

    def _play(self, game: str, seat: int) -> None:
        """Play one seat for now. What goes wrong ends this game and no other."""
        try:
            view = seats.play(self.line, self.player, game, seat)
        except Stopped:
            return
        except (GiveUp, Refused) as error:
            log.error("game %s is given up: %s", game, error)  # noqa: TRY400 - it says it all
            self.given_up.add((game, seat))
        except Exception:
            log.exception("game %s is given up", game)
            self.given_up.add((game, seat))
        else:
            if self._done(view):
                self.over.add((game, seat))

    def _all_over(self, known: set[Place]) -> bool:
        for game, seat in sorted(known - self.over - self.given_up):
            self._play(game, seat)
        return known <= self.over | self.given_up

    def _done(self, view: dict[str, Any]) -> bool:
        """Whether nothing is left to do in the game; tells how it ended."""
        seat, game = view["you"]["seat"], view["id"]
        if view["status"] in {"lobby", "playing"}:
            if left := seats.has_left(view):
                log.warning("game %s: seat %d has resigned", game, seat)
            return left
        places = [place for place in view["places"] if place["seat"] == seat]
        for place in places:
            log.info("game %s: place %d with %d", game, place["place"], place["total"])
        if not places:
            log.info("game %s: %s", game, view["status"])
        return True


def _places(inbox: dict[str, Any], only: str | None) -> set[Place]:
    found = {(each["game"], each["seat"]) for each in inbox["decisions"]}
    return {place for place in found if only in (None, place[0])}
