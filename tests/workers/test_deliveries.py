"""What is to be sent: counted before it is, in a place of its own, and forgotten in time."""

import contextlib
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

import pytest

from service.commands import tokens
from service.storage.stored import StoreDown
from service.webhooks import deliveries, kept
from service.webhooks.deliveries import PROMPT, SLOW, Deliveries
from service.webhooks.repository import TooMany, Webhook, Webhooks
from service.webhooks.upkeep import Upkeep
from tests.support.dsl import AT
from tests.support.hooks import ATTEMPTS, FAR, claim, delivery, waiting
from workers import attempts, courier

DAY = 24 * 3600 * 1000
LATER = AT + 8 * DAY


@pytest.fixture
def account(services):
    return services.accounts.create("back end", ["play", "games:write"], AT)[1].id


@pytest.fixture
def hook(services, account):
    return services.webhooks.create(account, "https://example.org/", AT)


def send(services, hook, name="m", at=AT, **more):
    return services.deliveries.schedule(hook, name, {"type": "test"}, at, **more)


def kept_keys(services, *hooks):
    """Everything that names any of the webhooks, but what is remembered for seven days."""
    found, call = [], services.deliveries._call
    for key in call("KEYS", "{hooks}:*"):
        kind = call("TYPE", key)
        ask = {b"hash": "HGETALL", b"set": "SMEMBERS"}
        held = call(*((ask[kind], key) if kind in ask else ("ZRANGE", key, 0, -1)))
        if key != kept.PAST.encode():
            found += [key for hook in hooks if hook.id.encode() in key + b" ".join(held)]
    return found


def test_an_attempt_is_counted_and_due_again_before_it_is_made(services, hook):
    """So whatever kills a courier, it is one of ten, and follows its wait."""
    send(services, hook)
    now = AT
    for count, wait in enumerate((*attempts.RETRY_SECONDS, 0), start=1):
        made = claim(services, hook.id, now)
        assert (made.delivery.attempts, made.hook) == (count, hook)
        due = now + attempts.LEASE_MS + 1000 * wait
        assert claim(services, hook.id, due - 1) is None
        now = due
    assert claim(services, hook.id, now) is None
    (letter,) = services.deliveries.dead_letters(hook)
    assert (letter.attempts, letter.error) == (ATTEMPTS, "it is not known how the attempt ended")
    assert waiting(services) == []


@pytest.mark.parametrize("late", ["failed", "done"])
def test_an_outcome_that_comes_after_the_next_attempt_settles_it_only_by_a_success(
    services, hook, late
):
    """As from a courier that was stopped for a while and goes on."""
    send(services, hook)
    first = claim(services, hook.id, AT)
    second = claim(services, hook.id, AT + DAY)
    if late == "failed":
        services.deliveries.failed(first, AT + DAY, "late", AT + DAY)
        found = delivery(services, first.delivery.id)
        assert (found.attempts, found.error) == (2, "it is not known how the attempt ended")
        services.deliveries.failed(second, AT + DAY, "in time", None)
        assert [each.error for each in services.deliveries.dead_letters(hook)] == ["in time"]
    services.deliveries.done(first, AT + DAY)
    left = {key.split(b":")[1] for key in kept_keys(services, hook)}
    assert left <= {b"hooks", b"of", b"told"}, "as of one that has nothing to be sent"


def test_few_messages_of_one_webhook_are_under_way_and_fewer_if_it_is_slow(services, hook):
    for number in range(10):
        send(services, hook, f"m{number}")
    claims = [claim(services, hook.id, AT) for _ in range(5)]
    assert [each is None for each in claims] == [False] * 4 + [True]
    assert len({each.delivery.id for each in claims[:4]}) == 4
    services.deliveries.failed(claims[0], AT, "x", AT + DAY)
    services.deliveries.done(claims[1], AT, slow=True)
    assert claim(services, hook.id, AT) is None
    services.deliveries.failed(claims[2], AT, "x", AT + DAY)
    assert claim(services, hook.id, AT) is not None
    # A courier that is killed holds no place for longer than its lease, nor one whose clock is set
    # back.
    for now in (AT + attempts.LEASE_MS, AT - DAY):
        services.deliveries._call("ZADD", kept.due(hook.id), 0, f"{hook.id}.m8")
        assert claim(services, hook.id, now) is not None


