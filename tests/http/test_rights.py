"""Who may do what: one table of every route and every kind of asker, by the rule of docs/api.md."""

import re
from typing import NamedTuple

import pytest

from service.access.accounts import Accounts
from tests.support.client import Api, Table
from tests.support.conforming import without_number

# The first line are those with something to do with the game, the second those without.
ROLES = ["own", "other", "host", "invited", "resigned", "seated", "owner",
         "nobody", "foreign", "unknown", "ended", "stranger", "auditor", "admin",
         "malformed", "doubled", "empty", "revoked"]  # fmt: skip
OUTSIDERS = set(ROLES[7:14])
ACCOUNTS = {
    "seated": ["play"],
    "owner": ["games:write"],
    "stranger": ["play", "games:write"],
    "auditor": ["audit"],
    "admin": ["admin"],
    "revoked": ["play", "games:write", "audit", "admin"],
}


def made(
    api: Api, accounts: Accounts, visibility: str, *, lobby: bool
) -> tuple[Table, dict[str, list[str]]]:
    tokens = {role: accounts.create(role, scopes, 0)[0] for role, scopes in ACCOUNTS.items()}
    accounts.revoke(accounts.find(tokens["revoked"]).id)
    elsewhere = api.create(seats=2)
    elsewhere.sit("P9")
    table = api.by(tokens["owner"]).create(seats=6, visibility=visibility)
    ended = table.sit("gone")
    table.leave(ended).expect(204)
    left = table.seats.pop(ended)
    for name in ("P0", "P1", "P2"):
        table.sit(name)
    if visibility == "public":
        table.sit("P3", tokens["seated"])
    if not lobby:
        table.start()
        table.leave(2).expect(204)
    tokens |= {
        "own": table.seats[0], "other": table.seats[1], "host": table.host, "invited": table.invite,
        "resigned": table.seats[2], "foreign": elsewhere.seats[0], "unknown": "t6s_" + "A" * 43,
        "ended": left,
    }  # fmt: skip
    headers = {role: [f"Bearer {token}"] for role, token in tokens.items()}
    headers["nobody"] = []
    headers["malformed"] = ["Basic " + table.seats[0]]
    headers["doubled"] = [f"Bearer {table.seats[0]}", f"Bearer {table.seats[0]}"]
    headers["empty"] = [""]
    return table, headers


PICK, SEAT = "/decisions/r1t1-pick-s0", {"name": "Zoë"}
NONE = "404 404 404 404 404 404 404  401 401 401 401"
SHUT = "401 403 403 403 403 403 403  401 401 401 401"

LOOK = ("200 200 200 200 200 200 200  200 403 403 403 200 200 200  401 401 401 401",
        f"200 200 200 200 200 --- 200  {NONE}")  # fmt: skip
HOST = (f"403 403 200 403 403 403 200  {SHUT}", f"403 403 200 403 403 --- 200  {NONE}")
OWN = (f"2xx 403 403 403 403 403 403  {SHUT}", f"2xx 403 403 403 403 --- 403  {NONE}")
GONE = ("401 403 403 204", "404 404 404 204")  # whoever has left seat 0 may say so again
EYES = (OWN[0].replace("401", "403", 1), OWN[1])
ANYBODY = ("200 " * 18,) * 2
ADMIN = ("401 401 401 401 401 403 403  401 401 401 401 403 403 2xx  401 401 401 401",) * 2

PLAYS = ("401 401 401 401 401 200 403  401 401 401 401 200 403 403  401 401 401 401",) * 2
NO_HOOK = (PLAYS[0].replace("200", "404"),) * 2


class Row(NamedTuple):
    """A request aimed at seat 0, and the status for each role: public game, private game. `lobby`:
    asked before the start, where nobody has resigned yet. `---`: an account is seated in a private
    game only as its owner."""

    route: str
    expected: tuple[str, str]
    path: str = ""
    data: object = None
    lobby: bool = False


