"""A game that nobody touches for the configured time is abandoned, with an event, once."""

import pytest

from tests.support.client import SHORT
from tests.support.dsl import AT
from tests.support.site import before_append
from workers.clocks import abandon_if_idle
from workers.sweep import sweep

IDLE = 600
"""Seconds after which a game is abandoned here."""
OVER = AT + 1000 * IDLE
"""When a game is abandoned in which nothing has happened since its start."""


@pytest.fixture
def made(site):
    return lambda: site.process(abandon_seconds=IDLE)


@pytest.fixture
def here(made):
    return made()


def test_a_game_that_nobody_touches_is_abandoned_with_an_event_once(site, here, made):
    table, lobby = here.api.started(seats=2), here.api.create(seats=2)
    here.own.now = 2 * OVER  # which decides nothing
    assert not abandon_if_idle(here.services, table.game)
    site.time.now = OVER - 1
    assert sweep(here.services) == 0
    assert table.view()["status"] == "playing"
    site.time.now = OVER
    for services in (here.services, made().services):
        sweep(services)
        sweep(services)
    for each in (table, lobby):
        assert [event["reason"] for event in each.events("GameAbandoned")] == ["idle"]
        assert each.view()["server_seed"] is not None


def test_every_event_gives_a_game_its_whole_time_again(site, here):
    table = here.api.started(seats=2)
    site.time.now = here.own.now = OVER - 1
    table.answer_owed(0)
    for later, status in ((1000 * IDLE - 1, "playing"), (1, "abandoned")):
        site.time.now += later
        sweep(here.services)
        assert table.view()["status"] == status


@pytest.mark.parametrize("status", ["playing", "finished"])
def test_a_move_at_the_last_moment_keeps_a_game_alive_or_finished(
    site, here, made, monkeypatch, status
):
    sweeper, table = made(), here.api.started(seats=2, options=SHORT)
    site.time.now = sweeper.own.now = OVER
    steps = 1 if status == "playing" else None
    before_append(monkeypatch, sweeper.services, lambda: table.play_on(steps=steps))
    assert not abandon_if_idle(sweeper.services, table.game)
    assert table.view()["status"] == status


def test_games_are_never_abandoned_if_so_set(site):
    process = site.process(abandon_seconds=0)
    table = process.api.started(seats=2)
    site.time.now = process.own.now = AT + 40_000 * 24 * 3_600_000
    sweep(process.services)
    assert table.view()["status"] == "playing"