def test_who_is_slow_or_fails_waits_in_another_line_until_it_answers_at_once(services, hook):
    def lanes():
        return [services.deliveries.ready(lane, FAR, 9) for lane in (PROMPT, SLOW)]

    for number in range(9):
        send(services, hook, f"m{number}")
    assert lanes() == [[hook.id], []]
    services.deliveries.failed(claim(services, hook.id, AT), AT, "x", AT + 5)
    assert lanes() == [[], [hook.id]]
    services.deliveries.done(claim(services, hook.id, AT), AT)
    assert lanes() == [[hook.id], []]
    services.deliveries.done(claim(services, hook.id, AT), AT, slow=True)
    assert lanes() == [[], [hook.id]]


@pytest.mark.parametrize("lane", [PROMPT, SLOW])
def test_webhooks_that_wait_are_served_in_turn_however_many_messages_each_has(
    services, account, lane
):
    hooks = [services.webhooks.create(account, "https://example.org/", AT) for _ in range(3)]
    for number in range(8):
        for hook in hooks[: 1 if number else None]:
            if lane == SLOW:
                services.deliveries._call("SADD", kept.LAGGARDS, hook.id)
            send(services, hook, f"m{number}")
    served = []
    for step in range(1, 5):
        (first, *_) = services.deliveries.ready(lane, AT + step, 1)
        services.deliveries.done(claim(services, first, AT + step), AT + step, slow=lane == SLOW)
        send(services, hooks[0], f"more{step}")
        served.append(first)
    assert set(served[:4]) == {hook.id for hook in hooks}  # of one millisecond: in any order


def test_several_couriers_make_each_attempt_once(services, hook):
    for number in range(200):
        send(services, hook, f"m{number}")
    claims = []

    def work(_):
        own = Deliveries(services.store._client)
        for _ in range(200):
            if made := own.claim(hook.id, AT, attempts.LEASE_MS, [10**9]):
                claims.append(made.delivery.id)
                own.done(made, AT)

    with ThreadPoolExecutor(4) as couriers:
        list(couriers.map(work, range(4)))
    assert sorted(claims) == sorted(f"{hook.id}.m{number}" for number in range(200))


def test_a_message_is_due_at_once_whatever_the_clock_of_who_sends_it_says(services, hook):
    send(services, hook, at=FAR)
    assert claim(services, hook.id, services.deliveries._call("TIME") and FAR - DAY) is not None


def test_too_many_messages_that_wait_for_one_webhook_are_dead_letters(services, hook, monkeypatch):
    monkeypatch.setattr(deliveries, "MAX_WAITING_PER_WEBHOOK", 2)
    for number in range(3):
        assert send(services, hook, f"m{number}") == (number < 2)
    (letter,) = services.deliveries.dead_letters(hook)
    assert (letter.attempts, letter.error) == (0, "too many were waiting")
    assert services.deliveries.waiting() == (2, letter.created_at, 1)
    assert services.deliveries.revive(hook, letter.id, AT)
    assert services.deliveries.waiting()[::2] == (3, 0)


def test_what_was_said_of_a_game_that_is_over_is_forgotten_after_a_week_and_never_said_again(
    services, account, hook
):
    over = {"game_id": "g1", "over": True}
    assert send(services, hook, "g1-over", **over)
    services.deliveries.done(claim(services, hook.id), AT)
    assert not send(services, hook, "g1-over", **over)
    send(services, hook, "g2-r1", game_id="g2")
    courier_tidies(services, AT + 6 * DAY)
    told = services.deliveries._list("HKEYS", kept.told(hook.id))
    assert sorted(told) == [b"", b"g1", b"g2"]
    courier_tidies(services, LATER)
    told = services.deliveries._list("HKEYS", kept.told(hook.id))
    assert sorted(told) == [b"", b"g2"]
    assert not send(services, hook, "g1-over", **over)  # as from a listing that is made anew
    younger = services.webhooks.create(account, "https://example.org/", AT + 1)
    assert not send(services, younger, "g1-over", **over)
    assert send(services, younger, "g3-over", AT + 2, game_id="g3", over=True)


def courier_tidies(services, now):
    services.store.now.now = now
    courier.tidy(services)


