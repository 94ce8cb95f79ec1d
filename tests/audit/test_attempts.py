"""Attempts in a bundle: their form, whose they are, and nothing else."""

import pytest

from domain.audit import verify
from tests.support.audit_games import bundled, game
from tests.support.audit_signed import signed

DECIDED = game("classic", 52, seats=2, options={"max_rounds": 1})


@pytest.fixture
def over():
    return signed(bundled(DECIDED))


@pytest.fixture
def running():
    return signed(bundled(DECIDED[:9], viewer=1))


def refused(made, reason):
    found = verify(made).integrity
    assert not found.ok
    assert reason in found.reason, found.reason


def test_attempts_of_everybody_are_in_a_bundle_of_a_game_that_is_over(over):
    assert {attempt["seat"] for attempt in over["attempts"]} == {0, 1}
    assert verify(over).ok


def test_attempts_of_the_asker_alone_are_in_that_of_a_running_game(running):
    assert {attempt["seat"] for attempt in running["attempts"]} == {1}
    assert verify(running).ok
    refused({**running, "asked_by": None, "openings": []}, "another seat than asked")
    running["attempts"][1]["seat"] = 0
    refused(running, "another seat than asked")


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("at", "2026-11-30T01:47:42Z", "has at"),
        ("at", "2026-02-30T01:47:42.123Z", "has at"),
        ("at", "2026-11-30T01:47:42.123+01:00", "has at"),
        ("at", "1969-12-31T23:59:59.999Z", "has at"),
        ("at", 7, "has at"),
        ("seat", -1, "has seat -1"),
        ("seat", 10, "has seat 10"),
        ("seat", 9, "none of the game's"),
        ("seat", 1, "the decision of another one"),
        ("seat", "0", "has seat"),
        ("decision", "r0t1-pick-s0", "has decision"),
        ("decision", "r1t1-pick-s0 ", "has decision"),
        ("decision", "r1t10000-pick-s0", "has decision"),
        ("decision", "r1t1-guess-s0", "has decision"),
        ("decision", "r1t1-pick-s1", "the decision of another one"),
        ("code", "", "has code"),
        ("code", "Closed", "has code"),
        ("code", "x" * 41, "has code"),
        ("code", "not_your_decision", "the decision of another one"),
        ("answer", {"card": 7}, "unknown member"),
    ],
)
def test_an_attempt_has_one_form(over, name, value, reason):
    over["attempts"][0][name] = value
    refused(over, reason)


def test_attempts_are_in_the_order_of_their_times(over):
    over["attempts"].reverse()
    refused(over, "order of their times")


def test_attempts_at_one_moment_are_in_order(over):
    for attempt in over["attempts"]:
        attempt["at"] = over["attempts"][0]["at"]
    assert verify(over).ok


def test_of_each_seat_two_hundred_are_kept(over):
    one = {"at": over["attempts"][0]["at"], "seat": 0, "decision": "r9999t1-row-s0", "code": "a"}
    other = {**one, "seat": 1, "decision": "r1t1-flip-s1"}
    over["attempts"] = [one] * 200 + [other] * 200
    assert verify(over).ok
    refused({**over, "attempts": [one] * 201}, "more than 200 attempts of seat 0")


def test_a_count_of_those_dropped_is_a_count(over, running):
    refused({**over, "attempts_dropped": -1}, "cannot be")
    refused({**over, "attempts_dropped": None}, "has attempts_dropped")
    nobodys = {**running, "asked_by": None, "openings": [], "attempts": []}
    refused({**nobodys, "attempts_dropped": 1}, "cannot be")


def test_the_report_says_that_they_are_the_servers_word_alone(over):
    assert any("no hash and no signature" in sentence for sentence in verify(over).not_checked)
