"""Case S26: from public data nobody computes what a bot has sealed, nor which hand it has.

The attacker of attacker.py, against the server's bots and, to see that he would find it, against
bots whose chance comes from what is public, as it did once.
"""

import hashlib
from random import Random

import pytest

from bots.deciding import answer
from bots.policies import POLICIES
from domain.ledger import canonical
from domain.views import view
from tests.bots.attacker import SEEDINGS, picks, predicted

GAMES = range(50)
DEVIATIONS = 4.5
"""How far a count may lie above what is expected: once in 300,000 times it does so by chance."""
every_policy = pytest.mark.parametrize("policy", POLICIES)


def old_worker(state, decision, policy):
    """The derivation that was: the generator is seeded by the view of the seat alone."""
    seen = view(state, decision.seat)
    (owed,) = seen["you"]["decisions"]
    rng = Random(hashlib.sha256(canonical(seen)).digest())
    return POLICIES[policy.partition("/")[0]].choose(seen, owed, rng)


def by_game(state, decision, policy):
    """Another one that would be as bad: from the names of the game and of the decision."""
    seen = view(state, decision.seat)
    (owed,) = seen["you"]["decisions"]
    rng = Random(hashlib.sha256(f"{state.game}/{decision.id}".encode()).digest())
    return POLICIES[policy.partition("/")[0]].choose(seen, owed, rng)


def sealed(key, policy, choose, games=GAMES, turns=10):
    """Picks where there is a choice."""
    for seed in games:
        yield from (p for p in picks(key, policy, seed, choose, turns) if len(p.hand) > 1)


def hits(found, policy):
    """How many of the picks each way to seed predicts, if the hand is known."""
    return {
        seeding: sum(predicted(pick, pick.hand, policy, seeding) == pick.card for pick in found)
        for seeding in SEEDINGS
    }


def by_chance(found, policy, draws=12):
    """How many picks are predicted by generators that have nothing to do with the server's:
    what is expected, and the deviation of it.
    """
    rng, mean, variance = Random(0), 0.0, 0.0
    for pick in found:
        seen = pick.view_with(pick.hand)
        owed = seen["you"]["decisions"][0]
        drawn = [POLICIES[policy].choose(seen, owed, Random(rng.random())) for _ in range(draws)]
        share = sum(body["card"] == pick.card for body in drawn) / draws
        mean += share
        variance += share * (1 - share) + 1 / draws
    return mean, variance**0.5


@every_policy
def test_where_hands_are_open_no_pick_is_predicted_beyond_chance(policy):
    """logic: what was drafted lies open, so that only the chance hides what is picked."""
    found = list(sealed("logic", policy, answer))
    expected, deviation = by_chance(found, policy)
    assert len(found) > 800
    for seeding, count in hits(found, policy).items():
        assert count < expected + DEVIATIONS * deviation, seeding


@every_policy
@pytest.mark.parametrize(
    ("worker", "seeding"), [(old_worker, "the view of the seat"), (by_game, "game and decision")]
)
def test_the_attacker_finds_a_chance_that_comes_from_what_is_public(policy, worker, seeding):
    """The same attack on bots that draw from it: every pick is predicted."""
    found = [p for p in sealed("logic", policy, worker, range(5)) if predicts_views(p, worker)]
    assert len(found) > 40
    assert hits(found, policy)[seeding] == len(found)


def predicts_views(pick, worker):
    """The old worker saw who had picked already; the first of a turn saw what the attacker does."""
    return worker is not old_worker or pick.seat == 0


def test_careful_is_no_more_certain_than_a_good_player_may_be():
    """Where all is known but the chance, its likeliest card is right every second time or so."""
    found = list(sealed("logic", "careful", answer, range(20)))
    right = 0
    for pick in found:
        seen = pick.view_with(pick.hand)
        owed = seen["you"]["decisions"][0]
        drawn = [POLICIES["careful"].choose(seen, owed, Random(n))["card"] for n in range(40)]
        right += max(set(drawn), key=drawn.count) == pick.card
    assert right < 0.65 * len(found), (right, len(found))


# -- hands that are hidden ---------------------------------------------------------------------


def candidates(pick, number, rng):
    """The true hand, and others that the table allows: of cards that nobody has seen."""
    rows = {card for row in pick.seen["rows"] for card in row["cards"]}
    unseen = [card for card in range(1, 25) if card not in rows]
    size = len(pick.hand)
    return [pick.hand, *(tuple(sorted(rng.sample(unseen, size))) for _ in range(number))]


def left(seed, choose, seeding, number=60):
    """The hands that the attacker has left after three turns of a game, the true one first."""
    turns = [p for p in picks("tactics", "random", seed, choose, 3) if p.seat == 0]
    hands = candidates(turns[0], number, Random(seed))
    played = set()
    for pick in turns:
        hands = [
            hand
            for hand in hands
            if pick.card in hand
            and predicted(pick, tuple(x for x in hand if x not in played), "random", seeding)
            == pick.card
        ]
        played.add(pick.card)
    return hands, turns[0].hand


def test_no_hidden_hand_is_recovered_from_what_is_revealed():
    """tactics, two random bots: the true hand is left no more often than any other one."""
    recovered = 0
    for seed in range(8):
        for seeding in SEEDINGS:
            hands, true = left(seed, answer, seeding)
            recovered += true in hands
    # By chance once in 10 · 9 · 8 times.
    assert recovered <= 4, recovered


def test_what_random_reveals_is_as_likely_from_every_hand_that_has_the_card():
    """So no hand is dropped by it, and none becomes likelier than another, but by the card."""
    draws = 600
    for pick in [p for seed in range(4) for p in picks("tactics", "random", seed, answer, 2)]:
        others = [h for h in candidates(pick, 40, Random(pick.card)) if pick.card in h]
        for hand in others[:6]:
            seen = pick.view_with(hand)
            owed = seen["you"]["decisions"][0]
            drawn = [POLICIES["random"].choose(seen, owed, Random(n))["card"] for n in range(draws)]
            share = 1 / len(hand)
            deviation = (draws * share * (1 - share)) ** 0.5
            assert abs(drawn.count(pick.card) - draws * share) < DEVIATIONS * deviation, hand


def test_the_attacker_recovers_the_hands_of_bots_that_draw_from_what_is_public():
    for seed in range(8):
        hands, true = left(seed, old_worker, "the view of the seat")
        assert hands == [true]


def test_the_attacker_builds_the_view_of_a_seat_to_the_byte():
    """Else he would find nothing for the wrong reason."""
    for key in ("logic", "tactics"):
        seen = []

        def watched(state, decision, policy, seen=seen):
            seen.append(canonical(view(state, decision.seat)))
            return answer(state, decision, policy)

        for pick in picks(key, "random", 1, watched):
            assert canonical(pick.view_with(pick.hand)) == seen[-1]
