"""One spelling for each thing, and one rule for what nobody asked for: every route there is, on the
running server. A new route is in the table by being registered."""

import pytest

from service.app import create_app
from service.schemas.common import QueryInteger
from service.settings.config import Settings
from tests.support.client import SHORT
from tests.support.wire import raw, talk

APP = create_app(Settings(), services=object())
ROUTES = {
    f"{method} {rule.rule}": (method, rule, APP.view_functions[rule.endpoint].operation)
    for rule in APP.url_map.iter_rules()
    for method in sorted(rule.methods - {"HEAD", "OPTIONS"})
}
NUMBERS = ("00", "01", "+1", "-0", "1.0", "1e0", "0x1", "１", "1_0", "%31", " 1", "9" * 17)


@pytest.fixture(scope="module")
def known(server):
    """The server, an account that may do everything, and a running game in which it plays."""
    token = server.account("play", "games:write", "audit", "admin")
    table = server.api.by(token).started(seats=2, options=SHORT)
    return server, token, table


def address(rule, table, **other):
    values = dict.fromkeys(rule.arguments, "x") | {
        "game": table.game, "seat": 0, "key": "classic", "decision": "r1t1-pick-s0",
        "asset": "docs.js",
    }  # fmt: skip
    path = rule.rule.replace("<int:", "<")
    for name, value in (values | other).items():
        path = path.replace(f"<{name}>", str(value))
    return path


def told(known, line, *headers, body=b""):
    server, token, _ = known
    data = raw(f"{line} HTTP/1.1", "Connection: close", f"Authorization: Bearer {token}", *headers)
    return talk(server.port, data + body)[0]


@pytest.mark.parametrize("route", ROUTES)
def test_no_route_has_another_address(known, route):
    """Encoded where nothing has to be, with a sign more, or in capitals."""
    method, rule, _ = ROUTES[route]
    path = address(rule, known[2])
    encoded = [path.replace(letter, f"%{ord(letter):02x}", 1) for letter in (path[1], path[-1])]
    turned = path.swapcase() if rule.rule == path else path + "%"
    ends = [*(".", ";x", "#x", "%20", "//", "/x/y", "%00", "%0A", "%FF%FE", "%C3%A9", "%5C", "%25")]
    ends += ["%2Fx", "%2fx"]
    others = {*encoded, *(path + end for end in ends), f"/.{path}", f"/{path}", turned}
    others |= {path.replace("/v1/", other) for other in ("/v1//", "/v1%2F", "/v2/", "/V1/")}
    others -= {path}
    found = {each: told(known, f"{method} {each}").status for each in others}
    assert found == dict.fromkeys(others, 404)


@pytest.mark.parametrize("route", [each for each in ROUTES if "<int:" in each])
def test_a_number_in_a_path_is_written_in_one_way(known, route):
    method, rule, _ = ROUTES[route]
    (name,) = [each for each in rule.arguments if f"<int:{each}>" in rule.rule]
    for number in NUMBERS:
        if number.isascii() and " " not in number:
            path = address(rule, known[2], **{name: number})
            assert told(known, f"{method} {path}").status == 404, path


@pytest.mark.parametrize("route", ROUTES)
def test_a_parameter_that_nobody_reads_is_refused_by_every_route(known, route):
    method, rule, said = ROUTES[route]
    path = address(rule, known[2])
    for query in ("nosuch=1", "nosuch", "=1", "Limit=1", "nosuch=1&nosuch=2", "__proto__=1"):
        answer = told(known, f"{method} {path}?{query}").expect(
            400 if said.query and query.count("nosuch=") == 2 else 422
        )
        assert answer.json["code"] in ("invalid_parameter", "repeated_parameter"), query
    assert told(known, f"{method} {path}?").status != 422, "an empty query is none"


@pytest.mark.parametrize("route", [each for each in ROUTES if ROUTES[each][2].query])
def test_a_parameter_is_written_in_one_way_and_once(known, route):
    method, rule, said = ROUTES[route]
    path = address(rule, known[2])
    for name, kind in said.query.fields.items():
        for number in (*NUMBERS, "", "1&nosuch=1") if isinstance(kind, QueryInteger) else ():
            sent = "%EF%BC%91" if number == "１" else number.replace("+", "%2B").replace(" ", "+")
            if number != "%31":  # a query is decoded, as every library encodes it
                told(known, f"{method} {path}?{name}={sent}").expect(422, "invalid_parameter")
        told(known, f"{method} {path}?{name}=1&{name}=1").expect(400, "repeated_parameter")


@pytest.mark.parametrize("route", [each for each in ROUTES if not ROUTES[each][2].body])
def test_a_body_where_none_is_taken_is_refused_and_nothing_happens(known, route):
    method, rule, _ = ROUTES[route]
    path, table = address(rule, known[2]), known[2]
    before = table.revision
    chunked = "Transfer-Encoding: chunked"
    for headers, body in (
        (["Content-Length: 2"], b"{}"),
        (["Content-Length: 2", "Content-Type: application/json"], b"{}"),
        ([chunked, "Content-Type: application/json"], b"2\r\n{}\r\n0\r\n\r\n"),
    ):
        told(known, f"{method} {path}", *headers, body=body).expect(400, "unexpected_body")
    assert table.revision == before
    if method == "GET":  # what has no side effects is asked once more, as it should be
        assert told(known, f"{method} {path}", "Content-Length: 0").status != 400


@pytest.mark.parametrize("route", ROUTES)
def test_a_token_that_cannot_be_used_matters_where_tokens_do(known, route):
    """401 where one may matter, and as if it were not there where all are told the same."""
    method, rule, said = ROUTES[route]
    server, _, table = known
    if said.auth == "none":
        data = raw(f"{method} {address(rule, table)} HTTP/1.1", "Connection: close")
        bad = data.replace(b"\r\n\r\n", b"\r\nAuthorization: Basic eDp5\r\n\r\n")
        (plain,), (answer,) = talk(server.port, data), talk(server.port, bad)
        assert answer.status == plain.status
    elif said.body is None:
        data = raw(
            f"{method} {address(rule, table)} HTTP/1.1", "Connection: close", "Authorization:"
        )
        talk(server.port, data)[0].expect(401, "malformed_token")


def test_a_cursor_at_the_start_has_the_hash_of_nothing(known):
    table = known[2]
    assert len(table.feed(query=f"?after=0&hash={'A' * 43}")) == table.revision
    table.get(f"/events?after=0&hash={'B' * 42}A").expect(409, "foreign_cursor")
    first = table.feed(query="?limit=1")[0]["hash"]
    assert len(table.feed(query=f"?after=1&hash={first}")) == table.revision - 1