@pytest.mark.parametrize("how", ["over HTTP", "at the terminal", "long ago"])
def test_with_an_account_go_its_webhooks_and_all_that_was_to_be_sent(
    here, services, account, hook, how, monkeypatch
):
    other = services.webhooks.create("f" * 16, "https://example.org/", AT)
    for number in range(9):
        send(services, hook, f"m{number}", game_id="g1")
    services.deliveries.failed(claim(services, hook.id), AT, "x", None)
    flying = claim(services, hook.id)
    if how == "over HTTP":
        here.api.by(here.account("admin")).ask("DELETE", f"/v1/tokens/{account}").expect(204)
    elif how == "at the terminal":
        monkeypatch.setattr(tokens, "assemble", lambda settings: services)
        assert tokens.main(services.settings, ["revoke", account]) == 0
    else:
        services.accounts.revoke(account)
        monkeypatch.setattr(attempts, "send", lambda *_, **__: pytest.fail("sent"))
        attempts.attempt(services, flying)
    assert kept_keys(services, hook) == []
    assert not send(services, hook, "one more")
    services.deliveries.failed(flying, AT, "x", AT)
    services.deliveries.done(flying, AT)
    assert kept_keys(services, hook) == []
    assert services.webhooks.get(other.id) == other


def test_messages_are_found_again_whatever_is_lost_beside_them(services, hook, caplog):
    for number, key in enumerate((kept.PROMPT, kept.SLOW, kept.LAGGARDS, kept.PAST)):
        send(services, hook, f"m{number}")
        for lost in ((), ("SET", key, "x")):
            services.deliveries._call("DEL", kept.PROMPT)
            if lost:
                services.deliveries._call("DEL", key)
                services.deliveries._call(*lost)
            assert services.deliveries._call("TYPE", kept.PROMPT) != b"zset"
            courier_tidies(services, AT)
            assert services.deliveries.ready(PROMPT, FAR, 9) == [hook.id]
    assert caplog.text.count("set aside") == services.due_index.aside.count() == 4


def test_a_courier_that_starts_deletes_webhooks_of_nobody(services, account, hook):
    services.accounts.revoke(account)
    courier_tidies(services, AT)
    assert services.webhooks.all() == []


HOOK, MESSAGE = "<hook>", "<hook>.m"


def hook_as(**odd):
    return json.dumps({**asdict(Webhook(HOOK, "a", "https://example.org/", "s", AT)), **odd})


BAD = {
    "a webhook that is none": ["HSET", kept.HOOKS, HOOK, "{"],
    "a webhook with other fields": ["HSET", kept.HOOKS, HOOK, '{"a":1}'],
    "a webhook at no address": ["HSET", kept.HOOKS, HOOK, hook_as(url=5)],
    "a webhook at half an address": ["HSET", kept.HOOKS, HOOK, hook_as(url="https://[::1")],
    "a webhook of nobody": ["HSET", kept.HOOKS, HOOK, hook_as(account=["x"])],
    "a webhook of no time": ["HSET", kept.HOOKS, HOOK, hook_as(created_at="x")],
    "a webhook whose name is none": ["SADD", "<of>", b"\xff\xfe"],
    "a delivery that is none": ["HSET", kept.DELIVERIES, MESSAGE, "[]"],
    "a delivery that is gone": ["HDEL", kept.DELIVERIES, MESSAGE],
    "attempts that are no number": ["HSET", kept.TRIES, MESSAGE, "x"],
    "messages of the wrong type": ["SET", kept.due(HOOK), "x"],
    "memories of the wrong type": ["SET", kept.told(HOOK), "x"],
    "dead letters of the wrong type": ["SET", kept.dead(HOOK), "x"],
    "a name that is none": ["ZADD", kept.PROMPT, 0, b"\xff\xfe"],
    "a webhook that there is not": ["ZADD", kept.PROMPT, 0, "0" * 16],
    "a time that is none": ["ZADD", kept.due(HOOK), "inf", MESSAGE],
}


@pytest.mark.parametrize("bad", BAD)
def test_one_bad_entry_costs_no_other_webhook_anything(services, account, hook, monkeypatch, bad):
    other = services.webhooks.create(account, "https://example.org/", AT)
    send(services, hook)
    put = [
        x.replace(HOOK, hook.id).replace("<of>", kept.of(account)) if isinstance(x, str) else x
        for x in BAD[bad]
    ]
    services.deliveries._call("HSET", kept.TRIES, f"{hook.id}.m", "10 x")  # the next is its last
    services.deliveries._call(*put)
    send(services, other)
    sent = []
    monkeypatch.setattr(attempts, "send", lambda to, made, *_, **__: sent.append(made.id) or 204)
    services.store.now.now = FAR
    one = courier.Courier(services)
    for _ in range(3):
        one.fill()
        one.finish()
    assert f"{other.id}.m" in sent
    assert services.deliveries.ready(PROMPT, FAR, 9) == []
    services.deliveries.waiting()
    courier_tidies(services, FAR)
    services.deliveries.dead_letters(other)
    assert other in services.webhooks.of(account)
    services.webhooks.delete(hook, FAR)
    assert services.webhooks.all() == [other]
    # Where it was the list of its messages that was lost, these are found by nobody any more.
    assert set(kept_keys(services, hook)) <= {kept.DELIVERIES.encode(), kept.TRIES.encode()}


