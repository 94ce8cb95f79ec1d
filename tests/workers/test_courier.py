"""Webhooks: who is told what, signed how, what happens when nobody listens, and for how long."""

import json
import random
import time

import pytest
from standardwebhooks.webhooks import Webhook as Verifier

from service.webhooks import kept
from tests.support.hooks import ATTEMPTS, deliver, delivery, waiting
from workers import attempts


@pytest.fixture
def here(site):
    """A process that may call this machine."""
    return site.process(webhooks_private=True)


@pytest.fixture
def api(here):
    """The API as the account of a back end asks it."""
    return here.api.by(here.account(name="back end"))


ITS_KEY = [("Idempotency-Key", "its")]


def hooked(api, receiver, path="/in"):
    url = f"http://127.0.0.1:{receiver.server_address[1]}{path}"
    return api.post("/v1/webhooks", {"url": url}, headers=ITS_KEY).expect(201).json


@pytest.fixture
def hook(api, receiver):
    return hooked(api, receiver)


@pytest.fixture
def at(hook):
    """Where the webhook is."""
    return f"/v1/webhooks/{hook['id']}"


@pytest.fixture
def letters(at):
    """Where the dead letters of the webhook are."""
    return f"{at}/dead-letters"


@pytest.fixture
def game(api, hook):
    """One in which the account owes an answer, of which it is to be told."""
    return api.started(seats=1, bots=["random"])


def fail(services, receiver, times=ATTEMPTS):
    receiver.status = 500
    for _ in range(times):
        deliver(services)


def dead(api, letters):
    return api.get(letters).expect(200).json["deliveries"]


def test_an_account_is_told_what_it_owes_and_nothing_more_and_once(hook, game, receiver, services):
    deliver(services)
    services.listing.project(services.games.load(game.game))
    deliver(services)
    ((_, body),) = receiver.got
    said = json.loads(body)
    (owed,) = said["data"].pop("owed")
    assert (said["type"], said["data"].pop("game")) == ("decisions.owed", game.game)
    assert said["data"].keys() == {"revision"}
    assert (owed["id"], owed.keys()) == ("r1t1-pick-s0", {"id", "kind", "seat", "deadline"})
    assert hook["secret"].encode() not in body


def test_two_accounts_in_one_game_are_each_told_their_own(here, api, hook, receiver, services):
    other = here.api.by(here.account("play"))
    hooked(other, receiver, "/other")
    table = api.create(seats=2)
    table.sit("Ana", api.token)
    table.sit("Bo", other.token)
    table.start()
    deliver(services)
    owed = [json.loads(body)["data"]["owed"] for _, body in receiver.got]
    assert sorted(each["seat"] for (each,) in owed) == [0, 1]


@pytest.mark.parametrize("status", [301, 302, 400, 404, 500, 503])
def test_any_other_answer_is_tried_again_later_and_no_redirect_is_followed(
    game, receiver, services, status
):
    receiver.status = status
    deliver(services)
    (delivery_id,) = waiting(services)
    tried = delivery(services, delivery_id)
    assert (tried.attempts, tried.error) == (1, f"status {status}")
    assert len(receiver.got) == 1


@pytest.mark.parametrize("drawn", [-1, 1])
def test_each_wait_is_jittered_within_its_bounds(game, receiver, services, monkeypatch, drawn):
    monkeypatch.setattr(random, "uniform", lambda low, high: low if drawn < 0 else high)
    for wait in attempts.RETRY_SECONDS:
        fail(services, receiver, 1)
        (delivery_id,) = waiting(services)
        due = services.clock() + int(1000 * wait * (1 + drawn * 0.2))
        assert waiting(services, due - 1) == []
        assert waiting(services, due) == [delivery_id]


def test_after_three_days_it_is_a_dead_letter_which_can_be_sent_again_and_die_again(
    api, game, letters, receiver, services
):
    for _ in range(2):  # the second time is like the first
        fail(services, receiver)
        assert waiting(services) == []
        (letter,) = dead(api, letters)
        assert (letter["attempts"], letter["error"]) == (ATTEMPTS, "status 500")
        api.post(f"{letters}/{letter['id']}/retry").expect(202)
        assert dead(api, letters) == []
        assert delivery(services, letter["id"]).attempts == 0
    api.post(f"{letters}/{letter['id']}/retry").expect(202)  # it is under way: a repeat
    receiver.status = 200
    deliver(services)
    api.post(f"{letters}/{letter['id']}/retry").expect(202)  # it has arrived
    api.post(f"{letters}/{letter['id']}x/retry").expect(404)
    assert dead(api, letters) == []
    assert waiting(services) == []


def test_of_the_dead_letters_the_newest_are_kept(
    here, api, at, letters, receiver, services, monkeypatch
):
    monkeypatch.setattr(kept, "MAX_DEAD_LETTERS_PER_WEBHOOK", 2)
    oldest = []
    for _ in range(3):
        services.store.now.now += 1000
        api.post(f"{at}/test").expect(202)
        oldest += waiting(services)
        fail(services, receiver)
    assert [letter["id"] for letter in dead(api, letters)] == oldest[1:]
    assert delivery(services, oldest[0]) is None
    api.post(f"{letters}/{oldest[0]}/retry").expect(404)


@pytest.mark.parametrize("how", ["deleted", "gone"])
def test_a_webhook_that_is_deleted_or_whose_receiver_is_gone_is_sent_nothing_more(
    api, game, hook, at, letters, receiver, services, how
):
    if how == "deleted":
        api.ask("DELETE", at).expect(204)
    receiver.status = 410
    for _ in range(2):
        deliver(services)
        assert len(receiver.got) == (how == "gone")
        assert waiting(services) == []
    assert api.get("/v1/webhooks").json["webhooks"] == []
    api.get(letters).expect(404)
    api.ask("DELETE", at).expect(204)
    api.post("/v1/webhooks", {"url": hook["url"]}, headers=ITS_KEY).expect(410, "gone")


def test_the_test_call_is_delivered_and_verifies(here, api, hook, at, receiver, services):
    """By the library of Standard Webhooks."""
    api.post(f"{at}/test").expect(202)
    here.own.now = int(1000 * time.time())  # which the verifier looks at
    deliver(services)
    ((headers, body),) = receiver.got
    assert Verifier(hook["secret"]).verify(body, headers)["type"] == "test"


def test_nobody_sees_or_touches_the_webhooks_of_another_account(here, api, at, letters):
    other = here.api.by(here.account("play"))
    assert other.get("/v1/webhooks").json["webhooks"] == []
    for method, path in (("DELETE", at), ("POST", f"{at}/test"), ("GET", letters)):
        other.ask(method, path).expect(404)
    api.post(f"{at}/test").expect(202)
