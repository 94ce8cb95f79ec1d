"""The open draft before the play (rules: logic)."""

from domain.decisions import commands as c
from domain.events import RoundDealt, TurnStarted
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


def test_only_the_seat_in_turn_drafts_and_no_card_that_is_gone():
    scene = drafting(2)
    (first,) = scene.state.owing
    other = 1 - first
    scene.when(answer(f"r1t1-draft-s{other}", card=5)).refused("decision_not_open")
    scene = scene.answers(first, card=17)
    refusal = scene.when(answer(f"r1t2-draft-s{other}", card=17)).refused("not_an_option")
    assert refusal.extras["options"] == [{"card": card} for card in range(1, 25) if card != 17]


def test_a_pick_is_still_to_come_during_the_draft_and_the_draft_is_closed_after_it():
    scene = drafting(2)
    for _ in range(4):
        scene = scene.answers(scene.state.owing[0], card=min(scene.state.pool))
    scene.when(pick(0, 1, turn=1)).refused("decision_not_open")
    draft_all(scene).when(answer("r1t20-draft-s0", card=21)).refused("decision_closed")


def starts(how, rounds):
    """Who drafts first in each round of three; every round drafts anew."""
    given = {"end_score": None, "max_rounds": rounds, "draft_start": how}
    entries = random_game("logic", 3, given, seed=11)
    assert [dealt.pool for dealt in told(entries, RoundDealt)] == [tuple(range(1, 35))] * rounds
    turns = told(entries, TurnStarted)
    return [turn.seats[0] for turn in turns if (turn.turn, turn.kind) == (1, "draft")]


def test_the_start_of_the_draft_rotates_or_is_drawn_afresh_each_round():
    rotating, drawn = starts("rotate", rounds=7), starts("random", rounds=40)
    assert rotating == [(rotating[0] + round) % 3 for round in range(7)]
    assert set(drawn) == {0, 1, 2}
    assert drawn != [(drawn[0] + round) % 3 for round in range(40)]
