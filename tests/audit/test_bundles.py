"""True records verify: every ruleset, finished, abandoned and running, whoever asks."""

import json
from random import Random

import pytest

from bench.games import chained
from domain.audit import verify, verify_text
from domain.audit.verdicts import Status
from domain.events import CardPicked, RoundDealt
from domain.events.entries import Entry
from domain.rulesets import RULESETS
from domain.views.bundle import bundle
from tests.support.audit_games import NAMES, OTHER_SALT, abandoned, bundled, game
from tests.support.forging import events_in, mended, within

each_ruleset = pytest.mark.parametrize("key", RULESETS)


def accepted(made):
    report = verify_text(json.dumps(made, indent=1))
    assert report.ok, report
    events = sum(len(each["entry"]["events"]) for each in made["entries"])
    assert report.entries == report.checked["decisions"] == len(made["entries"])
    assert report.checked["events"] == report.entries + report.checked["consequences"] == events
    return report


@each_ruleset
@pytest.mark.parametrize("seed", range(6))
def test_a_game_verifies_finished_given_up_anywhere_and_running_for_whoever_asks(key, seed):
    decided = game(key, seed)
    made = bundled(decided)
    assert made["complete"]
    report = accepted(made)
    assert report.checked["deals"] == len(events_in(made, "RoundDealt"))
    assert report.checked["names"] == len(events_in(made, "SeatTaken"))
    assert (len(report.not_checked), report.noticed) == (1, ())
    rng = Random(f"given up {key} {seed}")
    for after in rng.sample(range(1, len(decided)), 4):
        accepted(bundled(abandoned(decided, after)))
    for after in rng.sample(range(1, len(decided)), 4):
        made = bundled(decided[:after], viewer=rng.choice((None, 0, 1)))
        assert not made["complete"]
        accepted(made)


@each_ruleset
def test_what_a_running_game_leaves_unchecked_is_said(key):
    decided = game(key, 1)
    after = next(i for i in range(len(decided)) if len(decided[i].events) > 2) + 3
    report = accepted(bundled(decided[:after]))
    assert any("server seed is published" in sentence for sentence in report.not_checked)
    sealed = key != "logic"
    assert sealed == any("seals that stay closed" in sentence for sentence in report.not_checked)


def test_a_running_bundle_has_only_what_its_asker_may_see():
    decided = game("classic", 2, seats=3)
    entries = decided[:9]
    seed = entries[0].events[0].secret.server_seed
    for viewer in (None, 0, 1, 2):
        made = bundled(entries, viewer, names={})
        assert seed not in json.dumps(made)
        assert {opening["payload"]["seat"] for opening in made["openings"]} <= {viewer}
        assert bool(made["openings"]) == (viewer is not None)


def test_nobody_sees_a_face_down_pile_before_the_end_and_everybody_after_it():
    decided = game("children", 1)
    assert bundled(decided[:-1], viewer=0, names={})["openings"] == []
    seats = bundled(decided, names={})["openings"]
    assert [opening["payload"]["kind"] for opening in seats] == ["hand"] * len(seats)
    assert len(seats) >= 2


def test_a_pick_that_nobody_saw_is_opened_when_the_game_is_given_up():
    decided = game("tactics", 3, seats=2, options={"max_rounds": 1})
    after = next(i for i, entry in enumerate(decided) if isinstance(entry.events[0], CardPicked))
    made = bundled(abandoned(decided, after + 1))
    kinds = ["name"] * 3 + ["hand", "hand", "pick"]
    assert [opening["payload"]["kind"] for opening in made["openings"]] == kinds
    accepted(made)


def test_the_longest_rounds_of_ten_seats_verify():
    decided = game("classic", 4, seats=10, options={"end_score": 66})
    accepted(bundled(decided))


def test_a_bundle_of_nothing_is_refused():
    with pytest.raises(ValueError, match="needs the entries"):
        bundle([], None, {}, version="1")


def test_a_bundle_serves_the_stored_bytes_as_they_lie():
    entries = chained(game("hornochsen", 5))
    made = bundle(entries, None, NAMES, version="1")
    assert [json.loads(entry.p) for entry in entries] == [each["entry"] for each in made["entries"]]
    assert [entry.h for entry in entries] == [each["hash"] for each in made["entries"]]


def test_what_does_not_call_itself_a_bundle_is_no_verdict():
    for data in (None, 7, "x", [], {}, {"format": "toma6-audit/1"}, {"format": ["toma6-audit/2"]}):
        assert verify(data).status == Status.NO_VERDICT
    assert verify({"format": "toma6-audit/2"}).status == Status.INTEGRITY


def test_without_the_seed_no_seat_plays_more_cards_than_it_was_dealt():
    """With a bull more than there are, all rows would be gone before the last one is placed."""
    *before, last = game("hornochsen", 12, seats=2, options={})
    made = bundled([*before, Entry(last.at, last.events[:1])])
    used = {card for _, event in events_in(made) for card in numbers(event)}
    spare = [{"card": card} for card in range(1, 99) if card not in used]
    for revision, play in events_in(made, "CardsPlayed"):
        cards = play["cards"]
        play["cards"] = [*cards, *spare][:3]
        rules = verify(mended(made)).rules
        assert (rules.ok, rules.revision) == (False, revision) or len(cards) == 3
        play["cards"] = cards
    assert verify(made).rules.reason.startswith("the entry stops before")


def numbers(event):
    cards = event.get("cards", [])
    return [card.get("card", 0) if isinstance(card, dict) else card for card in cards]


def test_an_opening_that_opens_nothing_counts_for_nothing_in_the_rules():
    made = bundled(game("children", 12, seats=2, options={})[:9])
    revision, _ = events_in(made, "RoundDealt")[0]
    for cards in ([], [1], [7] * 15, list(range(1, 16)), "x", None):
        payload = {"game": made["game"], "kind": "hand", "round": 1, "seat": 0, "cards": cards}
        opening = {"revision": revision, "payload": payload, "salt": OTHER_SALT}
        report = verify({**made, "openings": [opening]})
        assert (report.integrity.ok, report.rules.ok) == (False, True), cards


def test_who_begins_a_later_round_in_turn_follows_from_who_began_the_first():
    options = {"draft_start": "rotate", "end_score": None, "max_rounds": 3}
    entries = game("logic", 3, seats=3, options=options)
    begins = {
        event.round: count
        for count, entry in enumerate(entries, start=1)
        for event in entry.events
        if isinstance(event, RoundDealt)
    }
    for round in (2, 3):
        made = bundled(entries[: begins[round]])  # its last event says who begins
        turn = within(made, begins[round])[-1]
        right = turn["seats"]
        for seat in range(3):
            turn["seats"] = [seat]
            report = verify(mended(made))
            assert report.integrity.ok
            assert report.rules.ok == ([seat] == right), (round, seat)
