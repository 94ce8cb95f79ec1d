"""What a stream says while nothing happens and when something is wrong: in process, no waits."""

from random import Random

import pytest

from service.access import callers as access
from service.storage.keys import Keys
from service.storage.stored import StoreDown
from service.watching import streams
from service.watching.client_connection import ClientConnection
from service.watching.streams import Cursor, Follower, follow


@pytest.fixture
def at_once(monkeypatch):
    """Heartbeats without the time between them."""
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.0)
    monkeypatch.setattr(streams, "RETRY_STORE_SECONDS", 0.0)


@pytest.fixture
def table(api):
    return api.started(seats=2)


def opened(services, table, token, after=None):
    """The messages of a stream, one group a write, and its waiter."""
    asking = access.identify(services.games, services.accounts, table.game, token)
    game = asking.game
    follower = Follower.of(
        asking,
        token,
        games=services.games,
        accounts=services.accounts,
        signer=services.signer,
        moments=services.moments,
    )
    waiting = services.hub.waiting(ClientConnection(None), game.id)
    waiter = waiting.__enter__()
    at = Cursor(game.revision if after is None else after, game.revision, game.hash)
    return follow(follower, waiter, at, b"{}", over=False), waiter


def said(group):
    return [message.kind for message in group]


def test_heartbeats_carry_the_head_and_the_time(services, table, at_once):
    messages, _ = opened(services, table, None)
    assert said(next(messages)) == ["state"]
    for _ in range(3):
        (beat,) = next(messages)
        assert beat.kind == "head"
        assert beat.revision is None
        assert b'"server_time":"' in beat.data
        assert b'"revision":%d' % table.revision in beat.data


def test_a_store_that_is_away_for_a_while_ends_no_stream(services, table, at_once, monkeypatch):
    messages, waiter = opened(services, table, None, after=0)
    next(messages)
    read = type(waiter).read

    def away(*_):
        raise StoreDown("away")

    monkeypatch.setattr(type(waiter), "read", away)
    (beat,) = next(messages)
    assert b'"revision":%d' % table.revision in beat.data, "of what is known to be there"
    monkeypatch.setattr(type(waiter), "read", read)
    assert [message.revision for message in next(messages)] == list(range(1, table.revision + 1))


def test_a_gap_in_the_stored_game_ends_the_stream_and_says_so(services, table, real_redis):
    messages, _ = opened(services, table, None, after=0)
    next(messages)
    real_redis.xdel(Keys(services.settings.buckets).stream(table.game), "3-0")
    (last,) = next(messages)
    assert last.kind == "close"
    assert b'"reason":"damaged"' in last.data
    assert list(messages) == []


def test_a_token_that_is_revoked_ends_its_stream_at_the_next_heartbeat(services, table, at_once):
    token, account = services.accounts.create("auditor", ["audit"], services.clock())
    messages, _ = opened(services, table, token)
    next(messages)
    assert said(next(messages)) == ["head"]
    services.accounts.revoke(account.id)
    (last,) = next(messages)
    assert b'"reason":"rights"' in last.data
    assert list(messages) == []


def test_a_client_that_has_gone_is_told_nothing_more(services, table, at_once):
    messages, waiter = opened(services, table, None)
    next(messages)
    waiter.gone = True
    assert list(messages) == []


def test_by_a_clock_the_time_is_that_of_the_store(services, api, at_once, monkeypatch):
    table = api.started(seats=2, options={"turn_seconds": 60})
    monkeypatch.setattr(services.store, "now", lambda: 1_000)
    messages, _ = opened(services, table, None)
    next(messages)
    (beat,) = next(messages)
    assert b"1970-01-01T00:00:01.000Z" in beat.data
    assert table.get().json["server_time"] == "1970-01-01T00:00:01.000Z"
    assert table.view()["deadline"] > "2000"


def test_without_a_clock_there_is_no_deadline(table):
    table.play_on(Random(1).choice, 1)
    assert table.view()["deadline"] is None
