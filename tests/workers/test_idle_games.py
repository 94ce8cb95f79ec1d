"""A game that nobody touches for the configured time is abandoned, with an event, once."""

import pytest

from tests.support.client import SHORT
from tests.support.dsl import AT
from tests.support.site import before_append
from workers.clocks import abandon_if_idle
from workers.sweep import sweep

pytestmark = pytest.mark.engine
IDLE = 600
"""Seconds after which a game is abandoned here."""
DAY = 24 * 3_600_000


def test_a_game_that_nobody_touches_is_abandoned_with_an_event_once(site):
    process = site.process(abandon_seconds=IDLE)
    table = process.api.started(seats=2)
    site.time.now = AT + 1000 * IDLE - 1
    assert sweep(process.services) == 0
    assert table.view()["status"] == "playing"
    site.time.now += 1
    for services in (process.services, site.process(abandon_seconds=IDLE).services):
        sweep(services)
        sweep(services)
    assert [event["reason"] for event in table.events("GameAbandoned")] == ["idle"]
    assert table.view()["server_seed"] is not None


def test_a_lobby_that_nobody_touches_is_abandoned_too(site):
    process = site.process(abandon_seconds=IDLE)
    table = process.api.create(seats=2)
    site.time.now = AT + 1000 * IDLE
    sweep(process.services)
    assert table.view()["status"] == "abandoned"


def test_every_event_gives_a_game_its_whole_time_again(site):
    process = site.process(abandon_seconds=IDLE)
    table = process.api.started(seats=2)
    site.time.now = process.own.now = AT + 1000 * IDLE - 1
    table.answer_owed(0)
    site.time.now += 1000 * IDLE - 1
    sweep(process.services)
    assert table.view()["status"] == "playing"
    site.time.now += 1
    sweep(process.services)
    assert table.view()["status"] == "abandoned"


def test_a_game_is_not_abandoned_by_the_clock_of_a_process(site):
    process = site.process(abandon_seconds=IDLE)
    table = process.api.started(seats=2)
    process.own.now += 1000 * IDLE
    assert not abandon_if_idle(process.services, table.game)
    assert table.view()["status"] == "playing"


def test_a_move_at_the_last_moment_keeps_a_game_alive(site, monkeypatch):
    process, sweeper = site.process(abandon_seconds=IDLE), site.process(abandon_seconds=IDLE)
    table = process.api.started(seats=2)
    site.time.now = sweeper.own.now = AT + 1000 * IDLE
    before_append(monkeypatch, sweeper.services, lambda: table.answer_owed(0))
    assert not abandon_if_idle(sweeper.services, table.game)
    assert table.view()["status"] == "playing"


def test_a_game_that_ends_at_the_last_moment_stays_finished(site, monkeypatch):
    process, sweeper = site.process(abandon_seconds=IDLE), site.process(abandon_seconds=IDLE)
    table = process.api.started(seats=2, options=SHORT)
    site.time.now = sweeper.own.now = AT + 1000 * IDLE
    before_append(monkeypatch, sweeper.services, table.play_on)
    assert not abandon_if_idle(sweeper.services, table.game)
    assert table.view()["status"] == "finished"


def test_games_are_never_abandoned_if_so_set(site):
    process = site.process(abandon_seconds=0)
    table = process.api.started(seats=2)
    site.time.now = process.own.now = AT + 40_000 * DAY
    sweep(process.services)
    assert table.view()["status"] == "playing"
