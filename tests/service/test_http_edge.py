"""Addresses, methods, caches, queries, other sites' pages: what holds for every route."""

import hashlib

import pytest

from domain.text.spelling import base64url
from service.access.tokens import hash_token, unrepeated
from tests.support.edge_app import FRIEND, assert_problem, make_client


@pytest.mark.parametrize("path", ["/", "/nothing", "*", "//v1/things", "/v1/th%69ngs"])
def test_what_is_nowhere_is_not_found_by_any_method_and_never_redirected(client, path):
    """Other spellings of what there is: tests/http/test_one_spelling.py."""
    sent = {"RAW_URI": path, "REQUEST_URI": path, "PATH_INFO": path.replace("%69", "i")}
    for method in (
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "get",
    ):  # fmt: skip
        assert_problem(client.open("/", method=method, environ_overrides=sent), 404)


@pytest.mark.parametrize("query", ["?cursor=a%2Fb", "?cursor=%2f", "?cursor=a/b%00"])
def test_an_encoded_slash_in_a_query_is_no_odd_path(client, query):
    overrides = {"RAW_URI": "/v1/things" + query, "REQUEST_URI": "/v1/things" + query}
    response = client.get("/v1/things" + query, environ_overrides=overrides)
    assert response.status_code == 422, "it is read, and no cursor"


def test_a_missing_host_is_400_under_http_1_1_only(client):
    missing = {"HTTP_HOST": ""}
    assert_problem(client.get("/healthz", environ_overrides=missing), 400)
    old = {"HTTP_HOST": "", "SERVER_PROTOCOL": "HTTP/1.0"}
    assert client.get("/healthz", environ_overrides=old).status_code == 200


@pytest.mark.parametrize(
    "method", ["TRACE", "BREW", "PUT", "PATCH", "DELETE", "CONNECT", "get", "Post", "options"]
)
def test_other_methods_and_other_cases_are_405_and_told_which_are_not(client, method):
    response = client.open("/v1/things", environ_overrides={"REQUEST_METHOD": method})
    assert_problem(response, 405)
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS, POST"
    assert response.json["allowed"] == ["GET", "HEAD", "OPTIONS", "POST"]


def test_every_answer_is_numbered_and_harmless_in_a_browser(client):
    for path in ["/v1/things", "/nothing", "/v1/raise/bug", "/docs", "/docs/docs.js"]:
        with client.get(path) as response:
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert "default-src 'none'" in response.headers["Content-Security-Policy"]
            assert len(response.headers["X-Request-Id"]) == 16
            assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize("offered", ["short", "x" * 65, "has blank 123", "a\tb1234567", "é" * 10])
def test_a_request_number_that_could_harm_a_log_is_replaced(client, offered):
    response = client.get("/healthz", environ_overrides={"HTTP_X_REQUEST_ID": offered})
    assert response.headers["X-Request-Id"] != offered


@pytest.mark.parametrize("asked", ['W/"7.abc"', '"7.abc"', '"x", W/"7.abc"', "*"])
def test_a_version_that_the_client_has_is_304_and_what_has_none_is_not_kept(client, asked):
    assert client.get("/v1/things").headers["Cache-Control"] == "no-store"
    response = client.get("/v1/things/abc", headers={"If-None-Match": asked})
    assert (response.status_code, response.data) == (304, b"")
    assert response.headers["ETag"] == 'W/"7.abc"'
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert response.headers["Vary"] == "Authorization, Origin"
    assert "Content-Type" not in response.headers


@pytest.mark.parametrize("asked", ['"7.abd"', "7.abc", "", '"7.abc'])
def test_another_version_is_sent_in_full(client, asked):
    response = client.get("/v1/things/abc", headers={"If-None-Match": asked})
    assert response.json == {"thing": "abc"}
    assert response.headers["Cache-Control"] == "private, no-cache"


def test_a_query_is_read_strictly(client):
    assert client.get("/v1/things?limit=7").json == {"limit": 7}
    assert client.get("/v1/things").json == {"limit": 20}
    for query in ["limit=0", "limit=101", "limit=+7", "limit=7.0", "limit=٧", "limit=", "other=1"]:
        response = client.get(f"/v1/things?{query}")
        assert_problem(response, 422)
        assert response.json["errors"][0]["parameter"] == query.partition("=")[0]
    assert_problem(client.get("/v1/things?limit=7&limit=8"), 400)


# -- other sites' pages: what is allowed to one that may call is in tests/http/test_methods.py ----

FOREIGN = [
    *("https://evil.example", "null", "*", "http://friend.example", "https://friend.example:444"),
    *("https://friend.example.evil.example", "https://FRIEND.example", "https://friend.example/"),
    *("https://friend.example.evil", ""),
]


