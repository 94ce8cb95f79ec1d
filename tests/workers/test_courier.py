"""Webhooks: who is told what, signed how, and what happens when nobody listens."""

import dataclasses
import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from standardwebhooks.webhooks import Webhook as Verifier

from service.app import create_app
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.connections import Client
from tests.support.engine import Engine
from workers import courier
from workers.sweep import sweep


class Moment:
    """A clock that is set by hand."""

    now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def services(engine: Engine, real_redis: Client, tmp_path: Any) -> Services:
    settings = Settings(
        redis_url=engine.url,
        queue_url=engine.url,
        data_dir=tmp_path,
        secret="x" * 40,
        webhooks_private=True,
    )
    return dataclasses.replace(assemble(settings), clock=Moment())


@pytest.fixture
def client(services: Services) -> FlaskClient:
    app: Flask = create_app(services.settings, services=services)
    return app.test_client()


@pytest.fixture
def account(services: Services) -> dict[str, str]:
    token, _ = services.accounts.create("back end", ["play", "games:write"], 0)
    return {"Authorization": f"Bearer {token}"}


def hook(client: FlaskClient, account: dict[str, str], receiver: Any) -> dict[str, Any]:
    url = f"http://127.0.0.1:{receiver.server_address[1]}/in"
    made: dict[str, Any] = client.post(
        "/v1/webhooks", json={"url": url}, headers=account
    ).get_json()
    return made


def a_game(client: FlaskClient, account: dict[str, str]) -> str:
    made = client.post(
        "/v1/games", json={"ruleset": "classic", "seats": 2}, headers=account
    ).get_json()
    path = f"/v1/games/{made['game']['id']}"
    client.post(f"{path}/seats", json={"name": "Ana"}, headers=account)
    client.post(f"{path}/seats", json={"policy": "random"}, headers=account)
    client.post(f"{path}/start", headers=account)
    return path


def waiting(services: Services) -> list[str]:
    """All deliveries that are scheduled, whenever they fall due."""
    return services.webhooks.due(Moment.now + 10**12, 100)


def deliver(services: Services) -> None:
    for name in waiting(services):
        courier.deliver(services, name)


def test_an_account_is_told_what_it_owes_and_nothing_more(client, account, receiver, services):
    secret = hook(client, account, receiver)["secret"]
    path = a_game(client, account)
    deliver(services)
    ((_, body),) = receiver.got
    said = json.loads(body)
    assert said["type"] == "decisions.owed"
    assert said["data"]["game"] == path.rpartition("/")[2]
    assert [owed["id"] for owed in said["data"]["owed"]] == ["r1t1-pick-s0"]
    assert set(said["data"]) == {"game", "revision", "owed"}
    assert set(said["data"]["owed"][0]) == {"id", "kind", "seat", "deadline"}
    assert secret.encode() not in body


def test_the_signature_is_that_of_standard_webhooks():
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    made = courier.signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", body)
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_delivery_that_succeeded_is_not_repeated(client, account, receiver, services):
    hook(client, account, receiver)
    path = a_game(client, account)
    names = waiting(services)
    deliver(services)
    services.listing.project(services.games.load(path.rpartition("/")[2]))
    for name in names:
        courier.deliver(services, name)
    assert len(receiver.got) == 1


@pytest.mark.parametrize("status", [301, 302, 400, 404, 500, 503])
def test_any_other_answer_is_tried_again_later_and_no_redirect_is_followed(
    client, account, receiver, services, status
):
    receiver.status = status
    hook(client, account, receiver)
    a_game(client, account)
    deliver(services)
    (name,) = waiting(services)
    delivery = services.webhooks.delivery(name)
    assert delivery is not None
    assert (delivery.attempts, delivery.error) == (1, f"status {status}")
    assert services.webhooks.due(Moment.now + 3900, 10) == []
    assert services.webhooks.due(Moment.now + 6100, 10) == [name]
    assert len(receiver.got) == 1


def test_after_three_days_it_is_a_dead_letter_which_can_be_sent_again(
    client, account, receiver, services
):
    receiver.status = 500
    made = hook(client, account, receiver)
    a_game(client, account)
    for _ in range(len(courier.RETRY_SECONDS) + 1):
        deliver(services)
    assert waiting(services) == []
    path = f"/v1/webhooks/{made['id']}/dead-letters"
    (letter,) = client.get(path, headers=account).get_json()["deliveries"]
    assert (letter["attempts"], letter["error"]) == (len(courier.RETRY_SECONDS) + 1, "status 500")
    receiver.status = 200
    assert client.post(f"{path}/{letter['id']}/retry", headers=account).status_code == 202
    deliver(services)
    assert client.get(path, headers=account).get_json()["deliveries"] == []
    assert waiting(services) == []


def test_a_receiver_that_is_gone_is_called_no_more(client, account, receiver, services):
    receiver.status = 410
    hook(client, account, receiver)
    a_game(client, account)
    deliver(services)
    assert client.get("/v1/webhooks", headers=account).get_json()["webhooks"] == []
    assert waiting(services) == []


def test_a_job_that_was_lost_is_due_again(client, account, receiver, services):
    made = hook(client, account, receiver)
    client.post(f"/v1/webhooks/{made['id']}/test", headers=account)
    (name,) = waiting(services)
    services.clock.now = Moment.now + 61_000  # type: ignore[attr-defined]
    assert services.webhooks.due(services.clock(), 10) == [name]
    sweep(services)
    assert services.webhooks.due(services.clock(), 10) == []
    assert waiting(services) == [name]


def test_the_test_call_is_delivered_and_verifies(client, account, receiver, services):
    made = hook(client, account, receiver)
    assert client.post(f"/v1/webhooks/{made['id']}/test", headers=account).status_code == 202
    (name,) = waiting(services)
    real = dataclasses.replace(services, clock=assemble(services.settings).clock)
    courier.deliver(real, name)
    ((headers, body),) = receiver.got
    assert Verifier(made["secret"]).verify(body, headers)["type"] == "test"


def test_nobody_sees_or_touches_the_webhooks_of_another_account(
    client, account, receiver, services
):
    made = hook(client, account, receiver)
    token, _ = services.accounts.create("other", ["play"], 0)
    other = {"Authorization": f"Bearer {token}"}
    assert client.get("/v1/webhooks", headers=other).get_json()["webhooks"] == []
    assert client.delete(f"/v1/webhooks/{made['id']}", headers=other).status_code == 404
    assert client.post(f"/v1/webhooks/{made['id']}/test", headers=other).status_code == 404