def test_a_game_goes_on_whatever_lies_in_the_place_of_its_webhooks(here, services, account, hook):
    token, owner = services.accounts.create("app", ["play", "games:write"], AT)
    bad, other = (services.webhooks.create(owner.id, "https://a.example/", AT) for _ in range(2))
    services.deliveries._call("SET", kept.due(bad.id), "x")
    services.deliveries._call("HSET", kept.HOOKS, hook.id, "{")
    services.deliveries._call("SADD", kept.of(owner.id), b"\xff")
    services.deliveries._call("HSET", kept.told(other.id), "", "no time")
    table = here.api.by(token).started(seats=1, bots=["random"])
    assert table.view(0)["status"] == "playing"
    assert services.due_index.changed(9) == []
    assert services.deliveries.ready(PROMPT, FAR, 9) == [other.id]
    table.ask("POST", "/abandon", token).expect(200)
    assert services.due_index.changed(9) == []
    services.deliveries._call("ZADD", kept.PAST, 0, f"told {other.id} {table.game}")
    courier_tidies(services, FAR)
    assert services.deliveries._call("HEXISTS", kept.told(other.id), table.game) == 0


SHARED = [kept.HOOKS, kept.DELIVERIES, kept.TRIES, kept.PROMPT, kept.SLOW, kept.LAGGARDS, kept.PAST]


@pytest.mark.parametrize("key", SHARED)
def test_what_all_webhooks_share_is_moved_aside_if_it_is_of_the_wrong_type(services, account, key):
    """And what was to be sent meanwhile is not said to have been."""
    hook = services.webhooks.create(account, "https://example.org/", AT)
    known = services.deliveries._call("HGET", kept.HOOKS, hook.id)
    over = {"game_id": "g1", "over": True}
    services.deliveries._call("DEL", key)
    services.deliveries._call("SET", key, "x")
    with pytest.raises(StoreDown) as refused:
        send(services, hook, "g1-over", **over)
    assert not isinstance(refused.value, kept.Unusable), "the game's others would not be told"
    courier_tidies(services, AT)
    assert services.deliveries._call("GET", key + ":aside") == b"x"
    services.deliveries._call("HSET", kept.HOOKS, hook.id, known)
    assert send(services, hook, "g1-over", **over)


def test_an_outcome_is_noted_when_the_store_is_back(services, hook, monkeypatch):
    """So that nothing is sent twice for one lost word."""
    monkeypatch.setattr(attempts, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(attempts, "post", lambda *_, **__: 204)
    send(services, hook)
    left, done = [StoreDown("away")] * 5, Deliveries.done

    def away(*args, **named):
        if left:
            raise left.pop()
        done(*args, **named)

    monkeypatch.setattr(Deliveries, "done", away)
    attempts.attempt(services, claim(services, hook.id))
    assert (left, waiting(services)) == ([], [])


def test_no_more_webhooks_are_made_at_once_than_one_after_the_other(services, account):
    found = []

    def make(_):
        with contextlib.suppress(TooMany):
            found.append(Webhooks(services.store._client).create(account, "https://a.example/", AT))

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(make, range(12)))
    assert len(found) == len(services.webhooks.of(account)) == 5


def test_every_server_runs_the_script(any_redis):
    own, hooks = Deliveries(any_redis), Webhooks(any_redis)
    hook = hooks.create("a", "https://example.org/", AT)
    for number in range(3):
        own.schedule(hook, f"m{number}", {}, AT, "g1", over=True)
    one, two = (own.claim(hook.id, AT, 10, [5]) for _ in range(2))
    own.failed(one, AT, "x", None)
    own.failed(two, AT, "x", AT + 1)
    assert own.revive(hook, one.delivery.id, AT)
    own.done(own.claim(hook.id, AT + 1, 10, [5]), AT + 1)
    assert own.waiting()[::2] == (2, 0)
    Upkeep(any_redis).tidy(AT + 8 * DAY)
    hooks.delete(hook, AT)
    assert own.waiting() == (0, None, 0)
    assert Webhook(**asdict(hook)) not in hooks.all()
