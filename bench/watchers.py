"""Many idle watchers in one process, and a writer in another that appends to what they watch.

Both use the machine's monotonic clock, which all processes share.
"""

import random
import re
import select
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Final

from bench.games import chained, finished_game, new_name, put
from service.games.store import Store
from service.storage.connections import connect
from service.storage.stored import Stored

OPENING: Final = 12
"""Entries that a game has before the watchers come."""
ID: Final = re.compile(rb"(?:^|\n)id: (\d+)\n")


@dataclass(frozen=True, slots=True)
class Watched:
    """A game with its entries to come."""

    name: str
    entries: list[Stored]


def watched_games(url: str, count: int) -> list[Watched]:
    """So many games, of which only the opening is stored."""
    store, rng, games = Store(connect(url)), random.Random(6), []
    for _ in range(count):
        name = new_name()
        entries = chained(finished_game(name, rng))
        put(store, name, entries[:OPENING])
        games.append(Watched(name, entries))
    return games


class Watchers:
    """One connection each, spread over the games in turn."""

    def __init__(self, port: int, games: Sequence[Watched], count: int, after: int) -> None:
        self._games = games
        self._poll = select.epoll()
        self._game_of: dict[int, int] = {}
        self._sockets: list[socket.socket] = []
        for number in range(count):
            game = number % len(games)
            line = socket.create_connection(("127.0.0.1", port), timeout=60)
            path = f"/v1/games/{games[game].name}/events?after={after}"
            line.sendall(
                f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode()
            )
            self._sockets.append(line)
            self._game_of[line.fileno()] = game
        for line in self._sockets:
            got = b""
            while b"event: state" not in got:
                got = got[-100:] + line.recv(65536)
                if got.startswith(b"HTTP/1.1 ") and not got.startswith(b"HTTP/1.1 200"):
                    raise RuntimeError(got.decode())
            line.setblocking(False)
            self._poll.register(line.fileno(), select.EPOLLIN)
        self._by_number = {line.fileno(): line for line in self._sockets}

    def arrivals(self, seconds: float) -> list[tuple[int, int, float]]:
        """What comes within so long: game, revision, and when."""
        found, until = [], time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for number, _ in self._poll.poll(left):
                data = self._by_number[number].recv(65536)
                now = time.monotonic()
                if not data:
                    raise RuntimeError("the server ended a stream")
                found += [(self._game_of[number], int(each), now) for each in ID.findall(data)]
        return found

    def close(self) -> None:
        for line in self._sockets:
            line.close()
        self._poll.close()


@dataclass(frozen=True, slots=True)
class Pace:
    """So many appends a second, for so many seconds."""

    rate: float
    seconds: float


def write(url: str, games: Sequence[Watched], first: int, pace: Pace) -> "Writing":
    """Start to append one entry at a time, to games in turn, from index `first` on of each."""
    context = get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_append, args=(theirs, url, games, first, pace))
    process.start()
    return Writing(process, ours)


@dataclass(frozen=True, slots=True)
class Writing:
    """A writer at work."""

    process: Any
    line: Any

    def times(self) -> dict[tuple[int, int], float]:
        """When each append was begun, by game and revision; waits for the writer's end."""
        found: dict[tuple[int, int], float] = self.line.recv()
        self.process.join()
        return found


def _append(line: Any, url: str, games: Sequence[Watched], first: int, pace: Pace) -> None:
    store, times = Store(connect(url)), {}
    beginning = time.monotonic()
    for number in range(int(pace.rate * pace.seconds)):
        game, index = number % len(games), first + number // len(games)
        entries = games[game].entries
        time.sleep(max(0.0, beginning + number / pace.rate - time.monotonic()))
        times[game, index + 1] = time.monotonic()
        put(store, games[game].name, [entries[index]], entries[index - 1].h)
    line.send(times)
