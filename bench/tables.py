"""Games that people play over HTTP: create, sit down, start, pick, take rows.

The player here knows the hands from the views, so all its picks are legal, and picks at random.
"""

import random
from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from bench.games import SEATS
from bench.wire import Answers, Clients, build


class Table:
    """One running game: its seats' tokens, and the last view of each seat."""

    def __init__(self, game: str, tokens: list[str]) -> None:
        self.game, self.tokens = game, tokens
        self.views: list[dict[str, Any]] = []

    @property
    def over(self) -> bool:
        return bool(self.views) and self.views[0]["status"] != "playing"

    def look(self) -> list[bytes]:
        """The request of each seat for its view."""
        return [build("GET", f"/v1/games/{self.game}", token) for token in self.tokens]

    def answer(self, seat: int, rng: random.Random) -> bytes | None:
        """The request with which `seat` answers what it owes; None if it owes nothing."""
        for owed in self.views[seat]["you"]["decisions"]:
            path = f"/v1/games/{self.game}/decisions/{owed['id']}"
            body = orjson.dumps(rng.choice(owed["options"]))
            return build("PUT", path, self.tokens[seat], body)
        return None


def open_tables(clients: Clients, count: int) -> list[Table]:
    """Start so many games of four people."""
    body = orjson.dumps({"ruleset": "classic", "seats": SEATS})
    created = checked(clients.send([build("POST", "/v1/games", None, body)] * count))
    games = [(made["game"]["id"], made["host_token"]) for made in map(orjson.loads, created)]
    tokens: list[list[str]] = [[] for _ in games]
    for seat in range(SEATS):
        name = orjson.dumps({"name": f"Player {seat}"})
        joins = [build("POST", f"/v1/games/{game}/seats", None, name) for game, _ in games]
        for known, taken in zip(tokens, checked(clients.send(joins)), strict=True):
            known.append(orjson.loads(taken)["token"])
    starts = [build("POST", f"/v1/games/{game}/start", host) for game, host in games]
    checked(clients.send(starts))
    return [Table(game, known) for (game, _), known in zip(games, tokens, strict=True)]


def learn(tables: Sequence[Table], bodies: Sequence[bytes]) -> None:
    """Note the views that the requests of `looks` have brought."""
    for number, table in enumerate(tables):
        own = bodies[number * SEATS : (number + 1) * SEATS]
        table.views = [orjson.loads(body) for body in own]


def looks(tables: Iterable[Table]) -> list[bytes]:
    """The requests of all seats for their views, table after table."""
    return [request for table in tables for request in table.look()]


def picks(
    tables: Iterable[Table], rng: random.Random, seats: Iterable[int], *, together: bool = False
) -> list[bytes]:
    """A pick of each of these seats that owes one, seat after seat, or table after table."""
    picking = [table for table in tables if table.views[0]["kind"] == "pick"]
    places = [(table, seat) for seat in seats for table in picking]
    if together:
        places.sort(key=lambda place: picking.index(place[0]))
    found = [table.answer(seat, rng) for table, seat in places]
    return [request for request in found if request is not None]


def settle(clients: Clients, tables: Sequence[Table], rng: random.Random) -> None:
    """Have rows chosen until every game that goes on waits for picks, and everybody has looked."""
    asking = [table for table in tables if table.views[0]["kind"] == "row"]
    while asking:
        answers = [table.answer(seat, rng) for table in asking for seat in range(SEATS)]
        checked(clients.send([request for request in answers if request is not None]))
        learn(asking, checked(clients.send(looks(asking))))
        asking = [table for table in asking if table.views[0]["kind"] == "row"]


def checked(answers: Answers) -> list[bytes]:
    """The bodies, if all went well."""
    for status, body in zip(answers.statuses, answers.bodies, strict=True):
        if status not in {200, 201}:
            raise RuntimeError(f"answered {status}: {body[:300]!r}")
    return answers.bodies
