"""Limits: per token, reads and writes apart; a first answer to an open decision always passes."""

import dataclasses
import time
from functools import partial

import pytest

from service.app import create_app
from service.settings.config import ConfigError, Settings
from tests.support.client import Answer, Api

READS, WRITES = 12, 8


@pytest.fixture
def at(settings, real_redis):
    """The API, asked from an address."""
    limits = {"limit_reads": f"{READS}/hour", "limit_writes": f"{WRITES}/hour"}
    app = create_app(dataclasses.replace(settings, **limits))

    def ask(address, method, path, headers, body):
        more = {"headers": list(headers), "environ_overrides": {"REMOTE_ADDR": address}}
        with app.test_client().open(path, method=method, data=body, **more) as got:
            return Answer(method, path, got.status_code, list(got.headers), got.data)

    return lambda address: Api(partial(ask, address))


@pytest.fixture
def table(at):
    return at("10.0.0.1").started(seats=2)


def test_one_read_too_many_is_refused_with_the_time_to_wait(at):
    api = at("10.1.0.1")
    for left in reversed(range(READS)):
        answer = api.get("/v1/rulesets").expect(200)
        assert answer.header("RateLimit").startswith(f'"reads";r={left};t=')
        assert answer.header("RateLimit-Policy") == f'"reads";q={READS};w=3600'
    refused = api.get("/v1/rulesets").expect(429, "too_many_requests")
    assert 1 <= int(refused.header("Retry-After")) <= 3600
    at("10.1.0.3").get("/v1/rulesets").expect(200)  # others are not held up
    made = api.post("/v1/games", {"ruleset": "classic"}).expect(201)  # nor are writes
    assert made.header("RateLimit").startswith(f'"writes";r={WRITES - 1};')


def test_in_the_last_second_of_a_window_one_second_is_to_be_waited(at, monkeypatch):
    """Never 0, which would be asked again at once."""
    api = at("10.1.0.2")
    for _ in range(READS):
        reset = int(api.get("/v1/rulesets").header("RateLimit").rpartition("t=")[2])
    now = time.time()
    monkeypatch.setattr("service.http.limits.time.time", lambda: now + reset - 0.4)
    refused = api.get("/v1/rulesets").expect(429)
    assert refused.header("Retry-After") == "1"
    assert refused.header("RateLimit").endswith(";r=0;t=1")


def test_a_token_is_counted_wherever_it_comes_from(at, table):
    for number in range(READS):
        at(f"10.2.0.{number}").get(table.path(), table.seats[0]).expect(200)
    at("10.2.1.1").get(table.path(), table.seats[0]).expect(429)


def test_refusals_and_repeats_count_but_no_first_answer_to_an_open_decision_which_is_never_refused(
    table,
):
    card = table.hand(0)[0]
    for left in reversed(range(1, WRITES)):
        refused = table.pick(0, 0).expect(422)
        assert refused.header("RateLimit").startswith(f'"writes";r={left};')
    assert table.pick(0, card).expect(201).header("RateLimit") is None
    repeated = table.pick(0, card).expect(200)
    assert repeated.header("RateLimit").startswith('"writes";r=0;')
    table.pick(0, card).expect(429)
    for status in [422] * WRITES + [429]:
        table.pick(1, 0).expect(status)
    table.pick(1, table.hand(1)[0]).expect(201)


def test_what_is_never_limited(at):
    api = at("10.1.0.5")
    for _ in range(READS + WRITES + 2):
        api.get("/healthz").expect(200)
        api.ask("OPTIONS", "/v1/games").expect(204)  # a preflight
    assert api.get("/v1/games").header("RateLimit").startswith(f'"reads";r={READS - 1};')


def test_a_limit_that_makes_no_sense_is_a_wrong_setting(engine):
    with pytest.raises(ConfigError, match="300/minute"):
        create_app(Settings(redis_url=engine.url, queue_url=engine.url, limit_reads="lots"))
