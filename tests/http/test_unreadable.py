"""A game with an event that this server cannot read, under a chain that is whole: everybody who
meets it says so, serves no part of it and appends nothing; and every other game goes on."""

import json
import logging
from dataclasses import replace

import pytest

import workers.bots
from domain import ledger
from service.games.games import Unreadable
from service.jobs.dispatch import PLAY, queue
from service.storage.connections import connect_blocking
from service.storage.stored import Stored
from tests.support.altered import ALTERED, everything_asked, newer, rewrite, unknown
from tests.support.conforming import MEMBERS, check_form
from workers.resting import Resting
from workers.run import worker_of
from workers.sweep import rebuild_if_empty, sweep


@pytest.fixture
def site(site):
    """The document describes no failure of the server's own."""
    site.seen = check_form
    return site


@pytest.fixture
def broken(api, services):
    """A game of a person and two bots, a few turns old, which nobody has in memory."""
    table = api.started(seats=1, bots=["random", "careful"])
    workers.bots.play_bots(services, table.game)
    table.answer_owed(0)
    while 0 not in table.view()["waiting_on"]:  # a bot may have to take a row
        workers.bots.play_bots(services, table.game)
    return table


@pytest.fixture
def sound(api):
    """Another game on the same server."""
    return api.started(seats=1, bots=["careful"])


def impossible(event):
    """What can be read, and cannot have happened: nobody sits there."""
    return {"type": "SeatLeft", "seat": 9}


def told(alter, revision):
    return " is damaged" if alter is impossible else f", revision {revision}: "


@pytest.mark.parametrize("alter", [*ALTERED, impossible])
def test_every_route_says_that_the_game_is_unreadable_and_where_or_that_it_is_damaged(
    api, sibling, services, broken, sound, alter, caplog
):
    revision, stored = rewrite(services, broken.game, alter)
    services.games.forget(broken.game)
    for each in (broken, replace(broken, api=sibling)):
        for asked in everything_asked(broken):
            answer = each.ask(*asked)
            if alter is impossible:
                answer.expect(500, "game_damaged")
            else:
                assert answer.expect(500, "game_unreadable").json["revision"] == revision
                assert set(answer.json) == MEMBERS | {"revision"}
    assert services.store.read(broken.game) == stored
    assert f"game {broken.game}{told(alter, revision)}" in caplog.text
    sound.answer_owed(0)
    assert sound.view(0)["revision"] > 0
    rows = api.get("/v1/games").expect(200).json["games"]
    assert {row["id"] for row in rows} == {broken.game, sound.game}


def test_what_a_newer_server_appends_is_refused_by_one_that_has_the_game_in_memory(
    services, broken
):
    owed = broken.owed(0)  # in memory from here on
    kept = services.games.recall(broken.game)
    last = json.loads(services.store.read(broken.game)[-1].p)
    *others, event = last["events"]
    p = ledger.canonical({**last, "events": [*others, unknown(event)]})
    newest = Stored(kept.revision + 1, p, None, ledger.chain(kept.hash, p))
    services.store.append(broken.game, newest, previous=kept.hash, due=1)
    for _ in range(2):
        for method, path in (("PUT", f"/decisions/{owed['id']}"), ("GET", "")):
            body = owed["options"][0] if method == "PUT" else None
            answer = broken.ask(method, path, broken.seats[0], body).expect(500, "game_unreadable")
            assert answer.json["revision"] == newest.revision
    assert services.store.read(broken.game)[-1] == newest


@pytest.mark.parametrize("alter", [*ALTERED, impossible])
def test_the_sweeper_names_it_and_helps_the_others(services, site, broken, sound, alter, caplog):
    revision, stored = rewrite(services, broken.game, alter)
    for name in (broken.game, sound.game):
        services.store._call("ZADD", services.store._keys.of(name)[1], 1, name)
    fresh = site.process().services
    before = sound.revision
    caplog.set_level(logging.ERROR)
    resting = Resting()
    assert sweep(fresh, resting) == 1  # the bot of the sound game
    assert f"game {broken.game}{told(alter, revision)}" in caplog.text
    assert sound.revision > before
    assert services.store.read(broken.game) == stored
    due = {due.game_id for due in services.due_index.due(1 << 50, 9)}
    if alter is impossible:  # nobody will ever read it
        assert broken.game not in due
        assert services.due_index.aside.count() > 0
    else:  # a later version will, here it rests
        assert broken.game in due
        assert broken.game in resting


def test_the_listing_is_rebuilt_without_it(services, there, real_redis, broken, sound, caplog):
    revision, _ = rewrite(services, broken.game, newer)
    real_redis.delete("{directory}:index", "{directory}:summaries")
    rebuild_if_empty(there.services)
    rows, _ = there.services.directory.page()
    assert [row["id"] for row in rows] == [sound.game]
    assert f"left to a later version: game {broken.game}, revision {revision}: " in caplog.text


def test_a_job_for_it_fails_by_name_and_the_worker_goes_on(
    services, there, settings, broken, sound
):
    revision, stored = rewrite(services, broken.game, newer)
    connection = connect_blocking(settings.queue_url, 1)
    jobs = queue(connection)
    jobs.empty()
    failing = jobs.enqueue(PLAY, broken.game)
    jobs.enqueue(PLAY, sound.game)
    before = sound.revision
    worker_of(there.services, connection).work(burst=True, logging_level="ERROR")
    assert failing.is_failed
    assert f"game {broken.game}, revision {revision}: " in failing.latest_result().exc_string
    assert sound.revision > before
    assert services.store.read(broken.game) == stored
    with pytest.raises(Unreadable):
        workers.bots.play(there.services, broken.game)
