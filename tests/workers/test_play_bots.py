"""The job that moves bots: in whose name they answer, and what else may happen meanwhile."""

import logging

import pytest
from msgspec.structs import replace

from bots.policies import POLICIES, Policy
from domain.decisions import commands as c
from domain.decisions import open_decisions
from domain.events import SeatTaken
from tests.support.dsl import given, pick, table
from tests.support.laid import NAME
from tests.support.late import LATE
from tests.support.site import before_append
from workers import bots
from workers.bots import play_bots
from workers.clocks import run_out


def scene(**options):
    hands = [[10, 60, 70], [61, 71, 72], [62, 73, 74]]
    return given(table("classic", [[20], [30], [40], [50]], hands, **options))


def with_bots(**policies):
    """Seats 1 and 2 are bots of these policies."""
    return given(
        replace(event, policy=policies[f"seat{event.seat}"])
        if isinstance(event, SeatTaken) and event.seat
        else event
        for event in scene().events
    )


def picks(game):
    """Who has picked, and in which name, in the order of picking."""
    told = game.events("CardPicked")
    return [(each["seat"], each.get("by"), each.get("policy")) for each in told]


def test_a_bot_answers_in_the_name_of_its_policy_in_its_present_version(site, here, monkeypatch):
    monkeypatch.setitem(POLICIES, "random", Policy(12, POLICIES["random"].choose))
    game = here.lay(with_bots(seat1="careful", seat2="random"))
    assert play_bots(here.services, NAME) == 2
    assert picks(game) == [(1, "bot", "careful/1"), (2, "bot", "random/12")]


@pytest.mark.parametrize(("how", "policy"), [("careful", "careful/1"), ("lowest", None)])
def test_a_careful_clock_names_its_policy_and_a_lowest_one_has_none(site, here, how, policy):
    game = here.lay(scene(turn_seconds=30, on_timeout=how).when(pick(0, 60)))
    site.time.now = LATE
    assert run_out(here.services, NAME) == 2
    assert picks(game)[1:] == [(1, "clock", policy), (2, "clock", policy)]


def test_a_policy_that_is_not_here_is_told_and_holds_up_no_other_bot(site, here, caplog):
    """As after going back to a release that did not have it yet."""
    caplog.set_level(logging.ERROR)
    game = here.lay(with_bots(seat1="clever", seat2="random"))
    assert play_bots(here.services, NAME) == 1
    assert picks(game) == [(2, "bot", "random/1")]
    assert "waits for the policy clever, which is not here" in caplog.text


def test_a_person_who_returns_while_the_bots_play_is_left_alone(site, here, monkeypatch):
    late = scene(turn_seconds=30, on_timeout="forfeit").when(
        *(c.ForfeitSeat(seat=seat) for seat in (1, 2)), at=LATE
    )
    game = here.lay(late)
    site.time.now = LATE
    before_append(monkeypatch, here.services, lambda: game.give_back(2))
    assert play_bots(here.services, NAME) == 1
    assert picks(game) == [(1, "bot", "careful/1")]


def test_a_job_that_comes_late_chooses_the_same():
    """Somebody has picked meanwhile, which changes the game's revision and what is shown of it."""
    laid = with_bots(seat1="random", seat2="careful")
    early, late = (
        {d: bots.chosen(state, d, str(state.players[d.seat].policy), by="bot") for d in owed[-2:]}
        for state in (laid.state, laid.when(pick(0, 60)).state)
        for owed in (open_decisions(state),)
    )
    assert early == late
    assert {decision.seat for decision in early} == {1, 2}
