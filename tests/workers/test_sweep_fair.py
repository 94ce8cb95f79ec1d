"""What is wrong with one game costs no other one its turn in a sweep."""

import contextlib

import pytest

import workers.sweep
from service.games.due_index import Due
from service.storage.set_aside import SetAside
from service.storage.stored import ReadOnly, StoreDown
from workers.resting import Resting
from workers.sweep import MAX_PER_SWEEP, rebuild_if_empty, sweep


def waiting(api, services, count):
    """Games whose bot has been due for long, the longest first."""
    made = []
    for n in range(count):
        game = api.started(seats=1, bots=["careful"]).game
        services.due_index.renew(game)
        services.store._client.zadd(services.due_index._keys.of(game)[1], {game: n + 1})
        made.append(game)
    return made


@pytest.mark.parametrize(
    "error", [ValueError("nobody foresaw it"), RecursionError(), KeyError("x")]
)
def test_a_turn_that_fails_is_told_and_rests_and_the_others_have_theirs(
    site, api, services, monkeypatch, caplog, error
):
    poison, good = waiting(api, services, 2)
    play = workers.sweep.play_bots

    def played(services, game):
        if game == poison:
            raise error
        return play(services, game)

    monkeypatch.setattr(workers.sweep, "play_bots", played)
    resting = Resting()
    assert sweep(services, resting) == 1
    assert services.games.load(good).revision > services.games.load(poison).revision
    assert (poison in resting, good in resting) == (True, False)
    assert [r.exc_info[0] for r in caplog.records if r.exc_info] == [type(error)]
    caplog.clear()
    sweep(services, resting)
    assert not [r for r in caplog.records if r.exc_info], "it rests"


def test_a_hundred_that_fail_take_no_places_for_ever(site, api, services, monkeypatch):
    (good,) = waiting(api, services, 1)
    bad = [f"{n:026d}" for n in range(3 * MAX_PER_SWEEP)]
    found = services.due_index.due
    first = [Due(game, 0) for game in bad]
    monkeypatch.setattr(
        services.due_index, "due", lambda now, most: (first + found(now, most))[:most]
    )
    look, looked = workers.sweep._help, []

    def helped(services, game_id, due):
        looked.append(due.game_id)
        if due.game_id in bad:
            raise ValueError(due.game_id)
        return look(services, game_id, due)

    monkeypatch.setattr(workers.sweep, "_help", helped)
    resting = Resting()
    for _ in range(4):
        sweep(services, resting)
    assert good in looked
    assert len(looked) == len(set(looked)) == len(bad) + 1
    assert services.games.load(good).state.picks


def test_a_game_that_waits_for_a_policy_that_is_not_here_rests_in_the_index(
    site, api, services, monkeypatch
):
    (game,) = waiting(api, services, 1)
    monkeypatch.setattr("workers.bots.named", lambda _: None)
    sweep(services)
    now = services.store.now()
    assert services.due_index.due(now, 9) == []
    assert services.due_index.due(now + workers.sweep.RETRY_MS + 1, 9)
    assert game not in {due.game_id for due in services.due_index.due(now, 9)}


class Killed(BaseException):
    """What no code may catch, as kill -9."""


@pytest.mark.parametrize("key", ["due", "changed", "{directory}:summaries", "{directory}:index"])
@pytest.mark.parametrize("at", ["took it away", "had one made anew", "could write no more"])
def test_what_was_lost_is_made_anew_although_the_sweeper_ends_and_nothing_is_left_to_tell(
    site, api, services, monkeypatch, key, at
):
    """Somebody may have seen to what was set aside, and deleted it, before all is made anew."""
    tables = [api.started(seats=2) for _ in range(3)]
    sweep(services)
    services.inbox.is_made()
    bucket = services.due_index.bucket(tables[0].game)
    full = key if ":" in key else f"{{b{bucket}}}:{key}"
    services.store._call("DEL", full)
    services.store._call("SET", full, "x")

    def ends(*args, **kwargs):
        raise ReadOnly if at == "could write no more" else Killed

    with monkeypatch.context() as ending:
        if at == "took it away":
            ending.setattr(SetAside, "put", ends)
        elif at == "had one made anew":
            ending.setattr(workers.sweep, "_turn", ends)
        else:
            ending.setattr(services.due_index, "_run", ends)
            ending.setattr(services.directory, "put", ends)
        with contextlib.suppress(Killed, StoreDown):
            for _ in range(2):
                sweep(services)
    services.store._call("DEL", f"{full}:aside", "{aside}:entries")
    successor = site.process().services
    rebuild_if_empty(successor)
    successor.due_index.note_lost()
    sweep(successor)
    rows, _ = successor.directory.page()
    assert {row["id"] for row in rows} == {table.game for table in tables}
    waiting = {due.game_id for due in successor.due_index.due(1 << 50, 99)}
    assert waiting == {table.game for table in tables}
    assert not services.store._call("EXISTS", f"{{b{bucket}}}:lost")
