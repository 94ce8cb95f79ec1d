"""A small typed client of the API, for all tests: in process, or over a connection. `Api` asks and
checks; `Table` is a game with everybody's tokens. What an answer may look like is in conforming.py,
what is asked is the tests' business."""

import http.client
import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask
from werkzeug.wsgi import ClosingIterator

Headers = Sequence[tuple[str, str]]
Line = Callable[[str, str, Headers, bytes | None], "Answer"]
Choose = Callable[[list[Any]], Any]
JSON = ("Content-Type", "application/json")
NDJSON = ("Accept", "application/x-ndjson")
SHORT: Mapping[str, Any] = {"end_score": None, "max_rounds": 1}
"""Options of a game of one round."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said, to the byte."""

    method: str
    path: str
    status: int
    headers: Headers
    body: bytes

    def header(self, name: str) -> str | None:
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

    @property
    def next(self) -> str | None:
        """Where its link leads to: the page that follows."""
        link = self.header("Link")
        return link.partition(">")[0].removeprefix("<") if link else None

    def expect(self, status: int, code: str | None = None) -> "Answer":
        """This answer, which must have that status, and that code if it is a problem."""
        assert self.status == status, (self.method, self.path, self.status, self.body[:500])
        if code is not None:
            assert self.json["code"] == code, self.body
        return self


def in_process(app: Flask) -> Line:
    """Without Flask's own client, which takes as long as many an answer."""

    def ask(method: str, path: str, headers: Headers, body: bytes | None) -> Answer:
        where, _, query = path.partition("?")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method, "RAW_URI": path, "REQUEST_URI": path, "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(where).decode("latin-1"), "QUERY_STRING": query,
            "SERVER_NAME": "localhost", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "localhost", "REMOTE_ADDR": "127.0.0.1", "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body or b""), "wsgi.errors": sys.stderr,
        }  # fmt: skip
        for header, value in [*headers, *([] if body is None else [("Content-Length", len(body))])]:
            name = header.upper().replace("-", "_")
            name = name if name in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{name}"
            environ[name] = f"{environ[name]}, {value}" if name in environ else f"{value}"
        begun: list[Any] = []
        with closing(ClosingIterator(app(environ, lambda *told: begun.extend(told)))) as parts:
            said = b"".join(parts)
        return Answer(method, path, int(begun[0].split()[0]), begun[1], said)

    return ask


class Wire:
    """Asks the server on a port, on one kept connection; for one thread."""

    def __init__(self, port: int) -> None:
        self._kept = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def __call__(self, method: str, path: str, headers: Headers, body: bytes | None) -> Answer:
        try:
            return self._ask(method, path, headers, body)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            self.close()  # it was closed while it was idle: nothing of this request was read
            return self._ask(method, path, headers, body)

    def _ask(self, method: str, path: str, headers: Headers, body: bytes | None) -> Answer:
        self._kept.request(method, path, body, dict(headers))
        got = self._kept.getresponse()
        return Answer(method, path, got.status, got.getheaders(), got.read())

    def close(self) -> None:
        self._kept.close()


@dataclass(frozen=True, slots=True)
class Api:
    """Asks over `line`; every answer passes `seen` before the test gets it."""

    line: Line
    seen: Callable[[Answer], None] = lambda answer: None
    token: str | None = None
    """What is sent where a request names none."""

    def by(self, token: str | None) -> "Api":
        """The same, asked by somebody."""
        return replace(self, token=token)

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
        if (token := token or self.token) is not None:
            sent.append(("Authorization", f"Bearer {token}"))
        if data is not None:
            body = json.dumps(data).encode()
            sent.append(JSON)
        answer = self.line(method, path, sent, body)
        self.seen(answer)
        return answer

    def get(self, path: str, token: str | None = None, headers: Headers = ()) -> Answer:
        return self.ask("GET", path, token, headers=headers)

    def post(self, path: str, data: Any = None, **more: Any) -> Answer:
        return self.ask("POST", path, None, data, **more)

    def create(self, ruleset: str = "classic", *, key: str | None = None, **body: Any) -> "Table":
        headers = [] if key is None else [("Idempotency-Key", key)]
        made = self.post("/v1/games", {"ruleset": ruleset, **body}, headers=headers)
        return Table.of(self.by(None), made)

    def started(
        self, ruleset: str = "classic", seats: int = 3, bots: Iterable[str] = (), **body: Any
    ) -> "Table":
        """A new game of that many persons, and bots of these policies, started."""
        table = self.create(ruleset, seats=seats + len(list(bots)), **body)
        for number in range(seats):
            table.sit(f"P{number}", self.token)
        for policy in bots:
            table.sit_bot(policy)
        table.start()
        return table


WATCHMAN = "who-watches"
"""The token with which tests read metrics, where it is set."""
WATCHING = [("Authorization", f"Bearer {WATCHMAN}")]


