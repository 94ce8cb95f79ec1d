"""Webhooks: who is told what, signed how, what happens when nobody listens, and for how long."""

import json
import random
import time

import pytest
from standardwebhooks.webhooks import Webhook as Verifier

from service.webhooks import repository
from tests.support.dsl import AT
from workers import courier
from workers.sweep import sweep

FAR = AT + 10**12
ATTEMPTS = len(courier.RETRY_SECONDS) + 1


@pytest.fixture
def here(site):
    """A process that may call this machine."""
    return site.process(webhooks_private=True)


@pytest.fixture
def services(here):
    return here.services


@pytest.fixture
def api(here):
    """The API as the account of a back end asks it."""
    return here.api.by(here.account(name="back end"))


@pytest.fixture
def hook(api, receiver):
    url = f"http://127.0.0.1:{receiver.server_address[1]}/in"
    return api.post("/v1/webhooks", {"url": url}).expect(201).json


@pytest.fixture
def letters(hook):
    """Where the dead letters of the webhook are."""
    return f"/v1/webhooks/{hook['id']}/dead-letters"


def a_game(api):
    return api.started(seats=1, bots=["random"])


def waiting(services):
    """All deliveries that are scheduled, whenever they fall due."""
    return services.webhooks.due(FAR, 100)


def deliver(services):
    for delivery_id in waiting(services):
        courier.deliver(services, delivery_id)


def fail(services, receiver, times=ATTEMPTS):
    receiver.status = 500
    for _ in range(times):
        deliver(services)


def dead(api, letters):
    return api.get(letters).expect(200).json["deliveries"]


def test_an_account_is_told_what_it_owes_and_nothing_more_and_once(api, hook, receiver, services):
    table = a_game(api)
    ids = waiting(services)
    deliver(services)
    services.listing.project(services.games.load(table.game))
    for delivery_id in ids:
        courier.deliver(services, delivery_id)
    ((_, body),) = receiver.got
    said = json.loads(body)
    assert said["type"] == "decisions.owed"
    assert said["data"]["game"] == table.game
    assert [owed["id"] for owed in said["data"]["owed"]] == ["r1t1-pick-s0"]
    assert set(said["data"]) == {"game", "revision", "owed"}
    assert set(said["data"]["owed"][0]) == {"id", "kind", "seat", "deadline"}
    assert hook["secret"].encode() not in body


def test_two_accounts_in_one_game_are_each_told_their_own(here, api, hook, receiver, services):
    other = here.api.by(here.account("play"))
    url = f"http://127.0.0.1:{receiver.server_address[1]}/other"
    other.post("/v1/webhooks", {"url": url}).expect(201)
    table = api.create(seats=2)
    table.sit("Ana", api.token)
    table.sit("Bo", other.token)
    table.start()
    deliver(services)
    owed = [json.loads(body)["data"]["owed"] for _, body in receiver.got]
    assert sorted(each["seat"] for (each,) in owed) == [0, 1]


def test_the_signature_is_that_of_standard_webhooks():
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    made = courier.signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", body)
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


@pytest.mark.parametrize("status", [301, 302, 400, 404, 500, 503])
def test_any_other_answer_is_tried_again_later_and_no_redirect_is_followed(
    api, hook, receiver, services, status
):
    receiver.status = status
    a_game(api)
    deliver(services)
    (delivery_id,) = waiting(services)
    delivery = services.webhooks.delivery(delivery_id)
    assert (delivery.attempts, delivery.error) == (1, f"status {status}")
    assert len(receiver.got) == 1


@pytest.mark.parametrize("drawn", [-1, 1])
def test_each_wait_is_jittered_within_its_bounds(api, hook, receiver, services, monkeypatch, drawn):
    monkeypatch.setattr(random, "uniform", lambda low, high: low if drawn < 0 else high)
    a_game(api)
    for wait in courier.RETRY_SECONDS:
        fail(services, receiver, 1)
        (delivery_id,) = waiting(services)
        due = services.clock() + int(1000 * wait * (1 + drawn * 0.2))
        assert services.webhooks.due(due - 1, 10) == []
        assert services.webhooks.due(due, 10) == [delivery_id]


