"""A small typed client of the API, for the tests: in process, or (wire.py) over a connection.

`Api` asks and checks; `Table` is a game with everybody's tokens. What an answer may look like
is in conforming.py, what is asked is the tests' business.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import Flask

Headers = Sequence[tuple[str, str]]
Line = Callable[[str, str, Headers, bytes | None], "Answer"]
JSON = ("Content-Type", "application/json")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said, to the byte."""

    method: str
    path: str
    status: int
    headers: Headers
    body: bytes

    def header(self, name: str) -> str | None:
        """The header of that name, None if it is not there."""
        found = [value for key, value in self.headers if key.lower() == name.lower()]
        assert len(found) < 2, f"{name} twice"
        return found[0] if found else None

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def lasting(self) -> bytes:
        """The body without the time at which it was said."""
        return re.sub(rb'"server_time":"[^"]{24}",?', b"", self.body)

    def expect(self, status: int, code: str | None = None) -> "Answer":
        """This answer, which must have that status, and that code if it is a problem."""
        assert self.status == status, (self.method, self.path, self.status, self.body[:500])
        if code is not None:
            assert self.json["code"] == code, self.body
        return self


def in_process(app: Flask) -> Line:
    """Ask `app` directly."""

    def ask(method: str, path: str, headers: Headers, body: bytes | None) -> Answer:
        sent = list(headers)
        with app.test_client().open(path, method=method, headers=sent, data=body) as got:
            return Answer(method, path, got.status_code, list(got.headers), got.data)

    return ask


@dataclass(frozen=True, slots=True)
class Api:
    """Asks over `line`; every answer passes `seen` before the test gets it."""

    line: Line
    seen: Callable[[Answer], None] = lambda answer: None

    def ask(
        self,
        method: str,
        path: str,
        token: str | None = None,
        data: Any = None,
        *,
        headers: Headers = (),
        body: bytes | None = None,
    ) -> Answer:
        """One request: `data` as JSON, or `body` as it is (name its type in `headers`)."""
        sent = list(headers)
        if token is not None:
            sent.append(("Authorization", f"Bearer {token}"))
        if data is not None:
            body = json.dumps(data).encode()
            sent.append(JSON)
        answer = self.line(method, path, sent, body)
        self.seen(answer)
        return answer

    def get(self, path: str, token: str | None = None, headers: Headers = ()) -> Answer:
        return self.ask("GET", path, token, headers=headers)

    def create(self, ruleset: str = "classic", *, key: str | None = None, **body: Any) -> "Table":
        """A new game."""
        headers = [] if key is None else [("Idempotency-Key", key)]
        body = {"ruleset": ruleset, **body}
        return Table.of(self, self.ask("POST", "/v1/games", None, body, headers=headers))

    def started(self, ruleset: str = "classic", seats: int = 3, **body: Any) -> "Table":
        """A new game of that many persons, started."""
        table = self.create(ruleset, seats=seats, **body)
        for number in range(seats):
            table.sit(f"P{number}")
        table.start()
        return table


@dataclass(frozen=True, slots=True)
class Table:
    """A game over HTTP, with the tokens of the host, the invitation and each seat."""

    api: Api
    game: str
    host: str
    invite: str
    seats: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, api: Api, created: Answer) -> "Table":
        """The table of a game that was just created."""
        made = created.expect(201).json
        return cls(api, made["game"]["id"], made["host_token"], made["invite_token"])

    def path(self, rest: str = "") -> str:
        return f"/v1/games/{self.game}{rest}"

    def sit(self, name: str, **body: Any) -> int:
        """Sit a person down, as the host may; returns the seat."""
        answer = self.api.ask("POST", self.path("/seats"), self.host, {"name": name, **body})
        taken = answer.expect(201).json
        self.seats[taken["seat"]] = taken["token"]
        return int(taken["seat"])

    def sit_bot(self, policy: str = "careful", **body: Any) -> int:
        answer = self.api.ask("POST", self.path("/seats"), self.host, {"policy": policy, **body})
        return int(answer.expect(201).json["seat"])

    def start(self) -> Answer:
        return self.api.ask("POST", self.path("/start"), self.host).expect(200)

    def view(self, seat: int | None = None, query: str = "") -> Any:
        """The game as the seat, or a holder of the invitation, sees it."""
        token = self.invite if seat is None else self.seats[seat]
        return json.loads(self.api.get(self.path(query), token).expect(200).lasting)

    @property
    def revision(self) -> int:
        return int(self.view()["revision"])

    def owed(self, seat: int) -> Mapping[str, Any]:
        """The decision that the seat owes, with its options."""
        answer = self.api.get(self.path("/decisions"), self.seats[seat]).expect(200)
        (found,) = [d for d in answer.json["decisions"] if d["seat"] == seat]
        return dict(found)

    def put(self, decision: str, answer: Any, seat: int, **more: Any) -> Answer:
        path = self.path(f"/decisions/{decision}")
        return self.api.ask("PUT", path, self.seats[seat], answer, **more)

    def answer_owed(self, seat: int, choose: Callable[[list[Any]], Any]) -> Answer:
        """Answer what the seat owes with one of its options."""
        owed = self.owed(seat)
        return self.put(owed["id"], as_answer(owed, choose(owed["options"])), seat).expect(201)

    def play_on(self, choose: Callable[[list[Any]], Any], steps: int | None = None) -> int:
        """Answer for whoever is waited on, to the end or that many times; returns how often."""
        done = 0
        while done != steps:
            waiting = self.view()["waiting_on"]
            if not waiting:
                break
            self.answer_owed(waiting[0], choose)
            done += 1
        return done

    def feed(self, token: str | None = None, query: str = "?limit=500") -> list[Any]:
        """The entries from the first on, as this token gets them."""
        answer = self.api.get(self.path(f"/events{query}"), token or self.invite)
        return list(answer.expect(200).json["entries"])

    def events(self, *kinds: str, after: int = 0) -> list[Any]:
        """The events after a revision, of these types (of all), as everybody sees them."""
        found: list[Any] = []
        while page := self.feed(query=f"?after={after}&limit=500"):
            found += [event for item in page for event in events(item)]
            after += len(page)
        return [event for event in found if not kinds or event["type"] in kinds]


def events(item: Mapping[str, Any]) -> list[Any]:
    """The events of one item of a feed."""
    return list(item["entry"]["events"])


def as_answer(owed: Mapping[str, Any], option: Any) -> Any:
    """The body that answers with `option`: itself, or for `play` one card of it."""
    if owed["kind"] != "play":
        return option
    if "rows" in option:
        option = {"special": option["special"], "row": option["rows"][0]}
    return {"cards": [option]}
