"""No card is ever lost, doubled or made up, at any moment of any game."""

from collections import Counter

from hypothesis import given, settings

from domain import events as e
from domain.rulesets import RULESETS
from domain.state import INITIAL
from domain.state.evolve import advance
from domain.table.cards import bullheads
from tests.support.games import games


def lying(state):
    """Every bull and every special that the state knows of, wherever it is."""
    places = [*state.hands.values(), *state.rows, *state.piles.values()]
    bulls = Counter(card for place in places for card in place.cards)
    bulls.update([*state.pool, *state.picks.values(), *(queued.card for queued in state.queue)])
    return bulls, Counter(special for place in places for special in place.specials)


@settings(max_examples=60)
@given(games())
def test_the_cards_of_a_round_are_the_dealt_ones_each_once_after_every_event(game):
    state, cards = INITIAL.copy(), Counter()
    for index, event in enumerate(game.events):
        advance(state, (event,))
        if isinstance(event, e.RoundDealt):
            hands = [card for hand in event.cards for card in hand]
            cards = Counter(event.pool or [*hands, *game.events[index + 1].cards])
            assert max(cards.values()) == 1
            assert set(cards) <= game.deck
            continue  # the rows are laid by the next event
        assert lying(state)[0] == cards


@settings(max_examples=30)
@given(games(("hornochsen",)))
def test_every_special_is_in_a_hand_a_row_or_a_pile_whenever_the_game_is_quiet(game):
    whole = None
    for step in game.steps:
        _, now = lying(step.after)
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
                assert all(score.points == piles[score.seat] for score in event.scores)
    state = game.steps[-1].after
    for seat, total in state.totals.items():
        points = [score.points for scores in state.rounds for score in scores if score.seat == seat]
        assert sum(points) == total
