"""Who may answer a decision, and what the answer must say of who chose."""

import pytest

from domain.decisions import commands as c
from domain.events import CardPicked
from tests.support.dsl import AT, given, lobby, pick, sit, table

LATE = AT + 30_001


def timed(policy):
    hands = [[10, 60, 70], [61, 71, 72]]
    rows = [[20], [30], [40], [50]]
    return given(table("classic", rows, hands, turn_seconds=30, on_timeout=policy))


def with_a_bot(policy="careful"):
    """A bot on seat 1, and a card that it holds."""
    scene = lobby("classic", 2, 1).when(sit("Bo", policy=policy), c.StartGame())
    return scene, scene.state.hands[1].cards[0]


def test_the_bot_of_a_seat_answers_in_the_name_of_its_policy():
    scene, card = with_a_bot("random")
    (picked,) = scene.when(pick(1, card, by="bot", policy="random/7")).told(CardPicked)
    assert (picked.by, picked.policy) == ("bot", "random/7")


@pytest.mark.parametrize(
    "policy",
    [None, "", "random/1", "careful", "careful/", "careful/0", "careful/01", "careful/1 ",
     "careful/1000000", "Careful/1", "careful/1/1", "/1", "careful/-1", "careful/¹"],
)  # fmt: skip
def test_a_bot_answers_in_no_other_name(policy):
    scene, card = with_a_bot()
    scene.when(pick(1, card, by="bot", policy=policy)).refused("not_your_decision")


@pytest.mark.parametrize("by", ["player", "clock", "rule", "", "nobody"])
def test_nobody_else_answers_for_a_seat_that_a_bot_plays_however_late_it_is(by):
    scene, card = with_a_bot()
    for policy in (None, "careful/1"):
        scene.when(pick(1, card, by=by, policy=policy)).refused("not_your_decision")
    late = timed("careful").when(c.LeaveSeat(seat=0))
    late.when(pick(0, 60, by=by, policy="careful/1"), at=LATE).refused("not_your_decision")


@pytest.mark.parametrize("by", ["bot", "rule", "", "nobody"])
def test_nobody_but_the_clock_answers_for_a_person(by):
    for policy in (None, "careful/1"):
        timed("careful").when(pick(0, 60, by=by, policy=policy)).refused("not_your_decision")


@pytest.mark.parametrize(
    ("clock", "by", "card", "own", "wrong"),
    [
        ("none", "player", 60, None, ["careful/1"]),
        ("careful", "clock", 60, "careful/3", [None, "random/1", "lowest/1"]),
        ("lowest", "clock", 10, None, ["lowest/1"]),
    ],
)
def test_a_person_names_no_policy_and_the_clock_the_one_that_answers_for_it(
    clock, by, card, own, wrong
):
    must = "no policy" if own is None else "the policy careful and its version"
    for policy in wrong:
        told = pick(0, card, by=by, policy=policy)
        refusal = timed(clock).when(told, at=LATE).refused("not_your_decision")
        assert str(refusal) == f"An answer by the {by} of seat 0 names {must}."
    (picked,) = timed(clock).when(pick(0, card, by=by, policy=own), at=LATE).told(CardPicked)
    assert picked.policy == own


def test_the_person_who_returns_answers_again_and_the_bot_no_more():
    scene = timed("forfeit").when(c.ForfeitSeat(seat=0), at=LATE)
    bot = pick(0, 60, by="bot", policy="careful/1")
    scene.when(bot, at=LATE).then_types("CardPicked")
    scene = scene.when(c.ReturnToSeat(seat=0), at=LATE)
    scene.when(bot, at=LATE).refused("not_your_decision")
