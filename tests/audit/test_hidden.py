"""Running games: without the server's seed, what is hidden is still not free to be anything."""

import pytest

from domain import ledger
from domain.audit import verify
from domain.events.entries import Entry
from domain.rulesets import RULESETS
from tests.support.audit_games import OTHER_SALT, bundled, chained_again, events_in, game


@pytest.mark.parametrize("key", RULESETS)
def test_without_the_seed_impossible_cards_are_noticed_all_the_same(key):
    decided = game(key, 12, seats=2, options={})
    after = 40 if key == "logic" else 14
    made = bundled(decided[:after])
    _, laid = events_in(made, "RowsLaid")[0]
    rows = laid["cards"]
    assert verify(made).ok
    cards = [[*rows[:-1], rows[0]], rows[:-1]]
    if (beyond := RULESETS[key].deck(2, made["options"])[-1] + 1) <= 104:
        cards.append([*rows[:-1], beyond])
    for wrong in cards:
        laid["cards"] = wrong
        report = verify(chained_again(made))
        assert (report.integrity.ok, report.rules.ok) == (True, False), wrong


def test_without_the_seed_a_card_is_not_played_by_two_seats():
    made = bundled(game("children", 12, seats=2, options={})[:14])
    (_, first), (revision, second) = events_in(made, "CardsPlayed")[:2]
    second["cards"] = first["cards"]
    rules = verify(chained_again(made)).rules
    assert rules.revision == revision
    assert rules.reason.endswith("is in the round twice")


def shown_twice(key, turns):
    """A running game in which seat 0 shows the card of its first turn once more, later on."""
    decided = game(key, 12, seats=2, options={"row_choice": "cheapest"})
    shows = ("PicksRevealed", "CardsPlayed")
    whole = events_in(bundled(decided), *shows)
    made = bundled(decided[: whole[turns][0]])
    return made, events_in(made, *shows)


def test_without_the_seed_a_card_is_not_played_twice_by_its_own_seat():
    made, plays = shown_twice("children", 4)
    (_, first), (revision, later) = [play for play in plays if play[1]["seat"] == 0][:2]
    later["cards"] = first["cards"]
    rules = verify(chained_again(made)).rules
    assert (rules.ok, rules.revision) == (False, revision)
    assert rules.reason.endswith("is in the round twice")


def test_without_the_seed_a_card_is_not_picked_twice_by_its_own_seat():
    made, reveals = shown_twice("classic", 2)
    first, later = (reveal["picks"] for _, reveal in reveals[:2])
    card = next(pick["card"] for pick in first if pick["seat"] == 0)
    next(pick for pick in later if pick["seat"] == 0)["card"] = card
    later.sort(key=lambda pick: pick["card"])
    rules = verify(chained_again(made)).rules
    assert (rules.ok, rules.revision) == (False, reveals[1][0])
    assert rules.reason.endswith("is in the round twice")


def test_without_the_seed_a_hand_is_still_the_askers_own():
    decided = game("tactics", 12, seats=2, options={"max_rounds": 1})[:9]
    made = bundled(decided, viewer=0, names={})
    dealt = made["openings"][0]
    dealt["payload"]["cards"][0] += 1
    assert verify(made).integrity.reason == "the seal of the hand of seat 0 does not open"


def test_without_the_seed_no_seat_plays_more_cards_than_it_was_dealt():
    """With a bull more than there are, all rows would be gone before the last one is placed."""
    *before, last = game("hornochsen", 12, seats=2, options={})
    made = bundled([*before, Entry(last.at, last.events[:1])])
    used = {card for _, event in events_in(made) for card in numbers(event)}
    spare = [{"card": card} for card in range(1, 99) if card not in used]
    for revision, play in events_in(made, "CardsPlayed"):
        cards = play["cards"]
        play["cards"] = [*cards, *spare][:3]
        rules = verify(chained_again(made)).rules
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


def test_a_hand_that_its_asker_opens_has_no_card_twice():
    decided = game("tactics", 12, seats=2, options={"max_rounds": 1})
    started = next(n for n, entry in enumerate(decided, 1) if len(entry.events) > 1)
    made = bundled(decided[:started], viewer=0, names={})
    (opening,), ((_, dealt),) = made["openings"], events_in(made, "RoundDealt")
    opening["payload"]["cards"] = [7] * 10
    hand = next(hand for hand in dealt["hands"] if hand["seat"] == 0)
    hand["seal"] = ledger.seal(opening["salt"], opening["payload"])
    report = verify(chained_again(made))
    assert (report.integrity.ok, report.rules.ok) == (True, False)
    assert report.rules.reason == "a hand has a card twice"
