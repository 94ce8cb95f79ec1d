"""The kit's patience and manners, against a server that does what each test says."""

import http.server
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from workers.botkit import line as lines
from workers.botkit.line import Line, Refused, Stopped
from workers.botkit.main import find_policy
from workers.botkit.seat import GiveUp, Player, play

TOKEN = "t6s_token"
LOST = (0, {}, None)
"""An answer that does not come: the connection is closed instead."""


class Server(http.server.ThreadingHTTPServer):
    """Answers with what lies in `replies`, one by one, and keeps what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.replies: list[Any] = []
        self.asked: list[tuple[str, str, Any, Any]] = []
        self.arrived = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except ConnectionError:
            self.close_connection = True

    def do_GET(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = json.loads(self.rfile.read(length)) if length else None
        self.server.asked.append((self.command, self.path, body, self.headers))
        self.server.arrived.set()
        if not self.server.replies:
            threading.Event().wait(20)  # a long poll in which nothing happens
            return
        status, headers, said = self.server.replies.pop(0)
        if not status:
            self.close_connection = True
            return
        content = b"" if status == 204 else json.dumps(said).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_PUT = do_POST = do_GET  # noqa: N815 - the names that http.server calls

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture
def stop() -> threading.Event:
    return threading.Event()


@pytest.fixture
def line(server, stop, monkeypatch) -> Iterator[Line]:
    monkeypatch.setattr(lines, "FIRST_PAUSE", 0.01)
    made = Line(server.url, TOKEN, stop)
    yield made
    made.close()


def problem(status, code, **headers):
    return status, headers, {"code": code, "detail": "said why"}


@pytest.mark.parametrize(
    "failure",
    [
        LOST,
        problem(503, "store_down", **{"Retry-After": "0"}),
        problem(429, "too_many_requests", **{"Retry-After": "0"}),
        problem(500, "internal_error"),
        (502, {"Content-Type": "text/html"}, "<html>"),
    ],
)
def test_the_same_answer_is_sent_again_until_it_is_known_to_be_stored(server, line, failure):
    server.replies = [failure, failure, (200, {}, {"receipt": {}})]
    assert line.ask("PUT", "/v1/x", {"card": 7}).status == 200
    assert [(method, path, body) for method, path, body, _ in server.asked] == [
        ("PUT", "/v1/x", {"card": 7})
    ] * 3
    assert {headers["Authorization"] for *_, headers in server.asked} == {f"Bearer {TOKEN}"}


def test_a_connection_is_kept(server, line):
    server.replies = [(200, {}, n) for n in range(5)]
    connections = set()
    for number in range(5):
        assert line.ask("GET", "/v1/x").body == number
        connections.add(line._connection.sock.getsockname())
    assert len(connections) == 1


def test_it_waits_as_long_as_it_is_told_to(server, line, stop, monkeypatch):
    server.replies = [
        problem(503, "store_down", **{"Retry-After": "7"}),
        problem(429, "too_many_requests", **{"Retry-After": "9999"}),
        problem(503, "store_down", **{"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}),
        (200, {}, {}),
    ]
    pauses: list[float] = []
    monkeypatch.setattr(stop, "wait", pauses.append)
    line.ask("GET", "/v1/x")
    assert pauses[:2] == [7, lines.MOST_PATIENT]
    assert pauses[2] < 1


def test_pauses_grow_to_a_limit(server, line, stop, monkeypatch):
    server.replies = [LOST] * 15 + [(200, {}, {})]
    pauses: list[float] = []
    monkeypatch.setattr(stop, "wait", pauses.append)
    line.ask("GET", "/v1/x")
    assert len(pauses) == 15
    assert lines.LONGEST_PAUSE / 2 <= pauses[-1] <= lines.LONGEST_PAUSE
    assert pauses[0] < pauses[-1]


@pytest.mark.parametrize(
    ("status", "code"), [(401, "unknown_token"), (409, "already_answered"), (500, "game_damaged")]
)
def test_what_would_be_refused_again_is_not_sent_again(server, line, status, code):
    server.replies = [problem(status, code)]
    with pytest.raises(Refused, match=code):
        line.ask("GET", "/v1/x")
    assert len(server.asked) == 1


def test_nothing_is_begun_after_the_stop_but_an_answer_is_tried_once(server, line, stop):
    stop.set()
    with pytest.raises(Stopped):
        line.ask("GET", "/v1/x")
    server.replies = [(201, {}, {})]
    assert line.ask("PUT", "/v1/x", {}).status == 201
    server.replies = [LOST]
    with pytest.raises(Stopped):
        line.ask("PUT", "/v1/x", {})
    assert [method for method, *_ in server.asked] == ["PUT", "PUT"]


def test_a_long_poll_is_cut_short_by_hanging_up(server, line, stop):
    def hang_up():
        server.arrived.wait()
        stop.set()
        line.hang_up()

    other = threading.Thread(target=hang_up)
    other.start()
    with pytest.raises(Stopped):
        line.ask("GET", "/v1/x", wait=25)
    other.join()
    assert server.asked[0][3]["Prefer"] == "wait=25"


def test_an_address_may_have_a_path_before_v1(server, stop):
    server.replies = [(200, {}, {})] * 3
    for tail in ("", "/", "/toma6/v1/"):
        line = Line(server.url + tail, TOKEN, stop)
        line.ask("GET", "/v1/x")
        line.close()
    assert [path for _, path, *_ in server.asked] == ["/v1/x", "/v1/x", "/toma6/v1/x"]


def view(*owed, away=False, resigned=False, deadline=None, status="playing"):
    """What seat 0 sees, at noon."""
    decisions = [{"id": name, "kind": "pick", "options": [{"card": 7}]} for name in owed]
    return {
        "id": "g",
        "server_time": "2026-09-21T12:00:00.000Z",
        "deadline": deadline,
        "status": status,
        "seats": [{"player": {"away": away, "resigned": resigned}}],
        "you": {"seat": 0, "decisions": decisions},
    }


def played(server, line, *replies):
    """What the kit asked for besides views, with these replies in turn."""
    server.replies = [reply if isinstance(reply, tuple) else (200, {}, reply) for reply in replies]
    play(line, Player(find_policy("careful"), ""), "g")
    assert not server.replies
    return [(method, path) for method, path, *_ in server.asked if method != "GET"]


@pytest.fixture
def first(monkeypatch):
    """The policy takes the first option."""
    monkeypatch.setattr(Player, "body", lambda self, view, owed: owed["options"][0])


def test_it_answers_until_nothing_is_owed(server, line, first):
    asked = played(server, line, view("a"), (201, {}, {}), view("b"), (201, {}, {}), view())
    assert asked == [("PUT", f"/v1/games/g/decisions/{name}") for name in "ab"]


@pytest.mark.parametrize(
    "refusal", [(409, "already_answered"), (410, "closed_for_you"), (404, "no_such_decision")]
)
def test_a_decision_that_is_no_more_is_dropped(server, line, first, refusal):
    """Even if it is still shown: it is not tried twice in a row."""
    asked = played(
        server, line, view("a"), problem(*refusal), view("a", "b"), (201, {}, {}), view()
    )
    assert asked == [("PUT", f"/v1/games/g/decisions/{name}") for name in "ab"]


def test_an_answer_that_is_no_option_is_the_end_of_the_game(server, line, first):
    with pytest.raises(GiveUp, match="not_an_option"):
        played(server, line, view("a"), problem(422, "not_an_option"))


def test_it_returns_to_a_seat_that_was_taken_over(server, line, first):
    asked = played(server, line, view("a", away=True), (204, {}, None), (201, {}, {}), view())
    assert asked == [
        ("POST", "/v1/games/g/seats/0/return"),
        ("PUT", "/v1/games/g/decisions/a"),
    ]


def test_it_does_not_return_to_be_too_late_again(server, line, first):
    late = view("a", away=True, deadline="2026-09-21T11:59:59.000Z")
    assert played(server, line, late) == []


def test_it_leaves_a_seat_alone_that_has_resigned(server, line, first):
    assert played(server, line, view("a", resigned=True)) == []


def test_the_same_seed_draws_the_same():
    seen = view("a")
    many = {"id": "a", "kind": "pick", "options": [{"card": card} for card in range(1, 105)]}
    draw = find_policy("random")
    drawn = [Player(draw, seed).body(seen, many) for seed in ("1", "1", "2", "3")]
    assert drawn[0] == drawn[1]
    assert drawn[2] != drawn[3]
