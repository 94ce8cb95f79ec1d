"""The open draft before the play (rules: logic)."""

import pytest

from domain.decisions import commands as c
from domain.events import CardDrafted, RoundDealt, RowsLaid, TurnStarted
from domain.state.evolve import fold
from domain.views import redact, view
from tests.support.dsl import answer, lobby, pick
from tests.support.play import random_game, told


def drafting(seats, **options):
    return lobby("logic", seats, **options).when(c.StartGame())


def draft_all(scene, take=min):
    """Everybody drafts, the lowest card by default, until the rows lie."""
    while scene.state.pool:
        (seat,) = scene.state.owing
        scene = scene.answers(seat, card=take(scene.state.pool))
    return scene


def test_the_whole_reduced_deck_lies_face_up():
    (dealt,) = drafting(3).told(RoundDealt)
    assert dealt.pool == tuple(range(1, 35))
    assert dealt.hands == ()


def test_one_seat_after_the_other_takes_one_card_clockwise():
    scene = drafting(3)
    first = scene.state.owing[0]
    order = []
    while scene.state.pool:
        order.append(scene.state.owing[0])
        scene = scene.answers(order[-1], card=max(scene.state.pool))
    assert order == [(first + turn) % 3 for turn in range(30)]


def test_a_drafted_card_is_public_at_once_and_in_the_hand():
    scene = drafting(2)
    seat = scene.state.owing[0]
    scene = scene.answers(seat, card=17)
    assert isinstance(scene.last[0], CardDrafted)
    seen = view(fold(redact(entry, None) for entry in scene.entries), None)
    assert seen["seats"][seat]["drafted"] == [17]
    assert 17 not in seen["pool"]
    assert view(scene.state, seat)["you"]["hand"] == [17]


def test_only_the_seat_in_turn_drafts():
    scene = drafting(2)
    other = 1 - scene.state.owing[0]
    scene.when(answer(f"r1t1-draft-s{other}", card=5)).refused("decision_not_open")


def test_a_card_that_is_gone_cannot_be_drafted():
    scene = drafting(2)
    first = scene.state.owing[0]
    scene = scene.answers(first, card=17)
    other = 1 - first
    refusal = scene.when(answer(f"r1t2-draft-s{other}", card=17)).refused("not_an_option")
    assert {"card": 17} not in refusal.extras["options"]
    assert {"card": 18} in refusal.extras["options"]


@pytest.mark.parametrize("seats", [2, 10])
def test_the_last_four_cards_start_the_rows_in_ascending_order(seats):
    scene = draft_all(drafting(seats), take=lambda pool: sorted(pool)[len(pool) // 2])
    (laid,) = scene.told(RowsLaid)
    assert list(laid.cards) == sorted(laid.cards)
    assert len(laid.cards) == 4
    assert all(hand.count == 10 for hand in scene.state.hands.values())
    held = [card for hand in scene.state.hands.values() for card in hand.cards]
    assert sorted(held + list(laid.cards)) == list(range(1, 10 * seats + 5))


def test_after_the_draft_everybody_picks_from_the_first_turn_on():
    scene = draft_all(drafting(2))
    (turn,) = scene.told(TurnStarted)
    assert (turn.turn, turn.kind, turn.seats) == (1, "pick", (0, 1))
    assert scene.rows == [[21], [22], [23], [24]]


def test_a_pick_is_still_to_come_during_the_draft_and_the_draft_is_closed_after_it():
    scene = drafting(2)
    for _ in range(4):
        scene = scene.answers(scene.state.owing[0], card=min(scene.state.pool))
    scene.when(pick(0, 1, turn=1)).refused("decision_not_open")
    scene = draft_all(scene)
    scene.when(answer("r1t20-draft-s0", card=21)).refused("decision_closed")


def test_every_round_drafts_anew():
    entries = random_game("logic", 2, {"end_score": None, "max_rounds": 3}, seed=3)
    assert [event.pool for event in told(entries, RoundDealt)] == [tuple(range(1, 25))] * 3


def test_the_rotating_start_moves_one_seat_a_round():
    starts = _starts("rotate", rounds=7, seats=3)
    assert starts == [(starts[0] + round) % 3 for round in range(7)]


def test_the_random_start_is_drawn_afresh_each_round():
    starts = _starts("random", rounds=40, seats=3)
    assert set(starts) == {0, 1, 2}
    assert starts != [(starts[0] + round) % 3 for round in range(40)]


def _starts(how, rounds, seats):
    given = {"end_score": None, "max_rounds": rounds, "draft_start": how}
    turns = told(random_game("logic", seats, given, seed=11), TurnStarted)
    return [turn.seats[0] for turn in turns if (turn.turn, turn.kind) == (1, "draft")]