def test_after_three_days_it_is_a_dead_letter_which_can_be_sent_again_and_die_again(
    api, hook, letters, receiver, services
):
    a_game(api)
    for _ in range(2):  # the second time is like the first
        fail(services, receiver)
        assert waiting(services) == []
        (letter,) = dead(api, letters)
        assert (letter["attempts"], letter["error"]) == (ATTEMPTS, "status 500")
        api.post(f"{letters}/{letter['id']}/retry").expect(202)
        assert dead(api, letters) == []
        assert services.webhooks.delivery(letter["id"]).attempts == 0
    api.post(f"{letters}/{letter['id']}/retry").expect(404)  # it is under way, and no letter
    receiver.status = 200
    deliver(services)
    assert dead(api, letters) == []
    assert waiting(services) == []


def test_late_and_doubled_jobs_leave_a_dead_letter_where_it_is(
    api, hook, letters, receiver, services
):
    a_game(api)
    fail(services, receiver)
    (letter,) = dead(api, letters)
    calls, receiver.status = len(receiver.got), 200
    for _ in range(2):
        courier.deliver(services, letter["id"])
    assert len(receiver.got) == calls
    assert dead(api, letters) == [letter]
    courier.deliver(services, "never.was")
    assert waiting(services) == []


def test_of_the_dead_letters_the_newest_are_kept(
    here, api, hook, letters, receiver, services, monkeypatch
):
    monkeypatch.setattr(repository, "MAX_DEAD_LETTERS_PER_WEBHOOK", 2)
    kept = []
    for _ in range(3):
        here.own.now += 1000
        api.post(f"/v1/webhooks/{hook['id']}/test").expect(202)
        (delivery_id,) = waiting(services)
        kept.append(delivery_id)
        fail(services, receiver)
    assert [letter["id"] for letter in dead(api, letters)] == kept[1:]
    assert services.webhooks.delivery(kept[0]) is None
    api.post(f"{letters}/{kept[0]}/retry").expect(404)


def test_a_webhook_that_is_deleted_is_sent_nothing_more(api, hook, letters, receiver, services):
    a_game(api)
    api.ask("DELETE", f"/v1/webhooks/{hook['id']}").expect(204)
    deliver(services)
    assert receiver.got == []
    assert waiting(services) == []
    assert api.get("/v1/webhooks").json["webhooks"] == []
    api.get(letters).expect(404)
    api.ask("DELETE", f"/v1/webhooks/{hook['id']}").expect(404)


def test_an_account_has_so_many_webhooks_and_no_more(api, hook):
    url = {"url": "https://example.org/"}
    for _ in range(repository.MAX_WEBHOOKS_PER_ACCOUNT - 1):
        last = api.post("/v1/webhooks", url).expect(201).json
    api.post("/v1/webhooks", url).expect(409, "too_many_webhooks")
    api.ask("DELETE", f"/v1/webhooks/{last['id']}").expect(204)
    api.post("/v1/webhooks", url).expect(201)


def test_a_receiver_that_is_gone_is_called_no_more(api, hook, receiver, services):
    receiver.status = 410
    a_game(api)
    deliver(services)
    assert api.get("/v1/webhooks").json["webhooks"] == []
    assert waiting(services) == []


def test_a_job_that_was_lost_is_due_again(here, api, hook, services):
    api.post(f"/v1/webhooks/{hook['id']}/test").expect(202)
    (delivery_id,) = waiting(services)
    here.own.now += 61_000
    assert services.webhooks.due(services.clock(), 10) == [delivery_id]
    sweep(services)
    assert services.webhooks.due(services.clock(), 10) == []
    assert waiting(services) == [delivery_id]


def test_the_test_call_is_delivered_and_verifies(here, api, hook, receiver, services):
    api.post(f"/v1/webhooks/{hook['id']}/test").expect(202)
    (delivery_id,) = waiting(services)
    here.own.now = int(1000 * time.time())  # which the verifier looks at
    courier.deliver(services, delivery_id)
    ((headers, body),) = receiver.got
    assert Verifier(hook["secret"]).verify(body, headers)["type"] == "test"


def test_nobody_sees_or_touches_the_webhooks_of_another_account(here, api, hook, letters):
    other = here.api.by(here.account("play"))
    assert other.get("/v1/webhooks").json["webhooks"] == []
    at = f"/v1/webhooks/{hook['id']}"
    for method, path in (("DELETE", at), ("POST", f"{at}/test"), ("GET", letters)):
        other.ask(method, path).expect(404)
    api.post(f"{at}/test").expect(202)
