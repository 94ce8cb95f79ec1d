"""The clients: one for each game's host, one for each person at the table. Each has its own
connection and tells the shared history what it was told, and nothing else connects it to the
others."""

import http.client
import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any, Protocol

from domain.text.times import milliseconds
from tests.chaos.history import OTHERS, TOLD, History
from tests.support.client import Answer, Api, Headers, Table, Wire, as_body

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
CLOCKED, HOUSE = 0.2, 0.35
"""The share of games with a clock, and of those whose persons are an app's."""
WORD = 20
"""Seconds after which an app answers of which no word has come."""
Told = Callable[[str, str], bool]


class App(Protocol):
    token: str

    def told(self, game: str, decision: str) -> bool: ...


class Stubborn:
    """A line that asks until it is answered, and counts what it met on the way: whatever is not an
    answer is asked again with the same words and key, as the documentation allows. `expected`:
    codes of trouble that are one."""

    def __init__(
        self, port: int, history: History, name: str, expected: tuple[str, ...] = ()
    ) -> None:
        self._history, self._wire, self._expected = history, Wire(port), expected
        self._keys = (f"{name}/{number}" for number in count())
        self.close = self._wire.close

    def __call__(self, method: str, path: str, headers: Headers, body: bytes | None) -> Answer:
        if method == "POST":
            headers = [*headers, ("Idempotency-Key", next(self._keys))]
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                told = self._wire(method, path, headers, body)
            except (OSError, http.client.HTTPException):
                self.close()
                self._history.note(TOLD, f"{method} no answer")
            else:
                self._history.note(TOLD, f"{method} {told.status}")
                if told.status < 500 or told.json["code"] in self._expected:
                    return told
                may_be = told.status == 503 and told.header("Retry-After") is not None
                self._history.holds(may_be, f"{path}: {told}")
            time.sleep(PAUSE)
        raise TimeoutError(f"{method} {path}: no answer for {PATIENCE} s")


def play_party(port: int, history: History, seed: str, house: App | None = None) -> None:
    """Create a game, seat everybody, start it and play it to its end. Blocks meanwhile. Persons may
    be those of an app."""
    rng = random.Random(seed)
    ruleset, persons = rng.choice(RULESETS), rng.randint(1, 3)
    bots = rng.randint(1 if persons == 1 else 0, 2)
    short = ruleset in WITH_ROUNDS and rng.random() < SHORT
    options: dict[str, Any] = {"max_rounds": rng.randint(1, 2)} if short else {}
    if rng.random() < CLOCKED:
        options |= {"turn_seconds": 10, "on_timeout": "lowest"}
    by = house.token if house and rng.random() < HOUSE else None
    line = Stubborn(port, history, seed)
    table = Api(line, token=by).create(ruleset, seats=persons + bots, options=options)
    history.created(table)
    for number in range(persons):
        history.seats[table.game].append(table.sit(f"P{number}", by))
    for _ in range(bots):
        history.seats[table.game].append(table.sit_bot(rng.choice(["careful", "random"])))
    table.start()
    history.started.add(table.game)
    line.close()
    if by:
        history.house.add(table.game)
    told = house.told if house and by else None
    people = [Person(port, history, table, s, f"{seed}/{s}", told) for s in table.seats]
    together(history, *(each.play for each in people))


class Person:
    """Who sits on one seat and answers what it owes, with any of the options."""

    def __init__(
        self, port: int, history: History, table: Table, seat: int, seed: str, told: Told | None
    ) -> None:
        self._line, self._told = Stubborn(port, history, seed), told
        self._since: dict[str, float] = {}
        self._table = replace(table, api=Api(self._line))
        self._history, self._seat, self._rng = history, seat, random.Random(seed)
        self._revision = 0

    def play(self) -> None:
        moved_at, revision = time.monotonic(), 0
        while (seen := self._look())["status"] == "playing":
            if self._revision > revision:
                moved_at, revision = time.monotonic(), self._revision
            if time.monotonic() > moved_at + 2 * PATIENCE:
                raise TimeoutError(f"{self._table.game}: stands still at {revision}")
            may = [each for each in seen["you"]["decisions"] if self._may(each["id"])]
            for owed in may:
                self._answer(owed)
            if not may:
                time.sleep(POLL)
        self._line.close()

    def _may(self, decision: str) -> bool:
        """Who acts on word waits for it, though not for ever; who was late waits for the clock."""
        if (self._table.game, decision) in self._history.late:
            return False
        if self._told is None or self._told(self._table.game, decision):
            return True
        since = self._since.setdefault(decision, time.monotonic())
        if time.monotonic() < since + WORD:
            return False
        if self._history.calm_at:
            self._history.untold.append((self._table.game, decision))
        else:
            self._history.note(OTHERS, "answers before the word of it")
        return True

    def _look(self) -> Any:
        game = self._table.game
        told = self._table.get("", self._table.seats[self._seat]).expect(200).json
        revision = told["head"]["revision"]
        self._history.shown(game, revision, told["head"]["hash"])
        self._history.holds(revision >= self._revision, f"{game}: went back to {revision}")
        self._revision = max(self._revision, revision)
        return told

    def _answer(self, owed: Any) -> None:
        history, game, decision = self._history, self._table.game, owed["id"]
        answer = as_body(owed, self._rng.choice)
        history.sending(game, decision, answer)
        if owed["deadline"]:
            history.deadlines[game, decision] = milliseconds(owed["deadline"])
        told = self._table.put(decision, answer, self._seat)
        if told.status == 410 and owed["deadline"]:
            history.late.add((game, decision))
            return
        if told.status not in {200, 201}:
            history.wrongs.append(f"{game} {decision} {answer}: {told}")
            return
        receipt = told.json["receipt"]
        history.receipts[game].append((decision, answer, receipt))
        self._revision = max(self._revision, receipt["revision"])
        if self._rng.random() < REPEATING:
            again = self._table.put(decision, answer, self._seat)
            same = again.status == 200 and again.json["receipt"] == receipt
            history.holds(same, f"{game} {decision}: {receipt}, then {again}")
            history.note(OTHERS, "answers repeated")
        others = [o for o in owed["options"] if as_body({**owed, "options": [o]}) != answer]
        if others and self._rng.random() < CONTRADICTING:
            other = as_body({**owed, "options": others}, self._rng.choice)
            again = self._table.put(decision, other, self._seat)
            refused = again.status == 409 and again.json["code"] == "already_answered"
            history.holds(refused, f"{game} {decision}: another answer gave {again}")
            history.note(OTHERS, "answers contradicted")


def together(history: History, *tasks: Callable[[], None]) -> None:
    """Do them all at the same time, each in a thread of its own. What one raises is a wrong."""

    def safely(task: Callable[[], None]) -> None:
        try:
            task()
        except Exception as error:  # noqa: BLE001 - whatever it is, the round has failed
            history.wrongs.append(repr(error))

    threads = [threading.Thread(target=safely, args=(task,), daemon=True) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
