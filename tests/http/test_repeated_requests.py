"""Every POST and DELETE may be sent again, at once or late: on the running server."""

import pytest

from service.app import create_app
from service.settings.config import Settings
from tests.support.client import SHORT
from tests.support.wire import Crowd, raw, request, talk

KEY = "Idempotency-Key"
HOOK = {"url": "https://example.org/hook"}


def key(name):
    return [(KEY, name)]


@pytest.fixture(scope="module")
def token(server):
    return server.account("play", "games:write", "admin")


@pytest.fixture
def app(server, token):
    return server.api.by(token)


CREATIONS = {
    "POST /v1/games": ({"ruleset": "classic"}, {"ruleset": "logic"}),
    "POST /v1/games/<game>/seats": ({"name": "Ana"}, {"name": "Bo"}),
    "POST /v1/tokens": ({"name": "x", "scopes": ["play"]}, {"name": "y", "scopes": ["play"]}),
    "POST /v1/webhooks": (HOOK, {"url": "https://example.org/other"}),
}
"""What makes something, with a body, and another one."""
OTHERS = {
    *("POST /v1/games/<game>/start", "POST /v1/games/<game>/abandon"),
    *("DELETE /v1/games/<game>/seats/<int:seat>", "POST /v1/games/<game>/seats/<int:seat>/return"),
    *("DELETE /v1/tokens/<account>", "DELETE /v1/webhooks/<webhook>"),
    "POST /v1/webhooks/<webhook>/test",
    "POST /v1/webhooks/<webhook>/dead-letters/<delivery>/retry",
}
"""What is repeated below, accounts' dead letters with the courier's tests."""


def test_no_route_is_forgotten_here():
    there = {
        f"{method} {rule.rule}"
        for rule in create_app(Settings(), services=object()).url_map.iter_rules()
        for method in rule.methods & {"POST", "DELETE", "PATCH"}
    }
    assert there == CREATIONS.keys() | OTHERS


@pytest.mark.parametrize("route", CREATIONS)
def test_a_key_makes_one_thing_and_is_for_one_body_and_one_client(server, app, route):
    """Asked twenty times at once; without a token it is a secret of its own."""
    body, other = CREATIONS[route]
    table = app.create()
    path = route.removeprefix("POST ").replace("<game>", table.game)
    name = route.replace(" ", "-")
    sent, before = key(f"{name}-1"), table.revision
    with Crowd(server.port, 20) as crowd:
        asked = request("POST", path, app.token, body, ": ".join(*sent))
        first, *told = crowd.ask([asked] * 20)
    assert {(each.status, each.body) for each in told} == {(first.status, first.body)}
    assert {each.header("Location") for each in told} == {first.header("Location")}
    assert first.status == 201
    assert table.revision == before + ("seats" in route)
    app.post(path, other, headers=sent).expect(422, "idempotency_key_reused")
    client = table.host if "games" in route else server.account("play", "admin")
    theirs = app.by(client).post(path, body, headers=sent).expect(201)
    assert theirs.header("Location") != first.header("Location")
    another = app.post(path, body, headers=key(f"{name}-2")).expect(201)
    assert another.body != first.body
    for bad in ("", " ", "a b", "é", "\u202e", "a\tb", "x" * 256, "a,b", "\x7f", "\x01"):
        sent, code = key(bad.encode().decode("latin-1")), "bad_idempotency_key"
        code = "bad_request" if bad in ("\x7f", "\x01") else code  # by gunicorn
        app.post(path, body, headers=sent).expect(400, code)


@pytest.mark.parametrize("route", CREATIONS)
def test_two_keys_are_none_and_nothing_is_made(server, app, route):
    path = route.removeprefix("POST ").replace("<game>", app.create().game)
    data = raw(
        f"POST {path} HTTP/1.1", "Content-Type: application/json", "Content-Length: 40",
        f"Authorization: Bearer {app.token}", f"{KEY}: a", f"{KEY}: b", "Connection: close",
        body=str(CREATIONS[route][0]).replace("'", '"').ljust(40).encode(),
    )  # fmt: skip
    talk(server.port, data)[0].expect(400, "bad_idempotency_key")


def test_a_token_that_was_made_is_stored_nowhere_and_one_that_was_revoked_is_not_made_again(
    server, app
):
    body, sent = {"name": "n", "scopes": ["play"]}, key("revoked-then-repeated")
    made = app.post("/v1/tokens", body, headers=sent).expect(201).json
    server.api.get("/v1/me/decisions", made["token"]).expect(200)
    stored = b"".join(
        b"".join(server.redis.hgetall(name).values()) + name
        for name in server.redis.keys("*")
        if server.redis.type(name) == b"hash"
    )
    assert made["id"].encode() in stored
    assert made["token"].encode() not in stored
    for _ in range(2):
        app.ask("DELETE", f"/v1/tokens/{made['id']}").expect(204)
    server.api.get("/v1/me/decisions", made["token"]).expect(401, "unknown_token")
    app.post("/v1/tokens", body, headers=sent).expect(410, "gone")
    listed = app.get("/v1/tokens").expect(200)
    assert made["token"].encode() not in listed.body
    (shown,) = [each for each in listed.json["tokens"] if each["id"] == made["id"]]
    assert (shown["revoked"], shown.keys() & {"request", "token"}) == (True, set())


