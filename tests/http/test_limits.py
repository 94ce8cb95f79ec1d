"""Limits: per token, account and address, reads and writes apart; what is owed always passes."""

import dataclasses
import random
import secrets
from functools import partial
from itertools import count

import pytest

from service.access.accounts import Accounts
from service.access.tokens import unrepeated
from service.app import create_app
from service.http.allowances import MOST_KEPT, Buckets, Rate
from service.http.limits import Limiter
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
def accounts(real_redis):
    return Accounts(real_redis)


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


def test_nobody_waits_longer_or_shorter_than_for_the_next_request():
    """An allowance comes back bit by bit: `Retry-After` is the first second that will do."""
    rng = random.Random(6)
    for _ in range(200):
        rate = Rate(rng.randint(1, 2000), rng.choice([1, 60, 3600]))
        now = [rng.random() * 1e6]
        buckets = Buckets(lambda now=now: now[0])
        for left in reversed(range(rate.amount)):
            assert buckets.take(rate, "reads", "one")[:2] == (True, left)
        assert buckets.take(rate, "writes", "one").allowed
        for _ in range(20):
            refused = buckets.take(rate, "reads", "one")
            assert (refused.allowed, refused.left) == (False, 0)
            assert 0 < refused.wait <= rate.seconds / rate.amount + 1e-4
            now[0] += refused.wait * 0.99
            assert not buckets.take(rate, "reads", "one").allowed
            now[0] += refused.wait * 0.01
            assert buckets.take(rate, "reads", "one").allowed
        now[0] += rate.seconds
        assert buckets.take(rate, "reads", "one").left == rate.amount - 1


def test_a_flood_of_new_clients_takes_no_memory_and_frees_nobody_who_has_spent_all():
    now, most = [0.0], 100
    buckets, rate = Buckets(lambda: now[0], most), Rate(10, 60)
    for _ in range(10):
        buckets.take(rate, "reads", "spent")
    for number in range(50 * most):
        now[0] += 1e-4
        buckets.take(rate, "reads", f"new {number}")
        assert len(buckets._whole) <= most
    assert not buckets.take(rate, "reads", "spent").allowed
    limiter = Limiter("10/minute", "")
    for number in range(MOST_KEPT + 10):
        limiter.learn(f"Bearer {number}", "x")
    assert len(limiter._known) == MOST_KEPT
    assert limiter.known("Bearer 0") is None


def test_a_token_is_counted_wherever_it_comes_from(at, table):
    for number in range(READS):
        at(f"10.2.0.{number}").get(table.path("/events"), table.seats[0]).expect(200)
    at("10.2.1.1").get(table.path("/events"), table.seats[0]).expect(429)
    first = at("10.2.0.0").get("/v1/rulesets").expect(200)
    assert f";r={READS - 1};" in first.header("RateLimit"), "its address was not charged for it"


def test_what_is_owed_can_be_read_when_nothing_else_can(at, table):
    """Also by whoever comes from a spent address, and has opened nothing in this process yet."""
    api = at("10.2.2.1")
    for _ in range(READS):
        api.get(table.path("/events"), table.seats[1]).expect(200)
        api.get("/v1/rulesets").expect(200)
    api.get(table.path("/events"), table.seats[1]).expect(429)
    for seat in (1, 0):
        for rest in ("", "/decisions", f"/decisions/r1t1-pick-s{seat}"):
            api.get(table.path(rest), table.seats[seat]).expect(200)
    api.get(table.path()).expect(429)  # a spectator owes nothing
    for _ in range(WRITES):
        api.get(table.path(), unrepeated().token("s")).expect(403)
    api.get(table.path(), unrepeated().token("s")).expect(429)


BLANKS = count(2)  # with one it is spelt as it was when it opened something
MADE_UP = {
    "made up": lambda left: f"Bearer {unrepeated().token('s')}",
    "an account's": lambda left: f"Bearer {unrepeated().token('a')}",
    "ended": lambda left: f"Bearer {left}",
    "none": lambda left: f"Basic {secrets.token_hex()}",
    "spelt anew": lambda left: f"Bearer{' ' * next(BLANKS)}{left}",
}


@pytest.mark.parametrize("kind", MADE_UP)
def test_a_token_that_opens_nothing_counts_on_its_address(at, table, kind):
    """However many there are, and also where nobody looks at it."""
    lobby = at("10.9.0.1").create(seats=2)
    left = lobby.seats[lobby.sit("left")]
    lobby.leave(0)
    sent = lambda: [("Authorization", MADE_UP[kind](left))]  # noqa: E731 - another one each time
    for path, number in ((table.path("/events"), 1), ("/v1/rulesets", 2)):
        api = at(f"10.3.{number}.1")
        assert 429 not in [api.get(path, headers=sent()).status for _ in range(READS)]
        api.get(path, headers=sent()).expect(429)
        api.get("/v1/rulesets").expect(429)
    api, pick = at("10.3.3.1"), table.path("/decisions/r1t1-pick-s0")
    told = [api.ask("PUT", pick, None, {"card": 1}, headers=sent()) for _ in range(2 * WRITES)]
    assert 429 not in [each.status for each in told[:WRITES]]
    assert {each.status for each in told[WRITES:]} == {429}
    table.pick(0, table.hand(0)[0]).expect(201)


def test_an_account_may_ask_ten_times_as_often_and_a_revoked_one_is_an_address(at, accounts):
    token, account = accounts.create("app", ["play", "games:write"], 0)
    for number in range(10 * WRITES):
        api = at(f"10.4.0.{number}").by(token)
        api.post("/v1/games", {"ruleset": "classic"}).expect(201)
    refused = api.post("/v1/games", {"ruleset": "classic"}).expect(429)
    assert refused.header("RateLimit-Policy") == f'"writes";q={10 * WRITES};w=3600'
    accounts.revoke(account.id)
    api = at("10.4.1.1").by(token)
    for _ in range(READS):
        api.get("/v1/me/decisions").expect(401)
    api.get("/v1/rulesets").expect(429)


@pytest.mark.parametrize(("one", "other", "alike"), [
    ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
    ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
    ("::ffff:10.7.0.1", "10.7.0.1", True),
    ("10.7.0.2", "10.7.0.3", False),
    ("fe80::1%eth0", "fe80::1", True),
])  # fmt: skip
def test_one_customer_is_one_client(at, one, other, alike):
    for _ in range(READS):
        at(one).get("/v1/rulesets").expect(200)
    at(other).get("/v1/rulesets").expect(429 if alike else 200)


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


@pytest.mark.parametrize(("wrong", "told"), [
    ({"limit_reads": "lots"}, "300/minute"), ({"limit_writes": "0/minute"}, "300/minute"),
    ({"trusted_proxies": ("proxy.local",)}, "TOMA6_TRUSTED_PROXIES"),
    ({"trusted_proxies": ("10.0.0.1/8",)}, "TOMA6_TRUSTED_PROXIES"),
])  # fmt: skip
def test_what_makes_no_sense_is_a_wrong_setting(engine, wrong, told):
    with pytest.raises(ConfigError, match=told):
        create_app(Settings(redis_url=engine.url, queue_url=engine.url, **wrong))
