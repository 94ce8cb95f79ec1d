"""Face-down piles, flipped in turn (rules: children)."""

import pytest
from msgspec.structs import replace

from domain.decisions import commands as c
from domain.decisions import open_decisions, options
from domain.events import CardsPlayed, GameFinished, RoundDealt, TurnStarted
from domain.state.evolve import fold
from domain.views import redact, view
from tests.support.dsl import answer, given, lobby, table
from tests.support.play import random_game, told

ROWS = [[10], [20], [30], [40], [50]]


def test_the_seat_in_turn_shows_the_top_card_of_its_pile_which_is_placed_by_the_classic_rules():
    scene = given(table("children", ROWS, [[61, 12, 33], [97, 99, 98]]))
    (owed,) = open_decisions(scene.state)
    assert (owed.id, options(scene.state, owed)) == ("r1t1-flip-s0", [{"card": "top"}])
    scene.when(answer("r1t1-flip-s1", card="top")).refused("decision_not_open")
    assert scene.answers(0, card="top").rows[4] == [50, 61]
    seen = []
    while scene.state.owing and scene.state.status == "playing":
        scene = scene.answers(scene.state.owing[0], card="top")
        seen += [played.cards[0].card for played in scene.told(CardsPlayed)]
    assert seen == [61, 97, 12, 99, 33, 98]


def test_seats_flip_clockwise_from_the_seat_agreed():
    turns = _turns(3, start_seat=2)
    assert [turn.seats for turn in turns] == [((2 + turn) % 3,) for turn in range(45)]


def test_the_first_seat_is_drawn_if_none_is_agreed():
    firsts = {_turns(3, seed=seed)[0].seats[0] for seed in range(30)}
    assert firsts == {0, 1, 2}


def test_nobody_may_look_into_a_pile_its_owner_included():
    scene = lobby("children", 3).when(c.StartGame())
    (dealt,) = scene.told(RoundDealt)
    for viewer in (0, 1, 2, None):
        seen = [redact(entry, viewer) for entry in scene.entries]
        assert seen[-1].events[1] == replace(dealt, secret=None)
        assert all(hand.cards is None for hand in fold(seen).hands.values())
    seen = view(scene.state, 0)
    assert (seen["you"]["hand"], seen["seats"][0]["hand_count"]) == ([], 15)


@pytest.mark.parametrize(
    ("winner", "piles", "places"),
    [("most", [1, 55], [2, 1]), ("fewest", [1, 55], [1, 2]), ("most", [1, 2], [1, 1])],
)
def test_the_most_heads_win_unless_the_fewest_are_agreed_and_equals_share_the_place(
    winner, piles, places
):
    taken = {seat: [card] for seat, card in enumerate(piles)}
    laid = table("children", ROWS, [[], [61]], piles=taken, seat=1, children_winner=winner)
    (finished,) = given(laid).answers(1, card="top").told(GameFinished)
    assert [place.place for place in finished.places] == places


def test_the_game_is_one_round():
    entries = random_game("children", 6, {}, seed=5)
    assert len(told(entries, RoundDealt)) == 1
    assert isinstance(entries[-1].events[-1], GameFinished)


def _turns(seats, seed=1, **given):
    return told(random_game("children", seats, given, seed), TurnStarted)
