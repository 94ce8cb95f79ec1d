"""The Authorization header: what is a token, what is none, and what is refused."""

import hashlib

import pytest

from domain.text.spelling import base64url
from service.access.tokens import hash_token, unrepeated

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