TABLE = [
    Row("GET /v1/games/<game>", LOOK),
    Row("GET /v1/games/<game>", LOOK, "?revision=3"),
    Row("GET /v1/games/<game>", EYES, "?seat=0"),
    Row("GET /v1/games/<game>/decisions", LOOK, "/decisions"),
    Row("GET /v1/games/<game>/events", LOOK, "/events"),
    Row("GET /v1/games/<game>/audit", LOOK, "/audit"),
    Row("GET /v1/games/<game>/attempts", LOOK, "/attempts"),
    Row("POST /v1/games/<game>/start", HOST, "/start", lobby=True),
    Row("POST /v1/games/<game>/start", HOST, "/start"),
    Row("POST /v1/games/<game>/abandon", HOST, "/abandon"),
    Row(  # a person
        "POST /v1/games/<game>/seats",
        ("201 201 201 201 201 201 201  201 403 403 403 201 201 201  401 401 401 401",
         f"403 403 201 201 403 --- 201  {NONE}"),
        "/seats", SEAT, lobby=True,
    ),
    Row(  # a bot
        "POST /v1/games/<game>/seats",
        (f"403 403 201 403 403 403 201  {SHUT}", f"403 403 201 403 403 --- 201  {NONE}"),
        "/seats", {"policy": "random"}, lobby=True,
    ),
    Row(  # leave
        "DELETE /v1/games/<game>/seats/<int:seat>",
        (f"204 403 204 403 403 403 204  {GONE[0]}{SHUT[15:]}",
         f"204 403 204 403 403 --- 204  {GONE[1]}{NONE[15:]}"),
        "/seats/0", lobby=True,
    ),
    Row(  # resign
        "DELETE /v1/games/<game>/seats/<int:seat>",
        (f"2xx 403 403 403 403 403 403  {GONE[0]}{SHUT[15:]}",
         f"2xx 403 403 403 403 --- 403  {GONE[1]}{NONE[15:]}"),
        "/seats/0",
    ),
    Row("POST /v1/games/<game>/seats/<int:seat>/return", OWN, "/seats/0/return"),
    Row("GET /v1/games/<game>/decisions/<decision>", OWN, PICK),
    Row("PUT /v1/games/<game>/decisions/<decision>", OWN, PICK, "a card of seat 0"),
    Row("POST /v1/games", ("201 " * 14 + "401 401 401 401",) * 2,
        "/v1/games", {"ruleset": "classic"}),
    Row("POST /v1/tokens", ADMIN, "/v1/tokens", {"name": "x", "scopes": ["play"]}),
    Row("GET /v1/tokens", ADMIN, "/v1/tokens"),
    Row("DELETE /v1/tokens/<account>", ADMIN, "/v1/tokens/an account"),
    Row("GET /v1/me/decisions", PLAYS, "/v1/me/decisions"),
    Row("GET /v1/me/events", PLAYS, "/v1/me/events"),
    Row("GET /v1/webhooks", PLAYS, "/v1/webhooks"),
    Row("POST /v1/webhooks", (PLAYS[0].replace("200", "201"),) * 2,
        "/v1/webhooks", {"url": "https://example.org/"}),
    Row("DELETE /v1/webhooks/<webhook>", NO_HOOK, "/v1/webhooks/x"),
    Row("POST /v1/webhooks/<webhook>/test", NO_HOOK, "/v1/webhooks/x/test"),
    Row("GET /v1/webhooks/<webhook>/dead-letters", NO_HOOK, "/v1/webhooks/x/dead-letters"),
    Row("POST /v1/webhooks/<webhook>/dead-letters/<delivery>/retry", NO_HOOK,
        "/v1/webhooks/x/dead-letters/y/retry"),
    Row("GET /v1/games", ANYBODY, "/v1/games"),
    Row("GET /v1/rulesets", ANYBODY, "/v1/rulesets"),
    Row("GET /v1/rulesets/<key>", ANYBODY, "/v1/rulesets/classic"),
    Row("GET /.well-known/jwks.json", ANYBODY, "/.well-known/jwks.json"),
    Row("GET /v1/openapi.json", ANYBODY, "/v1/openapi.json"),
    Row("GET /docs", ANYBODY, "/docs"),
    Row("GET /docs/<asset>", ANYBODY, "/docs/docs.js"),
    Row("GET /verify", ANYBODY, "/verify"),
    Row("GET /healthz", ANYBODY, "/healthz"),
    Row("GET /readyz", ANYBODY, "/readyz"),
    Row("GET /metrics", ("401 " * 18,) * 2, "/metrics"),
]  # fmt: skip
VISIBILITY = {"public": 0, "private": 1}


def test_every_route_has_its_row(app):
    there = {
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    assert there == {row.route for row in TABLE}


@pytest.mark.parametrize("visibility", VISIBILITY)
@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.route}{row.path}")
def test_everybody_may_do_what_the_table_says_and_nothing_else(api, services, row, visibility):
    expected = dict(zip(ROLES, row.expected[VISIBILITY[visibility]].split(), strict=True))
    table = None
    for role, status in expected.items():
        if status == "---":
            continue
        if table is None:
            table, headers = made(api, services.accounts, visibility, lobby=row.lobby)
        own = row.path.startswith("/v1") or not row.route.split()[1].startswith("/v1/games/")
        path = row.path if own else table.path(row.path)
        path = path.replace("an account", services.accounts.all()[0].id)
        data = row.data
        if data == "a card of seat 0":
            data = {"card": table.view(0)["you"]["hand"][0]}
        before, games = services.store.read(table.game), set(services.store.games())
        method, sent = row.route.split()[0], [("Authorization", each) for each in headers[role]]
        answer = api.ask(method, path, None, data, headers=sent)
        assert re.fullmatch(status.replace("x", "."), str(answer.status)), (role, answer.body)
        if answer.status >= 400:
            assert services.store.read(table.game) == before, role
            assert set(services.store.games()) == games, role
        if answer.status == 404 and not own:
            assert role in OUTSIDERS
            nothing = path.replace(table.game, "z" * 26)
            same = api.ask(method, nothing, None, data, headers=sent)
            assert (same.status, same.body) == (answer.status, answer.body)
            assert without_number(same.headers) == without_number(answer.headers)
        elif answer.status < 400 and not row.route.startswith("GET"):
            table = None  # it is no longer what it was


def test_what_a_seat_is_shown_is_for_no_shared_cache_to_keep(api):
    table = api.started(seats=2)
    owed = f"/decisions/{table.owed(0)['id']}"
    for rest in ("", "/decisions", owed, "/events", "/audit", "/attempts"):
        answer = table.get(rest, table.seats[0]).expect(200)
        assert "private" in (answer.header("Cache-Control") or ""), rest
        assert "Authorization" in (answer.header("Vary") or ""), rest
