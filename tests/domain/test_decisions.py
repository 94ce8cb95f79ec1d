"""Decisions: their names, who answers them, and what a repeated answer means."""

import pytest

from domain.decider.decide import _ANSWERS
from domain.decisions import Decision, open_decisions, parse
from domain.decisions import commands as c
from domain.decisions.answers import given as given_answer
from domain.decisions.kinds import KINDS
from domain.errors import UnknownDecision
from service.schemas.requests import ANSWERS
from tests.support.dsl import given, lobby, pick, table
from tests.support.play import playing

ROWS = [[1], [2], [3], [4]]
HANDS = [[10, 11, 12], [20, 21, 22]]


def opened():
    return given(table("classic", ROWS, HANDS))


def test_a_decision_is_named_by_round_turn_kind_and_seat():
    assert Decision(2, 5, "pick", 3).id == "r2t5-pick-s3"
    assert parse("r2t5-pick-s3") == Decision(2, 5, "pick", 3)


@pytest.mark.parametrize(
    "name",
    ["", "r0t1-pick-s0", "r1t0-pick-s0", "r01t1-pick-s0", "r1t1-pick-s10", "r1t1-pick-s-1",
     "r1t1-steal-s0", "R1t1-pick-s0", " r1t1-pick-s0", "r1t1-pick-s0\n", "r١t1-pick-s0",
     "r99999t1-pick-s0"],
)  # fmt: skip
def test_no_other_spelling_names_a_decision(name):
    with pytest.raises(UnknownDecision) as refusal:
        parse(name)
    assert refusal.value.code == "unknown_decision"


def test_an_answer_to_an_earlier_turn_never_lands_on_a_later_one():
    scene = opened().when(pick(0, 10), pick(1, 20))
    assert scene.state.turn == 2
    for card in (10, 11):
        scene.when(pick(0, card, turn=1)).refused("decision_closed")
    scene.when(pick(0, 10, turn=2)).refused("not_an_option")


@pytest.mark.parametrize(("round", "turn"), [(1, 2), (2, 1), (1, 10)])
def test_a_decision_of_the_future_is_not_open(round, turn):
    opened().when(pick(0, 10, round=round, turn=turn)).refused("decision_not_open")


def test_the_same_pick_again_changes_nothing_and_another_is_refused():
    scene = opened().when(pick(0, 10))
    assert scene.when(pick(0, 10)).then().entries == scene.entries
    scene.when(pick(0, 11)).refused("already_answered")


BODIES = {
    "draft": {"card": 1}, "pick": {"card": 1}, "flip": {"card": "top"},
    "play": {"cards": [{"card": 1}]}, "row": {"row": 0}, "place": {"row": 0, "side": "left"},
}  # fmt: skip


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("other", [*BODIES, None])
def test_a_decision_is_answered_in_its_own_kind(kind, other):
    body = BODIES.get(other, {})
    own = body.keys() == BODIES[kind].keys()
    command = c.Answer(Decision(1, 1, kind, 0), body)
    lobby("classic", 2).when(command).refused("decision_not_open" if own else "not_an_option")
    opened().when(c.Answer(Decision(1, 1, "pick", 0), body)).refused("not_an_option")


def test_every_kind_has_all_that_belongs_to_it():
    assert KINDS.keys() == BODIES.keys() == _ANSWERS.keys() == ANSWERS.keys()
    assert open_decisions(lobby("classic", 2).state) == ()


@pytest.mark.parametrize("key", ["classic", "logic", "professional", "children", "hornochsen"])
def test_every_answer_is_found_again_in_the_entries_and_no_decision_opens_twice(key):
    options = {} if key in ("children", "hornochsen") else {"end_score": None, "max_rounds": 3}
    steps = list(playing(key, 4, options, seed=6))
    entries = [step.entry for step in steps]
    seen, before = set(), frozenset()
    for revision, step in enumerate(steps, start=1):
        if isinstance(step.command, c.Answer):
            found = given_answer(step.command.decision, entries)
            again = c.Answer(step.command.decision, found.body, by=found.by, at=found.at)
            assert (found.revision, again) == (revision, step.command)
        now = frozenset(open_decisions(step.after))
        assert not (now - before) & seen, "a decision that was closed is open again"
        seen, before = seen | now, now
    assert len(seen) > 20


def test_an_unanswered_decision_is_not_found():
    scene = opened().when(pick(0, 10))
    found = given_answer(parse("r1t1-pick-s0"), scene.entries)
    assert (found.revision, found.body, found.by) == (len(scene.entries), {"card": 10}, "player")
    for name in ("r1t1-pick-s1", "r1t2-pick-s0", "r1t1-row-s0"):
        assert given_answer(parse(name), scene.entries) is None
