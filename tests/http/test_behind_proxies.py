"""Behind proxies, and without: whose word is taken for where a client comes from, and where what
the server says leads to. On the running server, whose peer is this machine."""

import re

import pytest

from tests.support.server import Web
from tests.support.wire import raw, talk

LIMITS = {"limit_reads": "5/hour", "open_creation": "true"}
PREFIX = "X-Forwarded-Prefix: /toma"


@pytest.fixture(scope="module")
def started(engine_of_its_own, tmp_path_factory):
    """A web with these settings, one for each."""
    running = {}

    def start(**settings):
        key = repr(settings)
        if key not in running:
            folder = tmp_path_factory.mktemp("web")
            running[key] = Web(engine_of_its_own.url, folder, **settings).start()
        return running[key]

    yield start
    for each in running.values():
        each.process.terminate()
    for each in running.values():
        each.stop()


@pytest.fixture
def trusting(started):
    return started(trusted_proxies="loopback,10.0.0.0/8,2001:db8:ffff::/48", **LIMITS)


@pytest.fixture
def behind(started):
    return started(trusted_proxies="127.0.0.1,::1", limit_reads="1000/hour")


def asked(web, path, *headers):
    (answer,) = talk(web.port, raw(f"GET {path} HTTP/1.1", "Connection: close", *headers))
    return answer


def left(web, *headers):
    """How many reads the client has left whom these headers name."""
    told = asked(web, "/v1/rulesets", *headers).expect(200).header("RateLimit")
    return int(re.search(r"r=(\d+)", told)[1])


FOR, FORWARDED = "X-Forwarded-For: ", "Forwarded: "
SPELT = {
    "192.0.2.1": [
        f"{FOR}192.0.2.1", f"{FOR}6.6.6.6, 192.0.2.1", f"{FOR}garbage, <>, 192.0.2.1, 10.1.2.3",
        f"{FOR}192.0.2.1:4711, 10.0.0.1", f"{FOR}{'6.6.6.6, ' * 100}192.0.2.1",
        f"{FOR}::ffff:192.0.2.1",
    ],
    "192.0.2.2": [
        f"{FORWARDED}for=192.0.2.2", f'{FORWARDED}For="192.0.2.2:99";proto=https;by=10.0.0.1',
        f"{FORWARDED}for=6.6.6.6, for=192.0.2.2, for=10.9.9.9;host=x",
        f'{FORWARDED}for="_x", for = x, <;>, "for=192.0.2.2, for=192.0.2.2',
        f"{FORWARDED}for=unknown,for=192.0.2.2",
    ],
    "2001:db8:1:2::/64": [
        f"{FOR}2001:db8:1:2::1", f"{FOR}[2001:db8:1:2::2]:443", f"{FOR}[2001:db8:1:2:3::]",
        f'{FORWARDED}for="[2001:db8:1:2::9]:4711"', f"{FOR}2001:DB8:1:2::1, 2001:db8:ffff::7",
    ],
}  # fmt: skip
UNSAID = [
    f"{FOR}unknown", f"{FOR}_hidden", f"{FOR}", f"{FOR},,", f"{FOR}192.0.2.300", f"{FOR}1.2.3.4.5",
    f"{FORWARDED}for=unknown", f'{FORWARDED}for="_x', f"{FORWARDED}for=;;", f"{FORWARDED}<>",
    f"{FOR}198.51.100.1\r\n{FORWARDED}for=198.51.100.2",
]  # fmt: skip
"""What says nothing, or two things: the proxy is who asks."""


@pytest.mark.parametrize("client", SPELT)
def test_one_client_has_one_budget_however_its_trusted_proxies_spell_it(trusting, client):
    seen = [left(trusting, spelling) for spelling in SPELT[client][:5]]
    assert seen == [4, 3, 2, 1, 0]
    for spelling in SPELT[client]:
        asked(trusting, "/v1/rulesets", spelling).expect(429)


def test_a_name_that_cannot_be_read_is_nobodys_and_the_proxy_is_counted(behind):
    before = left(behind)
    assert [left(behind, each) for each in UNSAID] == [before - n - 1 for n in range(len(UNSAID))]


def test_of_a_stranger_nothing_counts(started):
    """By any header, over loopback, too; nor where it says that the server lies."""
    strange = started(trusted_proxies="10.0.0.0/8", **LIMITS)
    said = [f"{FOR}192.0.2.{n}" for n in range(2)]
    said += [f"{FORWARDED}for=192.0.2.3;proto=https;host=evil.example", f"{FOR}10.0.0.1"]
    said.append(f"{FOR}unknown")
    assert [left(strange, each) for each in said] == [4, 3, 2, 1, 0]
    asked(strange, "/v1/rulesets", f"{FOR}192.0.2.77").expect(429)


