"""Case S18: methods, slashes and origins on every route of the API."""

from collections import defaultdict
from dataclasses import replace

import pytest

from service.app import create_app
from tests.http.test_hostile import answers, talk
from tests.support.client import Api, in_process
from tests.support.wire import raw
from tests.support.wire import request

FRIEND, FOREIGN = "https://friend.example", "https://foreign.example"


def routes(app):
    """Each route's address with something in the place of its names, and its methods."""
    values = {"game": "a" * 26, "seat": 0, "key": "classic", "decision": "r1t1-pick-s0"}
    values |= {"asset": "docs.js"}
    for rule in app.url_map.iter_rules():
        built = rule.build(dict.fromkeys(rule.arguments, "x") | values, append_unknown=False)
        assert built is not None, f"name a value for {rule.rule}"
        yield built[1], rule.methods


def test_no_route_redirects_with_or_without_a_slash_at_its_end(app, api):
    for path, methods in routes(app):
        for method in methods:
            plain, slashed = api.ask(method, path), api.ask(method, path + "/")
            assert plain.status == slashed.status or {plain.status, slashed.status} <= {200, 404}
            assert "Location" not in dict(slashed.headers) or slashed.status == 201


def test_options_is_204_with_exactly_the_methods_there_are(app, api):
    known = defaultdict(set)
    for path, methods in routes(app):
        known[path] |= methods
    for path, methods in known.items():
        answer = api.ask("OPTIONS", path).expect(204)
        assert answer.header("Allow") == ", ".join(sorted(methods))
        assert (answer.header("Content-Type"), answer.body) == (None, b"")
        refused = api.ask("PATCH", path).expect(405, "method_not_allowed")
        assert refused.header("Allow") == answer.header("Allow")
        assert refused.json["allowed"] == sorted(methods)


def test_head_is_get_without_its_body(app, api):
    table = api.started(seats=2)
    for path, methods in routes(app):
        if "GET" in methods:
            asked = path.replace("a" * 26, table.game)
            given, head = api.get(asked, table.seats[0]), api.ask("HEAD", asked, table.seats[0])
            assert head.status == given.status
            assert head.body == b""
            changing = {"X-Request-Id", "Content-Length" if "metrics" in path else ""}
            kept = [[x for x in said.headers if x[0] not in changing] for said in (head, given)]
            assert kept[0] == kept[1]


def names(answer):
    return sorted(name for name, _ in answer.headers)


@pytest.fixture(scope="module")
def shared(settings):
    """An app that one other origin may call."""
    return create_app(replace(settings, cors_origins=(FRIEND,)))


def test_a_preflight_allows_one_origin_what_it_needs_and_others_nothing(shared):
    api = Api(in_process(shared))
    asked = [("Access-Control-Request-Method", "PUT"),
             ("Access-Control-Request-Headers", "authorization, last-event-id")]  # fmt: skip
    for path, methods in routes(shared):
        known = api.ask("OPTIONS", path, headers=[("Origin", FRIEND), *asked]).expect(204)
        assert known.header("Access-Control-Allow-Origin") == FRIEND
        assert set((known.header("Access-Control-Allow-Methods") or "").split(", ")) >= methods
        allowed = (known.header("Access-Control-Allow-Headers") or "").lower()
        wanted = {"authorization", "last-event-id", "idempotency-key", "if-none-match", "prefer"}
        assert wanted <= set(allowed.split(", "))
        assert "*" not in allowed
        for origin in (FOREIGN, "null", FRIEND + ".evil", FRIEND.upper(), "http://friend.example"):
            other = api.ask("OPTIONS", path, headers=[("Origin", origin), *asked]).expect(204)
            assert not [n for n in names(other) if n.lower().startswith("access-control")]
        for answer in (known, api.ask("OPTIONS", path)):
            assert "Origin" in (answer.header("Vary") or "")
            assert answer.header("Access-Control-Allow-Credentials") is None


def test_methods_are_case_sensitive_and_unknown_ones_are_405_everywhere(server):
    table = server.api.started(seats=2)
    for path in ("/v1/games", table.path(), table.path("/seats"), table.path("/start")):
        for method in ("TRACE", "BREW", "Get", "pOST"):
            line = f"{method} {path} HTTP/1.1"
            (answer,) = answers(talk(server.port, raw(line, "Connection: close")))
            assert answer.status in {400, 405}, (method, answer)


def test_an_encoded_slash_or_a_doubled_one_is_another_address(server):
    table = server.api.started(seats=2)
    game, whole = table.game, table.path()
    for path in (f"/v1/games%2f{game}", f"/{whole}", f"/v1//games/{game}", f"{whole}//events",
                 f"{whole}%2Fevents"):  # fmt: skip
        asked = request("GET", path, table.seats[0], None, Connection="close")
        (answer,) = answers(talk(server.port, asked))
        assert answer.status == 404, path
