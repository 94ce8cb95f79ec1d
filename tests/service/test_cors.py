"""Other sites' pages: which may call, and what they are told."""

import pytest

from tests.support.edge_app import FRIEND, make_client


@pytest.fixture
def client():
    return make_client(cors_origins=(FRIEND,))


def preflight(client, origin, path="/v1/things", method="POST"):
    return client.options(
        path,
        headers={
            "Origin": origin,
            "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": "authorization, last-event-id",
        },
    )


FOREIGN = [
    "https://evil.example",
    "null",
    "*",
    "http://friend.example",
    "https://friend.example:444",
    "https://friend.example.evil.example",
    "https://FRIEND.example",
    "https://friend.example/",
    "",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_origin_gets_no_cors_header_at_all(client, origin):
    for response in [
        preflight(client, origin),
        client.get("/v1/things", headers={"Origin": origin}),
        client.get("/nothing", headers={"Origin": origin}),
    ]:
        assert not [name for name, _ in response.headers if name.startswith("Access-Control")]
        assert response.headers["Vary"] == "Origin"


def test_an_allowed_origin_may_read_answers_errors_and_the_headers_it_needs(client):
    for path in ["/v1/things", "/nothing", "/v1/raise/bug"]:
        response = client.get(path, headers={"Origin": FRIEND})
        assert response.headers["Access-Control-Allow-Origin"] == FRIEND
        exposed = response.headers["Access-Control-Expose-Headers"].split(", ")
        assert {"Location", "ETag", "Link", "Retry-After"} <= set(exposed)
        assert "Access-Control-Allow-Credentials" not in response.headers


def test_vary_says_both_where_both_matter(client):
    assert client.get("/v1/things/abc").headers["Vary"] == "Authorization, Origin"


def test_without_allowed_origins_nothing_is_said_about_them():
    response = preflight(make_client(), FRIEND)
    assert response.status_code == 204
    assert "Vary" not in response.headers
    assert not [name for name, _ in response.headers if name.startswith("Access-Control")]
