"""Forgeries by somebody who knows the server seed and computes every hash again."""

from copy import deepcopy

import pytest

from domain import ledger
from domain.audit import verify
from domain.text.shown import shown
from tests.support.audit_games import (
    GAME,
    OTHER_HASH,
    OTHER_SALT,
    bundled,
    chained_again,
    events_in,
    game,
)


@pytest.fixture
def true():
    return bundled(game("classic", 11, seats=3, options={"max_rounds": 2}))


def verdicts(made):
    report = verify(chained_again(made))
    return report.integrity, report.rules


def test_the_true_record_passes(true):
    assert verify(true).ok


AGAINST_THE_RULES = {
    "another row": ("CardPlaced", 4, "row", lambda row: (row + 1) % 4),
    "wrong heads": ("RowTaken", 0, "heads", lambda heads: heads - 1),
    "a wrong score": (
        *("RoundScored", 1, "scores"),
        lambda told: [{**told[0], "points": 0, "total": told[0]["total"] + 1}, *told[1:]],
    ),
    "another winner": (
        *("GameFinished", 0, "places"),
        lambda told: [{**each, "place": 1} for each in told],
    ),
}


@pytest.mark.parametrize("what", AGAINST_THE_RULES)
def test_another_outcome_is_against_the_rules_and_named(true, what):
    kind, index, name, other = AGAINST_THE_RULES[what]
    revision, event = events_in(true, kind)[index]
    due, event[name] = event[name], other(event[name])
    integrity, rules = verdicts(true)
    assert integrity.ok
    assert (rules.ok, rules.revision) == (False, revision)
    told = f"{kind} says {name} {shown(event[name])}; the rules give {shown(due)}"
    assert rules.reason == told


def resealed(made, revision, seat, cards):
    """Another hand in the opening of a seat, sealed and salted as the true one would be."""
    opening = next(
        opening
        for opening in made["openings"]
        if (opening["revision"], opening["payload"].get("seat")) == (revision, seat)
    )
    opening["payload"]["cards"] = cards
    dealt = dict(events_in(made, "RoundDealt"))[revision]
    hand = next(hand for hand in dealt["hands"] if hand["seat"] == seat)
    hand["seal"] = ledger.seal(opening["salt"], opening["payload"])


def test_another_deal_is_no_deal_of_the_seed(true):
    dealt = events_in(true, "RoundDealt")[1][0]
    hands = [o["payload"] for o in true["openings"] if o["revision"] == dealt]
    first, second = hands[0]["cards"], hands[1]["cards"]
    resealed(true, dealt, 0, sorted([second[0], *first[1:]]))
    resealed(true, dealt, 1, sorted([first[0], *second[1:]]))
    integrity, rules = verdicts(true)
    assert (integrity.ok, integrity.revision) == (False, dealt)
    assert integrity.reason == "the hand of seat 0 is not from the seed"
    assert not rules.ok


def test_other_rows_are_no_rows_of_the_seed(true):
    revision, laid = events_in(true, "RowsLaid")[0]
    laid["cards"][:2] = laid["cards"][1::-1]
    integrity, _ = verdicts(true)
    assert (integrity.ok, integrity.revision) == (False, revision)
    assert integrity.reason == "the rows do not come from the seed"


def test_another_seed_does_not_open_the_commitment(true):
    _, finished = events_in(true, "GameFinished")[0]
    finished["server_seed"] = OTHER_HASH
    integrity, rules = verdicts(true)
    assert integrity.reason == "the server seed does not open the commitment"
    assert rules.revision == 1


def test_a_salt_of_ones_own_does_not_come_from_the_seed(true):
    reveal = events_in(true, "PicksRevealed")[3][1]["picks"][0]
    revision, pick = next(
        (revision, pick)
        for revision, pick in events_in(true, "CardPicked")
        if (pick["turn"], pick["seat"]) == (4, reveal["seat"])
    )
    context = ledger.SealContext(GAME, 1, reveal["seat"], 4)
    reveal["salt"] = OTHER_SALT
    pick["seal"] = ledger.seal(reveal["salt"], context.payload([reveal["card"]]))
    integrity, _ = verdicts(true)
    assert (integrity.ok, integrity.revision) == (False, revision)
    assert integrity.reason.endswith("does not come from the seed")


def test_a_pick_cannot_become_another_card(true):
    reveal = events_in(true, "PicksRevealed")[2][1]["picks"]
    reveal[0]["card"] = reveal[0]["card"] - 1 or 104
    integrity, rules = verdicts(true)
    assert integrity.reason.endswith("does not open")
    assert not rules.ok


