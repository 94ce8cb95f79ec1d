"""No card is ever lost, doubled or made up, at any moment of any game."""

from collections import Counter

from hypothesis import given, settings

from domain import events as e
from domain.rulesets import RULESETS
from domain.state import INITIAL
from domain.state.evolve import advance
from domain.table.cards import bullheads
from tests.support.games import games


def bulls(state):
    """Every bull that the state knows of, wherever it is."""
    found = Counter(state.pool)
    for hand in state.hands.values():
        found.update(hand.cards)
    found.update(state.picks.values())
    found.update(queued.card for queued in state.queue)
    for row in state.rows:
        found.update(row.cards)
    for pile in state.piles.values():
        found.update(pile.cards)
    return found


def specials(state):
    found = Counter()
    for place in (*state.hands.values(), *state.rows, *state.piles.values()):
        found.update(place.specials)
    return found


def dealt_in(events, start):
    """The cards of the round that begins at this event: hands, pool, and the rows laid."""
    dealt = events[start]
    cards = Counter(dealt.pool)
    for hand in dealt.cards:
        cards.update(hand)
    if not dealt.pool:
        cards.update(events[start + 1].cards)
    return cards


@settings(max_examples=60)
@given(games())
def test_the_cards_of_a_round_are_the_dealt_ones_each_once_after_every_event(game):
    state, cards = INITIAL.copy(), Counter()
    for index, event in enumerate(game.events):
        advance(state, (event,))
        if isinstance(event, e.RoundDealt):
            cards = dealt_in(game.events, index)
            assert max(cards.values()) == 1
            assert set(cards) <= game.deck
            continue  # the rows are laid by the next event
        assert bulls(state) == cards


@settings(max_examples=30)
@given(games(("hornochsen",)))
def test_every_special_is_in_a_hand_a_row_or_a_pile_whenever_the_game_is_quiet(game):
    whole = None
    for step in game.steps:
        now = specials(step.after)
        if step.after.status != "lobby":
            whole = whole or now
            assert now == whole
    players = game.seats - len(game.leaving)
    assert whole == dict.fromkeys(RULESETS["hornochsen"].specials, players)


@settings(max_examples=40)
@given(games())
def test_totals_are_the_sums_of_the_rounds_and_heads_those_of_the_piles(game):
    piles = {}
    for event in game.events:
        match event:
            case e.RoundDealt():
                piles = Counter()
            case e.RowTaken():
                assert event.heads == sum(map(bullheads, event.cards))
                piles[event.seat] += event.heads
            case e.RoundScored() if game.key != "hornochsen":
                assert {s.seat: s.points for s in event.scores} == {
                    s.seat: piles[s.seat] for s in event.scores
                }
    state = game.steps[-1].after
    for seat, total in state.totals.items():
        points = [score.points for scores in state.rounds for score in scores if score.seat == seat]
        assert sum(points) == total
