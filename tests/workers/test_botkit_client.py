"""The kit's patience, against a server that does what each test says."""

import threading

import pytest

from bots.kit import client as clients
from bots.kit.client import Client, RequestRefused, Stopped
from tests.support.scripted import LOST, TOKEN, problem

DOWN = problem(503, "store_down", **{"Retry-After": "0"})
OK = 200, {}, {}


@pytest.mark.parametrize(
    "failure",
    [
        *(LOST, DOWN, problem(429, "too_many_requests", **{"Retry-After": "0"})),
        *(problem(500, "internal_error"), (502, {"Content-Type": "text/html"}, "<html>")),
    ],
)
def test_the_same_answer_is_sent_again_until_it_is_known_to_be_stored(scripted, kit, failure):
    scripted.replies = [failure, failure, (200, {}, {"receipt": {}})]
    assert kit.ask("PUT", "/v1/x", {"card": 7}).status == 200
    sent = [(method, path, body) for method, path, body, _ in scripted.asked]
    assert sent == [("PUT", "/v1/x", {"card": 7})] * 3
    assert {headers["Authorization"] for *_, headers in scripted.asked} == {f"Bearer {TOKEN}"}


def test_a_connection_is_kept(scripted, kit):
    scripted.replies = [(200, {}, n) for n in range(5)]
    connections = set()
    for number in range(5):
        assert kit.ask("GET", "/v1/x").body == number
        connections.add(kit._connection.sock.getsockname())
    assert len(connections) == 1


@pytest.fixture
def pauses(stop, monkeypatch):
    found = []
    monkeypatch.setattr(stop, "wait", found.append)
    return found


def test_it_waits_as_long_as_it_is_told_to(scripted, kit, pauses):
    told = "7", "9999", "Wed, 21 Oct 2026 07:28:00 GMT"
    scripted.replies = [*(problem(503, "x", **{"Retry-After": after}) for after in told), OK]
    kit.ask("GET", "/v1/x")
    assert pauses[:2] == [7, clients.MAX_RETRY_AFTER_SECONDS]
    assert pauses[2] < 1


def test_pauses_grow_to_a_limit(scripted, kit, pauses):
    scripted.replies = [LOST] * 15 + [OK]
    kit.ask("GET", "/v1/x")
    assert len(pauses) == 15
    assert clients.MAX_PAUSE_SECONDS / 2 <= pauses[-1] <= clients.MAX_PAUSE_SECONDS
    assert pauses[0] < pauses[-1]


@pytest.mark.parametrize(
    ("status", "code"), [(401, "unknown_token"), (409, "already_answered"), (500, "game_damaged")]
)
def test_what_would_be_refused_again_is_not_sent_again(scripted, kit, status, code):
    scripted.replies = [problem(status, code)]
    with pytest.raises(RequestRefused, match=code):
        kit.ask("GET", "/v1/x")
    assert len(scripted.asked) == 1


def test_nothing_is_begun_after_the_stop_but_an_answer_is_tried_once(scripted, kit, stop):
    stop.set()
    scripted.replies = [(201, {}, {}), LOST]
    assert kit.ask("PUT", "/v1/x", {}).status == 201
    for method in ("GET", "PUT"):
        with pytest.raises(Stopped):
            kit.ask(method, "/v1/x", {})
    assert [method for method, *_ in scripted.asked] == ["PUT", "PUT"]


def test_a_long_poll_is_cut_short_by_hanging_up(scripted, kit, stop):
    def hang_up():
        scripted.arrived.wait()
        stop.set()
        kit.hang_up()

    other = threading.Thread(target=hang_up)
    other.start()
    with pytest.raises(Stopped):
        kit.ask("GET", "/v1/x", wait=25)
    other.join()
    assert scripted.asked[0][3]["Prefer"] == "wait=25"


def test_an_address_may_have_a_path_before_v1(scripted, stop):
    scripted.replies = [OK] * 3
    for tail in ("", "/", "/toma6/v1/"):
        client = Client(scripted.url + tail, TOKEN, stop)
        client.ask("GET", "/v1/x")
        client.close()
    assert [path for _, path, *_ in scripted.asked] == ["/v1/x", "/v1/x", "/toma6/v1/x"]
