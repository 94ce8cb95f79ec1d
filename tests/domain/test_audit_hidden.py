"""Running games: without the server's seed, what is hidden is still not free to be anything."""

import pytest

from domain import ledger
from domain.audit import verify
from domain.events import CardsPlayed
from domain.rulesets import RULESETS
from tests.audit_games import bundled, chained_again, game


def records(made, kind):
    return [entry for entry in made["entries"] if entry["event"]["type"] == kind]


@pytest.mark.parametrize("key", RULESETS)
def test_without_the_seed_impossible_cards_are_noticed_all_the_same(key):
    decided = game(key, 12, seats=2, options={})
    after = 40 if key == "logic" else 14
    made = bundled(decided[:after])
    rows = records(made, "RowsLaid")[0]["event"]["cards"]
    assert verify(made).ok
    cards = [[*rows[:-1], rows[0]], rows[:-1]]
    if (beyond := RULESETS[key].deck(2, made["options"])[-1] + 1) <= 104:
        cards.append([*rows[:-1], beyond])
    for wrong in cards:
        records(made, "RowsLaid")[0]["event"]["cards"] = wrong
        report = verify(chained_again(made))
        assert (report.integrity.ok, report.rules.ok) == (True, False), wrong


def test_without_the_seed_a_card_is_not_played_by_two_seats():
    made = bundled(game("children", 12, seats=2, options={})[:14])
    plays = records(made, "CardsPlayed")
    plays[1]["event"]["cards"] = plays[0]["event"]["cards"]
    rules = verify(chained_again(made)).rules
    assert rules.revision == plays[1]["revision"]
    assert rules.reason.endswith("is in the round twice")


def shown_twice(key, turns):
    """A running game in which seat 0 shows the card of its first turn once more, later on."""
    decided = game(key, 12, seats=2, options={"row_choice": "cheapest"})
    made = bundled(decided[: next(n for n in range(len(decided)) if shows(decided[:n]) > turns)])
    return made, [entry for entry in made["entries"] if entry["event"]["type"] in SHOWN]


SHOWN = ("PicksRevealed", "CardsPlayed")


def shows(decided):
    return sum(type(event).__name__ in SHOWN for event in decided)


def test_without_the_seed_a_card_is_not_played_twice_by_its_own_seat():
    made, plays = shown_twice("children", 4)
    first, later = [play for play in plays if play["event"]["seat"] == 0][:2]
    later["event"]["cards"] = first["event"]["cards"]
    rules = verify(chained_again(made)).rules
    assert (rules.ok, rules.revision) == (False, later["revision"])
    assert rules.reason.endswith("is in the round twice")


def test_without_the_seed_a_card_is_not_picked_twice_by_its_own_seat():
    made, reveals = shown_twice("classic", 2)
    first, later = (reveal["event"]["picks"] for reveal in reveals[:2])
    card = next(pick["card"] for pick in first if pick["seat"] == 0)
    next(pick for pick in later if pick["seat"] == 0)["card"] = card
    later.sort(key=lambda pick: pick["card"])
    rules = verify(chained_again(made)).rules
    assert (rules.ok, rules.revision) == (False, reveals[1]["revision"])
    assert rules.reason.endswith("is in the round twice")


def test_without_the_seed_a_hand_is_still_the_askers_own():
    events = game("tactics", 12, seats=2, options={"max_rounds": 1})[:9]
    made = bundled(events, viewer=0)
    dealt = made["openings"][0]
    dealt["payload"]["cards"][0] += 1
    assert verify(made).integrity.reason == "the seal of the hand of seat 0 does not open"


def test_without_the_seed_no_seat_plays_more_cards_than_it_was_dealt():
    """With a bull more than there are, all rows would be gone before the last one is placed."""
    events = game("hornochsen", 12, seats=2, options={})
    last = max(place for place, event in enumerate(events) if isinstance(event, CardsPlayed))
    made = bundled(events[: last + 1])
    used = {card for entry in made["entries"] for card in numbers(entry["event"])}
    spare = [{"card": card} for card in range(1, 99) if card not in used]
    for play in records(made, "CardsPlayed"):
        cards = play["event"]["cards"]
        play["event"]["cards"] = [*cards, *spare][:3]
        assert not verify(chained_again(made)).rules.ok
        play["event"]["cards"] = cards
    assert verify(made).rules.reason.startswith("the record stops before")


def numbers(event):
    cards = event.get("cards", [])
    return [card.get("card", 0) if isinstance(card, dict) else card for card in cards]


def test_an_opening_that_opens_nothing_counts_for_nothing_in_the_rules():
    made = bundled(game("children", 12, seats=2, options={})[:9])
    dealt = records(made, "RoundDealt")[0]
    for cards in ([], [1], [7] * 15, list(range(1, 16)), "x", None):
        payload = {"game": made["game"], "kind": "hand", "round": 1, "seat": 0, "cards": cards}
        opening = {"revision": dealt["revision"], "payload": payload, "salt": "00" * 32}
        report = verify({**made, "openings": [opening]})
        assert (report.integrity.ok, report.rules.ok) == (False, True), cards


def test_a_hand_that_its_asker_opens_has_no_card_twice():
    decided = game("tactics", 12, seats=2, options={"max_rounds": 1})
    started = next(n for n, events in enumerate(decided, 1) if len(events) > 1)
    made = bundled(decided[:started], viewer=0)
    (opening,), (dealt,) = made["openings"], records(made, "RoundDealt")
    opening["payload"]["cards"] = [7] * 10
    hand = next(hand for hand in dealt["event"]["hands"] if hand["seat"] == 0)
    hand["seal"] = ledger.seal(opening["salt"], opening["payload"])
    report = verify(chained_again(made))
    assert (report.integrity.ok, report.rules.ok) == (True, False)
    assert report.rules.reason == "a hand has a card twice"
