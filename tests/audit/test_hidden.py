"""Running games: without the server's seed, what is hidden is still not free to be anything."""

from domain.audit import verify
from domain.events import RoundDealt
from domain.events.entries import Entry
from tests.support.audit_games import OTHER_SALT, bundled, game
from tests.support.forging import events_in, mended, within


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
