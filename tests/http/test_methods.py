"""Methods, slashes and origins on every route of the API."""

from collections import defaultdict
from dataclasses import replace

from service.app import create_app
from tests.support.client import Api, in_process
from tests.support.edge_app import FRIEND


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
            assert slashed.header("Location") is None or slashed.status == 201
            if (method, plain.status, slashed.status) == ("GET", 200, 200):
                assert plain.lasting == slashed.lasting


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
            given, head = (api.ask(each, asked, table.seats[0]) for each in ("GET", "HEAD"))
            assert (head.status, head.body) == (given.status, b"")
            changing = {"X-Request-Id", "Content-Length" if "metrics" in path else ""}
            kept = [[x for x in said.headers if x[0] not in changing] for said in (head, given)]
            assert kept[0] == kept[1]


def test_a_preflight_allows_one_origin_what_it_needs(settings):
    """What others get, which is nothing: tests/service/test_http_edge.py."""
    shared = create_app(replace(settings, cors_origins=(FRIEND,)))
    api = Api(in_process(shared))
    asked = {"Origin": FRIEND, "Access-Control-Request-Method": "PUT",
             "Access-Control-Request-Headers": "authorization, last-event-id"}  # fmt: skip
    several = ("", "?limit=1&after=0", "?of=another")  # which is for whoever is asked then
    asking = [(path + more, methods) for path, methods in routes(shared) for more in several]
    for path, methods in asking:
        answer = api.ask("OPTIONS", path, headers=[*asked.items()]).expect(204)
        assert answer.header("Access-Control-Allow-Origin") == FRIEND
        assert set((answer.header("Access-Control-Allow-Methods") or "").split(", ")) >= methods
        allowed = (answer.header("Access-Control-Allow-Headers") or "").lower()
        wanted = {"authorization", "last-event-id", "idempotency-key", "if-none-match", "prefer"}
        assert wanted <= set(allowed.split(", "))
        assert "*" not in allowed
        assert answer.header("Access-Control-Allow-Credentials") is None
        for each in (answer, api.ask("OPTIONS", path)):
            assert "Origin" in (each.header("Vary") or "")
