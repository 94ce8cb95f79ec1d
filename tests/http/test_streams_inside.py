"""What a stream says while nothing happens and when something is wrong: in process, no waits."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from service.access import callers as access
from service.routes import events as routed
from service.routes import me
from service.storage.keys import Keys
from service.watching import streams
from service.watching.client_connection import ClientConnection
from service.watching.streams import Cursor, Follower, follow
from tests.support.processes import eventually
from tests.support.site import away


@pytest.fixture
def at_once(monkeypatch):
    """Heartbeats without the time between them."""
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.0)
    monkeypatch.setattr(streams, "RETRY_STORE_SECONDS", 0.0)


@pytest.fixture
def table(api):
    return api.started(seats=2)


def opened(services, table, token, after=None):
    """The messages of a stream, one group a write, and its waiter, after the state."""
    asking = access.identify(services.games, services.accounts, table.game, token)
    game, parts = asking.game, ("games", "accounts", "signer", "moments")
    follower = Follower.of(asking, token, **{part: getattr(services, part) for part in parts})
    waiting = services.hub.waiting(ClientConnection(None), game.id)
    waiter = waiting.__enter__()
    at = Cursor(game.revision if after is None else after, game.revision, game.hash)
    messages = follow(follower, waiter, at, b"{}", over=False)
    assert [message.kind for message in next(messages)] == ["state"]
    return messages, waiter


def revisions(messages):
    return [int(each.cursor.partition(".")[0]) for each in messages]


def test_heartbeats_carry_head_and_time_until_the_client_has_gone(services, table, at_once):
    messages, waiter = opened(services, table, None)
    for _ in range(3):
        (beat,) = next(messages)
        assert beat.kind == "head"
        assert not beat.cursor
        assert b'"server_time":"' in beat.data
        assert b'"revision":%d' % table.revision in beat.data
    waiter.gone = True
    assert next(messages, None) is None


def test_a_stream_that_has_just_begun_waits_before_it_beats(services, table, monkeypatch):
    messages, waiter = opened(services, table, None)
    waits = []

    def wait(seconds):
        waits.append(seconds)
        waiter.gone = True

    monkeypatch.setattr(type(waiter), "wait", lambda _, seconds: wait(seconds))
    assert next(messages, None) is None
    assert 0 < waits[0] <= streams.HEARTBEAT_SECONDS


def test_a_store_that_is_away_for_a_while_ends_no_stream(services, table, at_once, monkeypatch):
    messages, waiter = opened(services, table, None, after=0)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(type(waiter), "read", away)
        (beat,) = next(messages)
    assert b'"revision":%d' % table.revision in beat.data, "of what is known to be there"
    assert revisions(next(messages)) == list(range(1, table.revision + 1))


def test_a_gap_in_the_stored_game_ends_the_stream_and_says_so(services, table, real_redis):
    messages, _ = opened(services, table, None, after=0)
    real_redis.xdel(Keys(services.settings.buckets).stream(table.game), "3-0")
    (last,) = next(messages)
    assert last.kind == "close"
    assert b'"reason":"damaged"' in last.data
    assert next(messages, None) is None


def test_a_token_that_is_revoked_ends_its_stream_at_the_next_heartbeat(services, table, at_once):
    token, account = services.accounts.create("auditor", ["audit"], services.clock())
    messages, _ = opened(services, table, token)
    (beat,) = next(messages)
    assert beat.kind == "head"
    services.accounts.revoke(account.id)
    (last,) = next(messages)
    assert b'"reason":"rights"' in last.data
    assert next(messages, None) is None


def test_who_is_more_than_a_batch_behind_gets_every_entry_once_before_a_heartbeat(
    services, table, at_once, monkeypatch
):
    monkeypatch.setattr(streams, "ENTRIES_PER_WRITE", 2)
    messages, _ = opened(services, table, None, after=0)
    found = [each for _ in range(-(-table.revision // 2)) for each in next(messages)]
    assert revisions(found) == list(range(1, table.revision + 1))
    assert [each.kind for each in next(messages)] == ["head"]


def test_by_a_clock_the_time_is_the_stores_and_what_cannot_be_looked_up_holds_up_no_heartbeat(
    services, api, at_once, monkeypatch
):
    table = api.started(seats=2, options={"turn_seconds": 60})
    token, _ = services.accounts.create("auditor", ["audit"], 0)
    monkeypatch.setattr(services.store, "now", lambda: 1_000)
    messages, _ = opened(services, table, token)
    (beat,) = next(messages)
    assert b"1970-01-01T00:00:01.000Z" in beat.data
    assert table.get().json["server_time"] == "1970-01-01T00:00:01.000Z"
    assert table.view()["deadline"] > "2000"
    for part, name in ((services.store, "now"), (services.accounts, "find")):
        monkeypatch.setattr(part, name, away)
        for _ in range(2):
            (beat,) = next(messages)
            assert beat.kind == "head"
            assert b'"server_time"' in beat.data


def test_an_accounts_rights_end_on_a_stream_that_is_never_quiet(here, services, monkeypatch):
    """With a heartbeat of its own: entries that come without a pause must not put it off."""
    clock = [0.0]
    monkeypatch.setattr(streams.time, "monotonic", lambda: clock[0])
    token, account = services.accounts.create("app", ["play", "games:write"], 0)
    table = here.api.by(token).started(seats=2, visibility="private")
    messages, waiter = opened(services, table, token, after=0)
    (newest,) = services.store.read(table.game, table.revision - 1)
    monkeypatch.setattr(type(waiter), "read", lambda *_: [newest])
    services.accounts.revoke(account.id)
    kinds = []
    for _ in range(40):
        clock[0] += 1.0  # an entry each second
        kinds += [message.kind for message in next(messages, ())]
    assert kinds.count("entry") <= streams.HEARTBEAT_SECONDS + 1
    assert kinds[-1] == "close"


def test_a_lost_tail_is_told_once_by_a_reader_who_is_the_first_to_notice(
    services, api, real_redis, caplog
):
    table = api.started(seats=2)
    messages, _ = opened(services, table, None)
    stream = Keys(services.settings.buckets).stream(table.game)
    entries = real_redis.xrange(stream)
    real_redis.delete(stream)
    for name, fields in entries[:-1]:
        real_redis.xadd(stream, fields, id=name)
    (last,) = next(messages)
    assert (last.kind, b'"reason":"damaged"' in last.data) == ("close", True)
    told = [record for record in caplog.records if "damaged" in record.getMessage()]
    assert len(told) == 1


@pytest.mark.parametrize("path", ["/v1/me/decisions", "/v1/me/events?after=1"])
def test_a_wait_for_the_inbox_ends_with_the_rights(here, services, monkeypatch, path):
    monkeypatch.setattr(me, "REJOIN_SECONDS", 0.1)
    token, account = services.accounts.create("app", ["play"], 0)
    api = here.api.by(token)
    services.store._call(
        "XADD", f"{{accounts}}:{account.id}:feed", "1-0", "game", "x", "first", 1, "last", 1
    )
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(api.get, path, None, [("Prefer", "wait=20")])
        assert eventually(lambda: services.quota._taken.total() == 1)
        services.accounts.revoke(account.id)
        waiting.result(15).expect(401, "unknown_token")


def test_a_long_poll_ends_with_the_rights(here, services, monkeypatch):
    monkeypatch.setattr(routed, "HEARTBEAT_SECONDS", 0.3)
    token, account = services.accounts.create("app", ["play", "games:write"], 0)
    table = here.api.by(token).started(seats=2, visibility="private")
    with ThreadPoolExecutor(1) as pool:
        path = f"/events?after={table.revision}"
        waiting = pool.submit(table.get, path, token, [("Prefer", "wait=20")])
        assert eventually(lambda: services.quota._taken.total() == 1)
        services.accounts.revoke(account.id)
        waiting.result(15).expect(401, "unknown_token")
