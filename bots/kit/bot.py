"""What the bot follows: one game by its feed, or all games of an account by their inbox."""

import logging
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

from bots.kit import seat as seats
from bots.kit.client import Client, RequestRefused, Stopped
from bots.kit.seat import GiveUp, SeededPolicy

log = logging.getLogger("toma6.bot")

LONG_POLL_SECONDS: Final = 25
MIN_LOOK_SECONDS, MAX_LOOK_SECONDS = 0.25, 2.0
"""Between two looks into the inbox: at first, and when nothing comes."""
MAX_GAMES_AT_ONCE: Final = 4
Place = tuple[str, int]
"""A game, and a seat there."""


@dataclass
class Bot:
    """A bot at work. `stop` may be called from any thread, and from a signal's handler."""

    url: str
    token: str
    policy: SeededPolicy
    stopping: threading.Event = field(default_factory=threading.Event)
    given_up: set[Place] = field(default_factory=set)
    over: set[Place] = field(default_factory=set)
    _clients: list[Client] = field(default_factory=list)
    _of_thread: threading.local = field(default_factory=threading.local)

    def stop(self) -> None:
        """Finish the answers under way, and begin nothing more."""
        self.stopping.set()
        for client in self._clients:
            client.hang_up()

    @property
    def client(self) -> Client:
        """The present thread's own client."""
        if not hasattr(self._of_thread, "client"):
            self._of_thread.client = Client(self.url, self.token, self.stopping)
            self._clients.append(self._of_thread.client)
        client: Client = self._of_thread.client
        return client

    def close(self) -> None:
        """End all connections."""
        for client in self._clients:
            client.close()

    def follow_game(self, game_id: str) -> None:
        """Play the token's seat in one game, to the game's end.

        :raises GiveUp, RequestRefused, Stopped: it cannot be played on, or must not.
        """
        while not self._done(view := seats.play(self.client, self.policy, game_id)):
            news = f"/v1/games/{game_id}/events?after={view['revision']}&limit=1"
            self.client.ask("GET", news, wait=LONG_POLL_SECONDS)

    def follow_inbox(self, only: str | None, until_over: bool) -> None:  # noqa: FBT001
        """Play all games of an account (or only one), several at once.

        With `until_over`, to the end of all in which it has answered.

        :raises RequestRefused, Stopped: the token is no good, or it was told to stop.
        """
        busy: dict[Place, Future[None]] = {}
        known: set[Place] = set()
        tag, pause = None, MIN_LOOK_SECONDS
        with ThreadPoolExecutor(MAX_GAMES_AT_ONCE, "bot") as pool:
            while True:
                busy = {place: future for place, future in busy.items() if not future.done()}
                reply = self.client.ask("GET", "/v1/me/decisions", tag=tag)
                owed = set() if reply.status == 304 else _places(reply.body, only)
                tag = reply.headers.get("etag")
                if owed & busy.keys():
                    tag = None  # look again, whether or not it changes
                new = owed - busy.keys() - self.given_up - self.over
                busy |= {place: pool.submit(self._play, *place) for place in new}
                known |= new
                if until_over and known and not busy and self._all_over(known):
                    return
                pause = MIN_LOOK_SECONDS if new or busy else min(pause * 1.5, MAX_LOOK_SECONDS)
                if self.stopping.wait(pause):
                    raise Stopped

    def _play(self, game_id: str, seat: int) -> None:
        """Play one seat for now. What goes wrong ends this game and no other."""
        try:
            if self._done(seats.play(self.client, self.policy, game_id, seat)):
                self.over.add((game_id, seat))
        except Stopped:
            pass
        except Exception as error:
            if isinstance(error, (GiveUp, RequestRefused)):
                log.error("game %s is given up: %s", game_id, error)  # noqa: TRY400 - it says it all
            else:
                log.exception("game %s is given up", game_id)
            self.given_up.add((game_id, seat))

    def _all_over(self, known: set[Place]) -> bool:
        for game_id, seat in sorted(known - self.over - self.given_up):
            self._play(game_id, seat)
        return known <= self.over | self.given_up

    def _done(self, view: dict[str, Any]) -> bool:
        """Whether nothing is left to do in the game; tells how it ended."""
        seat, game_id = view["you"]["seat"], view["id"]
        if view["status"] in {"lobby", "playing"}:
            if left := seats.has_left(view):
                log.warning("game %s: seat %d has resigned", game_id, seat)
            return left
        places = [place for place in view["places"] if place["seat"] == seat]
        for place in places:
            log.info("game %s: place %d with %d", game_id, place["place"], place["total"])
        if not places:
            log.info("game %s: %s", game_id, view["status"])
        return True


def _places(inbox: dict[str, Any], only: str | None) -> set[Place]:
    found = {(each["game"], each["seat"]) for each in inbox["decisions"]}
    return {place for place in found if only in (None, place[0])}
