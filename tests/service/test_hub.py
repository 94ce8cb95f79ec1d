"""The hub and what watchers share: hints may come, get lost or be wrong, entries are right."""

import queue
from contextlib import ExitStack

import pytest

from service.storage.stored import Damaged, StoreDown
from service.watching.client_connection import ClientConnection
from service.watching.hub import Hub, await_more
from service.watching.quota import Quota
from service.watching.tail_cache import ENTRIES_PER_READ, MAX_ENTRIES_KEPT, TailCache
from service.watching.tail_cache import TRUSTED_SECONDS as TRUSTED
from tests.support.chains import chain

GAME = "a" * 26
HERE = ClientConnection(None)


class Shelf:
    """A store of one game, which counts how often it is asked."""

    def __init__(self):
        self.asked, self.down = 0, False
        self.grow(3)

    def grow(self, count):
        self.entries = chain(count)

    def read(self, game, after, limit):
        assert game == GAME
        self.asked += 1
        if self.down:
            raise StoreDown("down")
        if after > len(self.entries):
            raise Damaged(game, after, "gone")
        return self.entries[after:][:limit]


class Voice:
    """A subscription that says what the test tells it; an exception is raised."""

    def __init__(self):
        self.said = queue.Queue()
        self.made = 0

    def __call__(self):
        self.made += 1
        return self

    def next(self, timeout):
        try:
            said = self.said.get(timeout=min(timeout, 0.05))
        except queue.Empty:
            return None
        if isinstance(said, Exception):
            raise said
        return said


@pytest.fixture
def shelf():
    return Shelf()


@pytest.fixture
def voice():
    return Voice()


@pytest.fixture
def hub(shelf, voice):
    hub = Hub(shelf.read, voice)
    hub.stopping = lambda: False
    return hub


def revisions(entries):
    return [entry.revision for entry in entries]


def awaited(waiter, after):
    """What a waiter has after it was woken, which must happen long before it gives up."""
    return revisions(await_more(waiter, after, 100, 60))


def test_a_hint_wakes_who_waits_for_its_game_and_nobody_else(hub, shelf, voice):
    with hub.waiting(HERE, GAME) as here, hub.waiting(HERE, "b" * 26) as no:
        no.wait(0)
        assert revisions(here.read(2, 10)) == [3]
        assert here.read(3, 10) == []
        shelf.grow(5)
        voice.said.put(f"{'c' * 26} 9")
        voice.said.put(f"{GAME} 5")
        assert awaited(here, 3) == [4, 5]
        assert no._woken.locked(), "still asleep"


def test_who_waits_for_several_games_is_woken_by_each(hub, voice):
    with hub.waiting(HERE, GAME, "b" * 26) as waiter:
        for game in (GAME, "b" * 26):
            waiter.hush()
            voice.said.put(f"{game} 4")
            assert waiter._woken.acquire(timeout=60)
    assert hub._watched == {}


def test_what_many_watch_is_read_once_and_a_hub_that_went_idle_is_used_again(hub, shelf, voice):
    for last in (3, 4, 5):
        asked = shelf.asked
        with ExitStack() as held:
            waiters = [held.enter_context(hub.waiting(HERE, GAME)) for _ in range(10)]
            assert [waiter.read(last, 10) for waiter in waiters] == [[]] * 10
            assert shelf.asked == asked + 1
            shelf.grow(last + 1)
            voice.said.put(f"{GAME} {last + 1}")
            assert [awaited(waiter, last) for waiter in waiters] == [[last + 1]] * 10
            assert shelf.asked == asked + 2
        assert hub._watched == {}


def test_a_subscription_that_begins_anew_wakes_everybody_and_no_fault_ends_the_hub(
    hub, shelf, voice
):
    with hub.waiting(HERE, GAME) as waiter:
        assert waiter.read(3, 10) == []
        shelf.grow(4)  # its hint is lost
        voice.said.put(StoreDown("broken"))
        voice.said.put("")
        assert awaited(waiter, 3) == [4]
        assert voice.made == 2
        shelf.grow(5)
        voice.said.put(ValueError("a hint nobody can read"))
        voice.said.put(f"{GAME} 5")
        assert awaited(waiter, 4) == [5]


def test_a_store_that_was_down_is_asked_again_and_so_it_is_when_a_hint_was_lost(shelf, monkeypatch):
    cache, now = TailCache(GAME, shelf.read), [0.0]
    monkeypatch.setattr("service.watching.tail_cache.time.monotonic", lambda: now[0])
    shelf.down = True
    with pytest.raises(StoreDown):
        cache.read(0, 10)
    shelf.down = False
    assert revisions(cache.read(0, 10)) == [1, 2, 3]
    assert cache.read(3, 10) == []
    shelf.grow(4)
    assert cache.read(3, 10) == [], "trusted for a while"
    now[0] = TRUSTED + 1
    assert revisions(cache.read(3, 10)) == [4]


def test_a_hint_that_runs_ahead_only_costs_a_look(shelf):
    cache = TailCache(GAME, shelf.read)
    cache.hint(99)
    assert cache.read(3, 10) == []
    shelf.grow(4)
    assert revisions(cache.read(3, 10)) == [4]


@pytest.mark.parametrize("count", [MAX_ENTRIES_KEPT + 10, ENTRIES_PER_READ + 10])
def test_who_is_far_behind_gets_everything_in_order(shelf, count):
    shelf.grow(count)
    cache, seen = TailCache(GAME, shelf.read), []
    cache.read(count - 1, 10)
    cache.hint(count)
    while found := cache.read(len(seen), 7):
        seen += revisions(found)
    assert seen == list(range(1, count + 1))


def test_a_stop_releases_the_waiter(hub):
    with hub.waiting(HERE, GAME) as stays:
        hub.stopping = lambda: True
        assert await_more(stays, 3, 10, 60) == []
        assert stays.stopping
        assert not stays.gone


def test_a_place_is_given_back_even_if_the_answer_is_never_sent():
    quota = Quota(1, 1, 1)
    for _ in range(3):
        abandoned = quota.taken(None, "here")
        abandoned.__enter__()
        del abandoned
    with quota.taken("token", ""):
        assert quota._taken.total() == 1
    assert quota._taken == {}