@pytest.mark.parametrize("key", ["children", "hornochsen", "logic"])
def test_another_beginner_is_not_drawn(key):
    options = {"max_rounds": 1} if key == "logic" else {}
    for seed in range(5):
        made = bundled(game(key, seed, seats=2, options=options))
        revision, first = events_in(made, "TurnStarted")[0]
        first["seats"] = [1 - first["seats"][0]]
        integrity, rules = verdicts(made)
        assert (integrity.ok, integrity.revision) == (False, revision)
        assert integrity.reason == "the seed draws another beginner"
        assert rules.revision == revision


def test_a_bots_move_is_not_the_persons(true):
    revision, pick = events_in(true, "CardPicked")[0]
    by = pick.pop("by", "player")
    pick |= {"by": "bot"} if by == "player" else {}
    integrity, rules = verdicts(true)
    assert integrity.ok
    assert (rules.ok, rules.revision) == (False, revision)


def whole_turn(made):
    """The first entry that reveals picks: its revision and its events."""
    revision, _ = events_in(made, "PicksRevealed")[0]
    return revision, made["entries"][revision - 1]["entry"]["events"]


def test_none_of_the_consequences_of_a_decision_may_be_missing(true):
    """Not even at the very end, where nothing else would tell."""
    revision, events = whole_turn(true)
    for kept in range(1, len(events)):
        cut = deepcopy(true)
        cut["entries"] = cut["entries"][:revision]
        left = cut["entries"][-1]["entry"]["events"]
        left[:] = left[:kept]
        cut |= {"complete": False, "openings": []}
        integrity, rules = verdicts(cut)
        assert (integrity.ok, rules.ok, rules.revision) == (True, False, revision)
        due = events[kept]["type"]
        assert rules.reason == f"the entry stops before {due}, which must follow"


def test_none_of_the_consequences_of_a_decision_may_come_too_many(true):
    revision, events = whole_turn(true)
    events.append(deepcopy(events[-1]))
    integrity, rules = verdicts(true)
    assert (integrity.ok, rules.ok, rules.revision) == (True, False, revision)
    assert rules.reason == "TurnStarted is recorded; by the rules nothing more follows"


def test_two_decisions_are_no_entry_although_each_was_allowed(true):
    pairs = [
        revision
        for revision, _ in events_in(true, "CardPicked")
        if true["entries"][revision]["entry"]["events"][0]["type"] == "CardPicked"
        and len(true["entries"][revision - 1]["entry"]["events"]) == 1
    ]
    entries = true["entries"]
    entries[pairs[0] - 1]["entry"]["events"] += entries.pop(pairs[0])["entry"]["events"]
    for opening in true["openings"]:
        opening["revision"] -= opening["revision"] > pairs[0]
    integrity, rules = verdicts(true)
    assert (integrity.ok, rules.ok, rules.revision) == (True, False, pairs[0])
    assert rules.reason == "CardPicked is recorded; by the rules nothing more follows"


def test_consequences_are_no_entry_of_their_own(true):
    revision, events = whole_turn(true)
    rest = {"at": true["entries"][revision - 1]["entry"]["at"], "events": events[1:]}
    del events[1:]
    true["entries"].insert(revision, {"entry": rest})
    for opening in true["openings"]:
        opening["revision"] += opening["revision"] > revision
    integrity, rules = verdicts(true)
    assert (integrity.ok, rules.ok, rules.revision) == (True, False, revision)
    assert rules.reason == "the entry stops before PicksRevealed, which must follow"


def named(made):
    return [each for each in made["openings"] if each["payload"]["kind"] == "name"]


def test_an_opening_of_a_name_opens_the_seal_of_its_own_entry(true):
    opening = named(true)[1]
    for change, reason in (
        ({"name": "somebody else"}, "the seal of a name does not open"),
        ({"game": "another"}, "the opening of a name is not for this place"),
        ({"seat": 0}, "the opening of a name is not for this place"),
    ):
        made = deepcopy(true)
        named(made)[1]["payload"] |= change
        found = verify(made)
        assert (found.integrity.revision, found.integrity.reason) == (opening["revision"], reason)
        assert found.rules.ok
    for revision in (-1, 0, 1, opening["revision"] - 1, 10**6):
        made = deepcopy(true)
        named(made)[1]["revision"] = revision
        assert verify(made).integrity.ok is False


def test_openings_of_names_stand_first_ascend_and_come_once(true):
    first, second, *rest = true["openings"]
    for openings in (
        [first, first, second, *rest],
        [second, first, *rest],
        [first, *rest, second],
        [*rest[:3], first, second, *rest[3:]],
    ):
        report = verify({**true, "openings": openings})
        assert (report.integrity.ok, report.rules.ok) == (False, True)


def test_a_name_that_was_given_up_is_no_name_of_another_entry(true):
    """The salt of one name, with another's seal: names cannot change places."""
    first, second = named(true)[:2]
    first["revision"], second["revision"] = second["revision"], first["revision"]
    true["openings"][:2] = [second, first]
    assert verify(true).integrity.reason == "the seal of a name does not open"
