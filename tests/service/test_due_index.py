"""What the sweeper asks of the due index: what is due, what has changed, and settling it safely."""

import pytest

from service.games.due_index import Due, DueIndex
from service.games.store import Store
from service.storage.stored import WrongType
from tests.support import chains


@pytest.fixture
def index(store) -> DueIndex:
    return chains.due_index(store)


def append(store: Store, game: str, after: int, **more) -> None:
    chains.append(store, *chains.chain(1, after=after), game=game, **more)


def test_games_are_due_in_order_of_time_over_all_buckets(store, index):
    for n in range(12):
        append(store, f"g{n}", 0, due=1000 - n)
    append(store, "later", 0, due=1001)
    append(store, "never", 0)
    assert index.due(1000, 100) == [Due(f"g{n}", 1000 - n) for n in reversed(range(12))]
    assert index.due(1000, 3) == [Due("g11", 989), Due("g10", 990), Due("g9", 991)]
    assert index.due(988, 100) == []


def test_the_next_append_moves_or_removes_the_due_time(store, index):
    for after, at in enumerate((100, 100, 300, None)):
        append(store, "g", after, due=at)
        assert index.due(1000, 9) == ([Due("g", at)] if at else [])


@pytest.mark.parametrize("ahead", [-3_600_000, 0, 3_600_000])
def test_a_look_is_never_further_away_than_asked_whatever_the_clock_of_who_appends_says(
    store, index, ahead
):
    due = store.now() + ahead + 2000
    append(store, "g", 0, due=due, within=2000)
    (found,) = index.due(store.now() + 2000, 9)
    assert found.at <= due


def test_a_time_in_ms_survives_exactly_and_postponing_moves_what_was_seen(store, index):
    at = 1_795_999_999_999
    append(store, "g", 0, due=at)
    assert index.due(at, 9) == [Due("g", at)]
    assert index.postpone("g", at - 1, only_if=at)
    assert index.due(at - 1, 9) == [Due("g", at - 1)]
    assert index.postpone("g", None, only_if=at - 1)
    assert index.due(at - 1, 9) == []


@pytest.mark.parametrize("at", [900, None])
def test_postponing_never_undoes_what_an_append_has_set_since(store, index, at):
    append(store, "g", 0, due=100)
    append(store, "g", 1, due=200)
    assert not index.postpone("g", at, only_if=100)
    assert index.due(1000, 9) == [Due("g", 200)]
    append(store, "g", 2, due=None)
    assert not index.postpone("g", at, only_if=200)
    assert index.due(1000, 9) == []


def test_a_touched_game_is_changed_until_its_listing_shows_its_latest_change(store, index):
    """Guards the comparison in the settling script."""
    append(store, "quiet", 0)
    append(store, "g", 0, touched=True)
    append(store, "g", 1, touched=True)
    append(store, "g", 2)  # which touches nothing, and leaves the listing stale
    assert not index.clear_changed("g", 1)
    assert index.changed(9) == ["g"]
    assert index.clear_changed("g", 2)
    assert index.changed(9) == []
    assert not index.clear_changed("g", 2)


def test_changed_games_have_a_limit(store, index):
    for n in range(9):
        append(store, f"g{n}", 0, touched=True)
    assert len(index.changed(4)) == 4
    assert set(index.changed(99)) == {f"g{n}" for n in range(9)}


def test_the_clock_is_in_ms_and_never_goes_back(store):
    before, after = store.now(), store.now()
    assert 1_700_000_000_000 < before <= after < 10_000_000_000_000


def test_a_set_of_another_type_is_no_damage_of_the_games_in_it(index, any_redis):
    for name in ("due", "changed"):
        any_redis.set(f"{{b{index.bucket('g')}}}:{name}", "x")
    for settle in (lambda: index.clear_changed("g", 1), lambda: index.postpone("g", 1, 1)):
        with pytest.raises(WrongType):
            settle()
