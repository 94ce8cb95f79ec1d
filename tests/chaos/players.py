"""The clients: one for each game's host, one for each person at the table.

Each has its own connection and tells the shared history what it was told, and nothing else
connects it to the others.
"""

import http.client
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.chaos.history import Acknowledged, History
from tests.support.client import Answer, Api, Wire, as_body

POLL = 0.04
REPEATING, CONTRADICTING = 0.15, 0.05
"""How often an answered decision is answered again, with the same or with another option."""
RULESETS = ["classic"] * 5 + ["logic", "professional", "tactics", "children", "hornochsen"]
SHORT = 0.8
"""The share of games that end after a round or two: many endings, and a few long games."""
WITH_ROUNDS = {"classic", "logic", "professional", "tactics"}
PATIENCE = 90
"""Seconds after which a client gives up, and the round has failed."""
PAUSE = 0.05


class Stuck(Exception):  # noqa: N818 - says what the client is
    """No answer for longer than any fault lasts."""


class Client:
    """Asks until it is answered, and counts what it met on the way: whatever is not an answer is
    asked again with the same words, as the documentation allows.
    """

    def __init__(self, port: int, history: History) -> None:
        self._history, self._wire = history, Wire(port)
        self._api = Api(self._wire)

    def insist(
        self, method: str, path: str, token: str | None = None, body: Any = None, key: str = ""
    ) -> Answer:
        """Send it, again and again if need be. A creation needs a `key` to be repeatable."""
        headers = [("Idempotency-Key", key)] if key else []
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                told = self._api.ask(method, path, token, body, headers=headers)
            except (OSError, http.client.HTTPException):
                self.close()
                self._history.count(f"{method} no answer")
            else:
                self._history.count(f"{method} {told.status}")
                if told.status < 500:
                    return told
                if told.status != 503 or told.header("Retry-After") is None:
                    self._history.wrong(f"{path}: {told}")
            time.sleep(PAUSE)
        raise Stuck(f"{method} {path}: no answer for {PATIENCE} s")

    def close(self) -> None:
        """Hang up; the next request would open it again."""
        self._wire.close()


@dataclass(frozen=True, slots=True)
class Party:
    """A game to be played."""

    number: int
    ruleset: str
    persons: int
    bots: int
    rounds: int | None
    """After how many rounds it ends at the latest; None: as the ruleset says."""

    @classmethod
    def by(cls, rng: random.Random, number: int) -> "Party":
        ruleset = rng.choice(RULESETS)
        persons = rng.randint(1, 3)
        bots = rng.randint(1 if persons == 1 else 0, 2)
        short = ruleset in WITH_ROUNDS and rng.random() < SHORT
        return cls(number, ruleset, persons, bots, rng.randint(1, 2) if short else None)


def play_party(port: int, history: History, seed: str, party: Party) -> None:
    """Create a game, seat everybody, start it and play it to its end. Blocks meanwhile.

    Whatever goes wrong is told to the history.
    """
    try:
        Host(port, history, seed, party).play()
    except Stuck as error:
        history.wrong(str(error))
    except Exception as error:
        history.wrong(f"the client itself failed: {error!r}")
        raise


class Host:
    """Who creates a game and seats the others."""

    def __init__(self, port: int, history: History, seed: str, party: Party) -> None:
        self._port, self._history, self._party = port, history, party
        self._seed = f"{seed}/{party.number}"
        self._line = Client(port, history)

    def play(self) -> None:
        party, history = self._party, self._history
        options = {} if party.rounds is None else {"max_rounds": party.rounds}
        seats = party.persons + party.bots
        body = {"ruleset": party.ruleset, "seats": seats, "options": options}
        made = self._created("/v1/games", None, body, "game")
        game, host = made["game"]["id"], made["host_token"]
        history.created(game, host)
        persons = []
        for number in range(party.persons):
            client = Client(self._port, history)
            taken = self._created(f"/v1/games/{game}/seats", host, {"name": f"P{number}"}, number)
            history.seated(game, taken["seat"])
            rng = random.Random(f"{self._seed}/{number}")
            persons.append(Person(client, history, game, taken["token"], rng))
        for number in range(party.bots):
            policy = random.Random(f"{self._seed}/bot{number}").choice(["careful", "random"])
            key = f"bot{number}"
            taken = self._created(f"/v1/games/{game}/seats", host, {"policy": policy}, key)
            history.seated(game, taken["seat"])
        started = self._line.insist("POST", f"/v1/games/{game}/start", host)
        if started.status != 200:
            history.wrong(f"{game}: start answered {started}")
        history.started.add(game)
        self._line.close()
        together([person.play for person in persons])

    def _created(self, path: str, token: str | None, body: Any, what: object) -> Any:
        told = self._line.insist("POST", path, token, body, key=f"{self._seed}/{what}")
        if told.status != 201:
            raise Stuck(f"POST {path}: {told}")
        return told.json


class Person:
    """Who sits on one seat and answers what it owes, with any of the options."""

    def __init__(
        self, line: Client, history: History, game: str, token: str, rng: random.Random
    ) -> None:
        self._line, self._history, self._rng = line, history, rng
        self._game, self._token = game, token
        self._path = f"/v1/games/{game}"
        self._revision = 0

    def play(self) -> None:
        """Play until the game is over. Tells the history if the server gets stuck."""
        try:
            while (seen := self._look())["status"] == "playing":
                for owed in seen["you"]["decisions"]:
                    self._answer(owed)
                if not seen["you"]["decisions"]:
                    time.sleep(POLL)
        except Stuck as error:
            self._history.wrong(str(error))
        finally:
            self._line.close()

    def _look(self) -> Any:
        told = self._line.insist("GET", self._path, self._token)
        if told.status != 200:
            raise Stuck(f"GET {self._path}: {told}")
        head = told.json["head"]
        self._history.shown(self._game, head["revision"], head["hash"])
        if head["revision"] < self._revision:
            self._history.wrong(f"{self._game}: went back to revision {head['revision']}")
        self._revision = max(self._revision, head["revision"])
        return told.json

    def _answer(self, owed: Any) -> None:
        answer = as_body(owed, self._rng.choice)
        self._history.sending(self._game, owed["id"], answer)
        told = self._put(owed["id"], answer)
        if told.status not in {200, 201}:
            self._history.wrong(f"{self._game} {owed['id']} {answer}: {told}")
            return
        receipt = told.json["receipt"]
        self._history.stored(
            Acknowledged(self._game, owed["id"], answer, receipt["revision"], receipt["hash"])
        )
        self._revision = max(self._revision, receipt["revision"])
        if self._rng.random() < REPEATING:
            again = self._put(owed["id"], answer)
            if again.status != 200 or again.json["receipt"] != receipt:
                self._history.wrong(f"{self._game} {owed['id']}: {receipt}, then {again}")
            self._history.did("answers repeated")
        others = [o for o in owed["options"] if as_body({**owed, "options": [o]}) != answer]
        if others and self._rng.random() < CONTRADICTING:
            again = self._put(owed["id"], as_body({**owed, "options": others}, self._rng.choice))
            if again.status != 409 or again.json["code"] != "already_answered":
                self._history.wrong(f"{self._game} {owed['id']}: another answer gave {again}")
            self._history.did("answers contradicted")

    def _put(self, decision: str, answer: Any) -> Answer:
        return self._line.insist("PUT", f"{self._path}/decisions/{decision}", self._token, answer)


def together(tasks: list[Callable[[], None]]) -> None:
    """Do them all at the same time, each in a thread of its own."""
    threads = [threading.Thread(target=task, daemon=True) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
