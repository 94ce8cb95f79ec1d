"""Forgeries by somebody who knows the server seed and computes every hash again."""

import pytest

from domain import ledger
from domain.audit import verify
from tests.audit_games import GAME, bundled, chained_again, game


@pytest.fixture
def true():
    return bundled(game("classic", 11, seats=3, options={"max_rounds": 2}))


def records(made, kind):
    return [entry for entry in made["entries"] if entry["event"]["type"] == kind]


def verdicts(made):
    report = verify(chained_again(made))
    return report.integrity, report.rules


def test_the_true_record_passes(true):
    assert verify(true).ok


def test_another_row_for_a_card_is_against_the_rules_and_named(true):
    entry = records(true, "CardPlaced")[4]
    revision, row = entry["revision"], entry["event"]["row"]
    entry["event"]["row"] = (row + 1) % 4
    integrity, rules = verdicts(true)
    assert integrity.ok
    assert (rules.ok, rules.revision) == (False, revision)
    assert rules.reason == f"CardPlaced says row {(row + 1) % 4}; the rules give {row}"


def test_wrong_heads_are_against_the_rules_and_named(true):
    entry = records(true, "RowTaken")[0]
    heads = entry["event"]["heads"]
    entry["event"]["heads"] -= 1
    integrity, rules = verdicts(true)
    assert integrity.ok
    assert rules.revision == entry["revision"]
    assert rules.reason == f"RowTaken says heads {heads - 1}; the rules give {heads}"


def test_a_wrong_score_is_against_the_rules(true):
    entry = records(true, "RoundScored")[1]
    entry["event"]["scores"][0]["points"] += 1
    entry["event"]["scores"][0]["total"] += 1
    integrity, rules = verdicts(true)
    assert integrity.ok
    assert rules.revision == entry["revision"]
    assert rules.reason.startswith("RoundScored says scores")


def test_another_winner_is_against_the_rules(true):
    entry = records(true, "GameFinished")[0]
    for place in entry["event"]["places"]:
        place["place"] = 1
    integrity, rules = verdicts(true)
    assert integrity.ok
    assert rules.revision == entry["revision"]


def resealed(made, revision, seat, cards):
    """Another hand in the opening of a seat, sealed and salted as the true one would be."""
    opening = next(
        opening
        for opening in made["openings"]
        if (opening["revision"], opening["payload"]["seat"]) == (revision, seat)
    )
    opening["payload"]["cards"] = cards
    dealt = next(entry for entry in made["entries"] if entry["revision"] == revision)
    hand = next(hand for hand in dealt["event"]["hands"] if hand["seat"] == seat)
    hand["seal"] = ledger.seal(opening["salt"], opening["payload"])


def test_another_deal_is_no_deal_of_the_seed(true):
    dealt = records(true, "RoundDealt")[1]["revision"]
    hands = [o["payload"] for o in true["openings"] if o["revision"] == dealt]
    first, second = hands[0]["cards"], hands[1]["cards"]
    resealed(true, dealt, 0, sorted([second[0], *first[1:]]))
    resealed(true, dealt, 1, sorted([first[0], *second[1:]]))
    integrity, rules = verdicts(true)
    assert (integrity.ok, integrity.revision) == (False, dealt)
    assert integrity.reason == "the hand of seat 0 is not from the seed"
    assert not rules.ok


def test_other_rows_are_no_rows_of_the_seed(true):
    entry = records(true, "RowsLaid")[0]
    entry["event"]["cards"][:2] = entry["event"]["cards"][1::-1]
    integrity, _ = verdicts(true)
    assert (integrity.ok, integrity.revision) == (False, entry["revision"])
    assert integrity.reason == "the rows do not come from the seed"


def test_another_seed_does_not_open_the_commitment(true):
    entry = records(true, "GameFinished")[0]
    entry["event"]["server_seed"] = OTHER_HASH
    integrity, rules = verdicts(true)
    assert integrity.reason == "the server seed does not open the commitment"
    assert rules.revision == 1


def test_a_salt_of_ones_own_does_not_come_from_the_seed(true):
    reveal = records(true, "PicksRevealed")[3]["event"]["picks"][0]
    pick = [e for e in records(true, "CardPicked") if e["event"]["turn"] == 4][:3]
    entry = next(e for e in pick if e["event"]["seat"] == reveal["seat"])
    context = ledger.pick_context(GAME, 1, 4, reveal["seat"])
    reveal["salt"] = "12" * 32
    entry["event"]["seal"] = ledger.seal(reveal["salt"], {**context, "card": reveal["card"]})
    integrity, _ = verdicts(true)
    assert (integrity.ok, integrity.revision) == (False, entry["revision"])
    assert integrity.reason.endswith("does not come from the seed")


def test_a_pick_cannot_become_another_card(true):
    reveal = records(true, "PicksRevealed")[2]["event"]["picks"]
    reveal[0]["card"] = reveal[0]["card"] - 1 or 104
    integrity, rules = verdicts(true)
    assert integrity.reason.endswith("does not open")
    assert not rules.ok


@pytest.mark.parametrize("key", ["children", "hornochsen", "logic"])
def test_another_beginner_is_not_drawn(key):
    options = {"max_rounds": 1} if key == "logic" else {}
    for seed in range(5):
        made = bundled(game(key, seed, seats=2, options=options))
        first = records(made, "TurnStarted")[0]
        first["event"]["seats"] = [1 - first["event"]["seats"][0]]
        integrity, rules = verdicts(made)
        assert (integrity.ok, integrity.revision) == (False, first["revision"])
        assert integrity.reason == "the seed draws another beginner"
        assert rules.revision == first["revision"]


def test_a_bots_move_is_not_the_persons(true):
    entry = records(true, "CardPicked")[0]
    by = entry["event"].pop("by", "player")
    entry["event"] |= {"by": "bot"} if by == "player" else {}
    integrity, rules = verdicts(true)
    assert integrity.ok
    assert (rules.ok, rules.revision) == (False, entry["revision"])


def test_a_game_that_stops_in_the_middle_of_a_decision_is_noticed():
    events = game("classic", 11, seats=3, options={"max_rounds": 2})
    kinds = [type(event).__name__ for event in events]
    last = kinds.index("PicksRevealed") + 1
    rules = verify(bundled(events[:last])).rules
    assert (rules.ok, rules.revision) == (False, last)
    assert rules.reason == f"the record stops before {kinds[last]}, which must follow"
