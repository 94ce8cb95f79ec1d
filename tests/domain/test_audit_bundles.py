"""True records verify: every ruleset, finished, abandoned and running, whoever asks."""

import json
from random import Random

import pytest

from domain.audit import verify, verify_text
from domain.audit.statuses import INTEGRITY, NO_VERDICT
from domain.bundle import bundle
from domain.events import RoundDealt
from domain.rulesets import RULESETS
from tests.audit_games import abandoned, bundled, flat, game, stored

each_ruleset = pytest.mark.parametrize("key", RULESETS)
each_seed = pytest.mark.parametrize("seed", range(6))


def accepted(made):
    report = verify_text(json.dumps(made, indent=1))
    assert report.ok, report.as_text()
    assert report.checked["events"] == len(made["events"])
    assert report.checked["decisions"] + report.checked["consequences"] == len(made["events"])
    return report


@each_ruleset
@each_seed
def test_a_finished_game_verifies(key, seed):
    events = flat(game(key, seed))
    made = bundled(events)
    assert made["complete"]
    report = accepted(made)
    assert report.checked["deals"] == sum(isinstance(event, RoundDealt) for event in events)
    assert len(report.not_checked) == 1
    assert report.noticed == ()


@each_ruleset
@each_seed
def test_a_game_given_up_anywhere_verifies(key, seed):
    decided = game(key, seed)
    for after in Random(f"given up {key} {seed}").sample(range(1, len(decided)), 4):
        accepted(bundled(abandoned(decided, after)))


@each_ruleset
@each_seed
def test_a_running_game_verifies_for_whoever_asks(key, seed):
    decided = game(key, seed)
    rng = Random(f"running {key} {seed}")
    for after in rng.sample(range(1, len(decided)), 4):
        made = bundled(flat(decided[:after]), viewer=rng.choice((None, 0, 1)))
        assert not made["complete"]
        accepted(made)


@each_ruleset
def test_what_a_running_game_leaves_unchecked_is_said(key):
    decided = game(key, 1)
    after = next(i for i in range(len(decided)) if len(decided[i]) > 2) + 3
    report = accepted(bundled(flat(decided[:after])))
    assert any("server seed is published" in sentence for sentence in report.not_checked)
    sealed = key != "logic"
    assert sealed == any("seals that stay closed" in sentence for sentence in report.not_checked)


def test_a_running_bundle_has_only_what_its_asker_may_see():
    decided = game("classic", 2, seats=3)
    events = flat(decided[:9])
    seed = events[0].server_seed
    for viewer in (None, 0, 1, 2):
        made = bundled(events, viewer)
        assert seed not in json.dumps(made)
        assert {opening["payload"]["seat"] for opening in made["openings"]} <= {viewer}
        assert bool(made["openings"]) == (viewer is not None)


def test_nobody_sees_a_face_down_pile_before_the_end_and_everybody_after_it():
    decided = game("children", 1)
    assert bundled(flat(decided[:-1]), viewer=0)["openings"] == []
    seats = bundled(flat(decided))["openings"]
    assert [opening["payload"]["kind"] for opening in seats] == ["hand"] * len(seats)
    assert len(seats) >= 2


def test_a_pick_that_nobody_saw_is_opened_when_the_game_is_given_up():
    decided = game("tactics", 3, seats=2, options={"max_rounds": 1})
    after = next(i for i, events in enumerate(decided) if type(events[0]).__name__ == "CardPicked")
    made = bundled(abandoned(decided, after + 1))
    assert [opening["payload"]["kind"] for opening in made["openings"]] == ["hand", "hand", "pick"]
    accepted(made)


def test_the_longest_rounds_of_ten_seats_verify():
    decided = game("classic", 4, seats=10, options={"end_score": 66})
    accepted(bundled(flat(decided)))


def test_a_bundle_of_nothing_is_refused():
    with pytest.raises(ValueError, match="needs the events"):
        bundle([], None, version="1")


def test_a_bundle_serves_the_stored_bytes_as_they_lie():
    entries = stored(flat(game("hornochsen", 5)))
    made = bundle(entries, None, version="1")
    assert [json.loads(entry.p) for entry in entries] == [e["event"] for e in made["events"]]
    assert [entry.h for entry in entries] == [entry["hash"] for entry in made["events"]]


def test_other_data_than_a_bundle_is_rejected():
    for data in (None, 7, "x", [], {}, {"format": "toma6-audit/1"}):
        assert not verify(data).ok


def test_what_does_not_call_itself_a_bundle_is_no_verdict():
    for data in (None, 7, "x", [], {}, {"format": "toma6-audit/2"}, {"format": ["toma6-audit/1"]}):
        assert verify(data).status == NO_VERDICT
    assert verify({"format": "toma6-audit/1"}).status == INTEGRITY