def test_a_webhook_that_was_deleted_is_deleted_for_good(server, app):
    first = app.post("/v1/webhooks", HOOK, headers=key("deleted")).expect(201)
    path = first.header("Location")
    for _ in range(2):
        app.ask("POST", path + "/test", headers=key("test")).expect(202)
    app.ask("DELETE", path).expect(204)
    app.ask("DELETE", path).expect(204)
    app.post("/v1/webhooks", HOOK, headers=key("deleted")).expect(410, "gone")
    app.ask("POST", path + "/test").expect(404)
    app.ask("DELETE", "/v1/webhooks/" + "x" * 16).expect(404)
    app.ask("DELETE", path, server.account("play")).expect(404)


def test_a_full_account_still_repeats_what_it_has(app):
    for each in app.get("/v1/webhooks").json["webhooks"]:
        app.ask("DELETE", f"/v1/webhooks/{each['id']}").expect(204)
    made = [app.post("/v1/webhooks", HOOK, headers=key(f"full-{n}")) for n in range(5)]
    assert app.post("/v1/webhooks", HOOK, headers=key("full-0")).body == made[0].body
    app.post("/v1/webhooks", HOOK, headers=key("full-5")).expect(409, "too_many_webhooks")
    app.ask("DELETE", made[0].header("Location")).expect(204)
    app.post("/v1/webhooks", HOOK, headers=key("full-5")).expect(201)


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_leaving_again_is_leaving_and_joining_again_after_it_is_nothing(app, visibility):
    table = app.by(None).create(seats=3, visibility=visibility)
    join = lambda name, sent: table.ask(  # noqa: E731 - said four times
        "POST", "/seats", table.invite, {"name": name}, headers=key(sent)
    )
    token = join("Ana", "join").expect(201).json["token"]
    assert join("Ana", "join").expect(201).json["token"] == token
    for _ in range(2):
        table.ask("DELETE", "/seats/0", token).expect(204)
    join("Ana", "join").expect(410, "gone")
    join("Bo", "join").expect(422, "idempotency_key_reused")
    assert table.names() == [None] * 3
    next_one = join("Cy", "other").expect(201).json
    assert next_one["seat"] == 0
    table.ask("DELETE", "/seats/0", token).expect(204)
    assert table.names() == ["Cy", None, None], "it is not the next one who leaves"
    status = 403 if visibility == "public" else 404
    table.ask("DELETE", "/seats/1", token).expect(status)
    table.get("", token).expect(status)  # it opens nothing else
    for seat in (1, 0):
        for _ in range(2):  # the host frees what is free
            table.ask("DELETE", f"/seats/{seat}", table.host).expect(204)
    table.ask("DELETE", "/seats/3", table.host).expect(404, "no_such_seat")


def test_an_account_leaves_again_and_a_bot_is_not_seated_again(app):
    table = app.create(seats=3)
    bot = {"policy": "random"}
    for seat, body, sent in ((0, bot, "bot"), (1, {"name": "Ana"}, "me")):
        for _ in range(2):
            joined = app.post(table.path("/seats"), body, headers=key(sent)).expect(201)
            assert joined.json["seat"] == seat
    assert [bool(each) for each in table.names()] == [True, True, False]
    for seat in (0, 1):
        for _ in range(2):
            app.ask("DELETE", table.path(f"/seats/{seat}")).expect(204)
    for body, sent in ((bot, "bot"), ({"name": "Ana"}, "me")):
        app.post(table.path("/seats"), body, headers=key(sent)).expect(410, "gone")
    assert table.names() == [None] * 3


def test_start_return_resign_and_abandon_are_done_once_and_repeated_to_the_end(app):
    table = app.by(None).started(seats=3, options=SHORT)
    table.start()
    table.give_back(0)
    table.leave(2).expect(204)
    table.leave(2).expect(204)  # its bot plays on meanwhile
    assert len(table.events("SeatHandedOver")) == 1
    table.abandon()
    last = table.revision
    for again in (table.start, table.abandon):
        assert again().json["status"] == "abandoned"
    table.leave(2).expect(204)
    table.give_back(0)
    table.leave(1).expect(409, "game_over")
    assert table.revision == last