TRICKS = ("SCRIPT_NAME: /v1", "Script-Name: /v1", "PATH_INFO: /metrics", "Path-Info: /metrics",
          "X-Script-Name: /v1", "X-Forwarded-Prefix: /v1", "X-Forwarded-Host: evil.example",
          "X-Forwarded-Proto: https", "X-Forwarded-Scheme: https", "X-Original-URL: /metrics",
          "X-Rewrite-URL: /metrics", "REMOTE_ADDR: 10.0.0.1", "X-Real-IP: 10.0.0.1",
          "Forwarded: host=evil.example;proto=https", "X-HTTP-Method-Override: DELETE",
          "X-Forwarded-Server: x", "wsgi.url_scheme: https")  # fmt: skip


@pytest.mark.parametrize("trick", TRICKS)
def test_no_header_of_a_stranger_changes_where_anything_is(started, trick):
    web = started()
    assert asked(web, "/v1/metrics", trick).status == 404
    for path in ("/v1/games", "/docs", "/v1/openapi.json", "/metrics/x"):
        told, plain = asked(web, path, trick), asked(web, path)
        assert (told.status, told.body) == (plain.status, plain.body)


def leads(web, *headers):
    """Everything that leads somewhere, as it is told to whoever asks like this."""
    made = web.api.post("/v1/games", {"ruleset": "classic"}, headers=headers).expect(201)
    path = made.header("Location")
    game = f"/v1/games/{made.json['game']['id']}"
    token = made.json["host_token"]
    for name in ("Ana", "Bo"):
        body, sent = {"name": name}, list(headers)
        seat = web.api.ask("POST", game + "/seats", token, body, headers=sent).expect(201)
    web.api.post("/v1/games", {"ruleset": "classic"})
    page = web.api.get(game + "/events?limit=1", headers=headers)
    listing = web.api.get("/v1/games?limit=1&status=lobby", headers=headers)
    docs = web.api.get("/docs", headers=headers).body.decode()
    document = web.api.get("/v1/openapi.json", headers=headers)
    servers = [each["url"] for each in document.json.get("servers", [])]
    links = re.findall(r'(?:href|src)="([^"]*)"', docs)
    for asset in links:
        web.api.get("/" + asset.split("/toma/")[-1].lstrip("/")).expect(200)
    return [path, seat.header("Location"), page.next, listing.next, *links], servers


FRONT = [("X-Forwarded-Prefix", "/toma/"), ("X-Forwarded-Proto", "https"),
         ("X-Forwarded-Host", "six.example"), ("X-Forwarded-For", "192.0.2.9")]  # fmt: skip


def test_behind_a_trusted_prefix_everything_leads_back_into_it(behind):
    there, servers = leads(behind, *FRONT)
    assert len(there) > 8
    assert all(each.startswith("/toma/") for each in there), there
    assert servers == ["https://six.example/toma"]
    assert leads(behind, ("X-Forwarded-Prefix", "/toma"))[1] == ["/toma"]
    assert all(not each.startswith("/toma") for each in leads(behind)[0])


@pytest.mark.parametrize("kept", [True, False], ids=["left on", "taken off"])
def test_under_a_public_url_with_a_path_whether_the_proxy_takes_it_off_or_not(started, kept):
    web = started(public_url="https://six.example/toma/")
    there, servers = leads(web, ("X-Forwarded-Prefix", "/evil"))
    assert all(each.startswith("/toma/") for each in there), there
    assert servers == ["https://six.example/toma"]
    at = "/toma" if kept else ""
    for path in ("/v1/games", "/docs", "/healthz", "/v1/openapi.json", "/docs/docs.js", "/verify"):
        assert asked(web, at + path).status == 200
    for path in ("/toma", "/tomato/v1/games", "/toma/toma/v1/games", "/toma//v1/games", "/TOMA/v1"):
        assert asked(web, path).status == 404


@pytest.mark.parametrize("prefix", [
    "//evil.example", "/a/../b", "/.", "toma", "/to ma", "/to%2Fma", '/"><script>', "/\\evil",
    "https://evil.example", "/" + "x" * 300, "/a//b", "",
])  # fmt: skip
def test_a_prefix_that_is_no_path_changes_nothing(behind, prefix):
    told = asked(behind, "/docs", f"X-Forwarded-Prefix: {prefix}")
    assert told.body == asked(behind, "/docs").body