def preflight(client, origin):
    asked = {"Access-Control-Request-Method": "POST"}
    return client.options("/v1/things", headers={"Origin": origin, **asked})


def allowed(response):
    return [name for name, _ in response.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_origin_gets_no_cors_header_at_all(client, origin):
    asked = [client.get(path, headers={"Origin": origin}) for path in ("/v1/things", "/nothing")]
    for response in (preflight(client, origin), *asked):
        assert not allowed(response)
        assert response.headers["Vary"] == "Origin"


def test_an_allowed_origin_may_read_answers_errors_and_the_headers_it_needs(client):
    asked = [("GET", "/v1/things"), ("GET", "/nothing"), ("GET", "/v1/raise/bug")]
    for method, path in [*asked, ("OPTIONS", "/v1/things"), ("TRACE", "/v1/things")]:
        wanted = {"Access-Control-Request-Method": "GET"} if method == "TRACE" else {}
        response = client.open(path, method=method, headers={"Origin": FRIEND, **wanted})
        assert response.headers["Access-Control-Allow-Origin"] == FRIEND
        exposed = response.headers["Access-Control-Expose-Headers"].split(", ")
        assert {"Location", "ETag", "Link", "Retry-After"} <= set(exposed)
        assert "Access-Control-Allow-Credentials" not in response.headers


def test_without_allowed_origins_nothing_is_said_about_them():
    response = preflight(make_client(), FRIEND)
    assert response.status_code == 204
    assert "Vary" not in response.headers
    assert not allowed(response)


TOKEN = "t6s_" + "aB3-_" * 8 + "xyz"
NO_TOKENS = [
    *("", " ", "Bearer", "Bearer ", TOKEN, f"Basic {TOKEN}", "Basic dXNlcjpwYXNz"),
    *(f"Token {TOKEN}", f"Bearer {TOKEN},Bearer {TOKEN}", f"Bearer {TOKEN}, Bearer {TOKEN}"),
    *(f"Bearer {TOKEN} {TOKEN}", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}"),
    *(f"Bearer {TOKEN[:-1]}{end}" for end in ("=", "é")),
    *(f"Bearer {TOKEN.replace('t6s', other)}" for other in ("t6S", "T6s", "t7s")),
    *(f'Bearer "{TOKEN}"', f"Bearer\t{TOKEN}"),
]
QUERIES = [
    *(f"token={TOKEN}", f"access_token={TOKEN}", "token=", "token", "Token=x", "%74oken=x"),
    *("limit=2&access%5Ftoken=x", "+token=x"),
]


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER", "Bearer  "])
def test_a_bearer_token_is_read_and_without_a_header_one_is_nobody(client, scheme):
    response = client.get("/v1/me", headers={"Authorization": f"{scheme} {TOKEN}"})
    assert response.json == {"token": TOKEN}
    assert client.get("/v1/me").json == {"token": None}
    response = client.get("/v1/mine")
    assert (response.status_code, response.json["code"]) == (401, "unauthorized")
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="toma6"'


@pytest.mark.parametrize("header", NO_TOKENS)
@pytest.mark.parametrize("path", ["/v1/me", "/v1/mine"])
def test_a_header_that_cannot_be_used_is_401_and_not_nobody(client, path, header):
    response = client.get(path, environ_overrides={"HTTP_AUTHORIZATION": header})
    assert (response.status_code, response.json["code"]) == (401, "malformed_token")
    assert response.headers["WWW-Authenticate"].startswith("Bearer ")
    assert "invalid_token" in response.headers["WWW-Authenticate"]
    assert TOKEN[4:-1] not in response.text


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("path", ["/v1/me", "/v1/things", "/healthz", "/v1/nothing"])
def test_a_token_in_the_address_is_refused_everywhere_but_not_a_value_that_says_so(
    client, path, query
):
    response = client.get(f"{path}?{query}", headers={"Authorization": f"Bearer {TOKEN}"})
    assert (response.status_code, response.json["code"]) == (401, "token_in_query")
    assert TOKEN not in response.text
    cursor = f"{0:013d}:{'token' * 5}t"
    assert client.get(f"/v1/things?cursor={cursor}").json["cursor"] == cursor


def test_new_tokens_are_accepted_and_differ_and_are_stored_as_their_sha_256(client):
    tokens = {unrepeated().token("g") for _ in range(50)}
    assert len(tokens) == 50
    for token in tokens:
        assert token.startswith("t6g_")
        response = client.get("/v1/mine", headers={"Authorization": f"Bearer {token}"})
        assert response.json == {"token": token}
    assert hash_token(TOKEN) == base64url(hashlib.sha256(TOKEN.encode()).digest())
