"""Limits: per token, reads and writes apart; a first answer to an open decision always passes."""

import dataclasses

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.settings.config import ConfigError, Settings
from service.storage.connections import Client

READS, WRITES = 12, 8


@pytest.fixture
def client(settings: Settings, real_redis: Client) -> FlaskClient:
    limited = dataclasses.replace(
        settings, limit_reads=f"{READS}/hour", limit_writes=f"{WRITES}/hour"
    )
    return create_app(limited).test_client()


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def a_game_of_two(client: FlaskClient) -> tuple[str, list[dict[str, str]]]:
    """A started game; each step by an address of its own, so that no limit is used up."""
    made = client.post(
        "/v1/games", json={"ruleset": "classic", "seats": 2}, environ_base=at("10.0.0.1")
    ).get_json()
    path = f"/v1/games/{made['game']['id']}"
    seats = [
        bearer(
            client.post(
                f"{path}/seats", json={"name": name}, environ_base=at(f"10.0.1.{number}")
            ).get_json()["token"]
        )
        for number, name in enumerate(("Ana", "Bo"))
    ]
    client.post(f"{path}/start", headers=bearer(made["host_token"]))
    return path, seats


def at(address: str) -> dict[str, str]:
    return {"REMOTE_ADDR": address}


def test_one_read_too_many_is_refused_with_the_time_to_wait(client):
    for left in reversed(range(READS)):
        answer = client.get("/v1/rulesets", environ_base=at("10.1.0.1"))
        assert answer.status_code == 200
        assert answer.headers["RateLimit"].startswith(f'"reads";r={left};t=')
        assert answer.headers["RateLimit-Policy"] == f'"reads";q={READS};w=3600'
    refused = client.get("/v1/rulesets", environ_base=at("10.1.0.1"))
    assert refused.status_code == 429
    assert refused.get_json()["code"] == "too_many_requests"
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600


def test_others_are_not_held_up(client):
    for _ in range(READS + 1):
        client.get("/v1/rulesets", environ_base=at("10.1.0.2"))
    assert client.get("/v1/rulesets", environ_base=at("10.1.0.3")).status_code == 200


def test_reads_and_writes_are_counted_apart(client):
    for _ in range(READS + 1):
        client.get("/v1/rulesets", environ_base=at("10.1.0.4"))
    made = client.post("/v1/games", json={"ruleset": "classic"}, environ_base=at("10.1.0.4"))
    assert made.status_code == 201
    assert made.headers["RateLimit"].startswith(f'"writes";r={WRITES - 1};')


def test_a_token_is_counted_wherever_it_comes_from(client):
    path, (ana, _) = a_game_of_two(client)
    for number in range(READS):
        assert client.get(path, headers=ana, environ_base=at(f"10.2.0.{number}")).status_code == 200
    assert client.get(path, headers=ana, environ_base=at("10.2.1.1")).status_code == 429


def test_the_first_answer_to_an_open_decision_is_never_refused_by_a_limit(client):
    path, (ana, _) = a_game_of_two(client)
    for _ in range(WRITES):
        refused = client.put(f"{path}/decisions/r1t1-pick-s0", json={"card": 0}, headers=ana)
        assert refused.status_code == 422
    over = client.put(f"{path}/decisions/r1t1-pick-s0", json={"card": 0}, headers=ana)
    assert over.status_code == 429
    options = client.get(f"{path}/decisions", headers=ana).get_json()["decisions"][0]["options"]
    first = client.put(f"{path}/decisions/r1t1-pick-s0", json=options[0], headers=ana)
    assert first.status_code == 201


def test_health_is_never_limited(client):
    for _ in range(READS + 2):
        assert client.get("/healthz", environ_base=at("10.1.0.5")).status_code == 200


def test_a_limit_that_makes_no_sense_is_a_wrong_setting(engine):
    with pytest.raises(ConfigError, match="300/minute"):
        create_app(Settings(redis_url=engine.url, queue_url=engine.url, limit_reads="lots"))