def first(options: list[Any]) -> Any:
    """How it is chosen where it does not matter."""
    return options[0]


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
        made = created.expect(201).json
        return cls(api, made["game"]["id"], made["host_token"], made["invite_token"])

    def path(self, rest: str = "") -> str:
        return f"/v1/games/{self.game}{rest}"

    def get(self, rest: str = "", token: str | None = None, headers: Headers = ()) -> Answer:
        return self.api.get(self.path(rest), token, headers)

    def ask(
        self, method: str, rest: str, token: str | None = None, data: Any = None, **more: Any
    ) -> Answer:
        return self.api.ask(method, self.path(rest), token, data, **more)

    def sit(self, name: str, by: str | None = None, **body: Any) -> int:
        """Sit a person down, as the host or an account may; returns the seat."""
        taken = self.ask("POST", "/seats", by or self.host, {"name": name, **body}).expect(201).json
        self.seats[taken["seat"]] = taken["token"]
        return int(taken["seat"])

    def sit_bot(self, policy: str = "careful", by: str | None = None) -> int:
        answer = self.ask("POST", "/seats", by or self.host, {"policy": policy})
        return int(answer.expect(201).json["seat"])

    def leave(self, seat: int, by: str | None = None) -> Answer:
        """Get up from the seat, or resign."""
        return self.ask("DELETE", f"/seats/{seat}", by or self.seats[seat])

    def give_back(self, seat: int) -> Answer:
        """Return to a seat that a bot was given."""
        return self.ask("POST", f"/seats/{seat}/return", self.seats[seat]).expect(204)

    def start(self) -> Answer:
        return self.ask("POST", "/start", self.host).expect(200)

    def abandon(self) -> Answer:
        return self.ask("POST", "/abandon", self.host).expect(200)

    def view(self, seat: int | None = None, query: str = "") -> Any:
        """The game as the seat, or a holder of the invitation, sees it."""
        token = self.invite if seat is None else self.seats[seat]
        return json.loads(self.get(query, token).expect(200).lasting)

    @property
    def revision(self) -> int:
        return int(self.view()["revision"])

    def hand(self, seat: int) -> list[int]:
        return list(self.view(seat)["you"]["hand"])

    def names(self, query: str = "", by: str | None = None) -> list[str | None]:
        """What the players are called in a view."""
        seats = self.get(query, by or self.host).expect(200).json["seats"]
        return [(seat["player"] or {}).get("name") for seat in seats]

    def owed(self, seat: int) -> Mapping[str, Any]:
        """The decision that the seat owes, with its options."""
        told = self.get("/decisions", self.seats[seat]).expect(200).json["decisions"]
        (found,) = [each for each in told if each["seat"] == seat]
        return dict(found)

    def put(self, decision: str, answer: Any, seat: int, **more: Any) -> Answer:
        return self.ask("PUT", f"/decisions/{decision}", self.seats[seat], answer, **more)

    def pick(self, seat: int, card: int, round: int = 1, turn: int = 1) -> Answer:
        return self.put(f"r{round}t{turn}-pick-s{seat}", {"card": card}, seat)

    def answer_owed(self, seat: int, choose: Choose = first) -> Answer:
        owed = self.owed(seat)
        return self.put(owed["id"], as_body(owed, choose), seat).expect(201)

    def play_on(self, choose: Choose = first, steps: int | None = None) -> int:
        """Answer for whoever is waited on, to the end or that many times; returns how often."""
        done, asking = 0, next(iter(self.seats))
        while done != steps and (waiting := (seen := self.view(asking))["waiting_on"]):
            if waiting[0] == asking:
                (owed,) = seen["you"]["decisions"]
                self.put(owed["id"], as_body(owed, choose), asking).expect(201)
                # Most often the next one owes something, too.
                waiting, done = [*waiting[1:], next(iter(self.seats))], done + 1
            asking = waiting[0]
        return done

    def feed(self, token: str | None = None, query: str = "?limit=500") -> list[Any]:
        """The entries from the first on, as this token gets them."""
        return list(self.get(f"/events{query}", token or self.invite).expect(200).json["entries"])

    def events(self, *kinds: str, after: int = 0) -> list[Any]:
        """The events after a revision, of these types (of all), as everybody sees them."""
        found: list[Any] = []
        while page := self.feed(query=f"?after={after}&limit=500"):
            found += [event for item in page for event in events(item)]
            after += len(page)
        return [event for event in found if not kinds or event["type"] in kinds]


def events(item: Mapping[str, Any]) -> list[Any]:
    return list(item["entry"]["events"])


def as_body(owed: Mapping[str, Any], choose: Choose = first) -> Any:
    chosen = choose(owed["options"])
    if owed["kind"] != "play":
        return chosen
    if "special" in chosen:
        chosen = {"special": chosen["special"], "row": chosen["rows"][0]}
    return {"cards": [chosen]}
