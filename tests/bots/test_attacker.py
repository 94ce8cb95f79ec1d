"""From public data nobody computes what a bot has sealed, nor which hand it has. The attacker of
attacker.py, against the server's bots and, to see that he would find it, against bots whose chance
comes from what is public, as it did once."""

import hashlib
from collections import Counter
from random import Random

import pytest

from bots.deciding import answer
from bots.policies import POLICIES
from domain.ledger import canonical
from domain.rulesets import RULESETS, ruleset
from domain.views import view
from tests.support.attacker import SEEDINGS, picks, predicted

MOST = 0.75
"""A good player's likeliest card may be right this often, and not more."""
DEVIATIONS = 4.5
"""How far a count may lie above what is expected: once in 300,000 times it does so by chance."""
every_policy = pytest.mark.parametrize("policy", POLICIES)
where_all_is_dealt = pytest.mark.parametrize(
    ("key", "options"), [("tactics", {}), ("logic", {}), ("professional", {"deck": "reduced"})]
)


def seeded_by(public):
    """A bot whose generator is seeded by something that everybody sees."""

    def choose(state, decision, policy):
        seen = view(state, decision.seat)
        (owed,) = seen["you"]["decisions"]
        rng = Random(hashlib.sha256(public(seen, decision)).digest())
        return POLICIES[policy.partition("/")[0]].choose(seen, owed, rng)

    return choose


old_worker = seeded_by(lambda seen, decision: canonical(seen))
"""The derivation that was: from the view of the seat alone."""
by_game = seeded_by(lambda seen, decision: f"{seen['id']}/{decision.id}".encode())
"""Another one that would be as bad."""


def surest(state, decision, policy):
    """One that draws from a secret, and still an open book: it plays its likeliest card."""
    if decision.kind != "pick":
        return by_game(state, decision, policy)
    seen = view(state, decision.seat)
    return {"card": likeliest(seen, seen["you"]["decisions"][0], policy.partition("/")[0])}


def likeliest(seen, owed, policy, draws=24):
    choose = POLICIES[policy].choose
    drawn = Counter(choose(seen, owed, Random(n))["card"] for n in range(draws))
    return max(drawn, key=lambda card: (drawn[card], card))


def sealed(key, policy, choose, games, turns=10, **table):
    """Picks where there is a choice."""
    for seed in games:
        yield from (p for p in picks(key, policy, seed, choose, turns, **table) if len(p.hand) > 1)


def hits(found, policy):
    """How many of the picks each way to seed predicts, if the hand is known."""
    return {
        seeding: sum(predicted(pick, pick.hand, policy, seeding) == pick.card for pick in found)
        for seeding in SEEDINGS
    }


def by_chance(found, policy, draws=12):
    """How many picks unrelated generators would predict: what is expected, and its deviation."""
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
@pytest.mark.parametrize(
    ("worker", "seeding"), [(old_worker, "the view of the seat"), (by_game, "game and decision")]
)
def test_the_attacker_finds_a_chance_that_comes_from_what_is_public(policy, worker, seeding):
    """The same attack on bots that draw from it: every pick is predicted. (The old worker saw who
    had picked already; the first of a turn saw what the attacker does.)"""
    found = list(sealed("logic", policy, worker, range(5)))
    found = [pick for pick in found if worker is not old_worker or pick.seat == 0]
    assert len(found) > 40
    assert hits(found, policy)[seeding] == len(found)


# -- hands that are known, or taken to be --------------------------------------------------------


def tables():
    """Every ruleset with secret picks, with every deck, with few seats, some, and many."""
    for key, rules in RULESETS.items():
        for deck in next((o.values for o in rules.options if o.name == "deck"), (None,)):
            for seats in (2, 3, 10) if "pick" in rules.decisions else ():
                options = {} if deck is None else {"deck": deck}
                yield pytest.param(key, options, seats, id=f"{key}-{deck or 'deck'}-{seats}")


def not_seen_by_the_other(pick):
    """The cards that the other of two players has never seen, and does not hold."""
    seen = pick.seen
    players = sum(seat["player"] is not None for seat in seen["seats"])
    gone = {card for row in seen["rows"] for card in row["cards"]}
    gone.update(card for seat in seen["seats"] for card in seat["pile"])
    deck = ruleset(seen["ruleset"]).deck(players, seen["options"])
    return tuple(sorted(set(deck) - gone - set(pick.others)))


def games_of(key, seats):
    """So many that there are some 80 picks or more, and the dear ones no more than need be."""
    if key == "professional":
        return range({2: 5, 3: 3}.get(seats, 1))
    return range(2 if seats > 3 else 10)


def are_likeliest(found, policy):
    """How many picks are the card that the policy would play most often with this hand."""
    views = [pick.view_with(pick.hand) for pick in found]
    cards = [likeliest(seen, seen["you"]["decisions"][0], policy) for seen in views]
    return sum(card == pick.card for card, pick in zip(cards, found, strict=True))


@where_all_is_dealt
def test_of_two_where_all_cards_are_dealt_each_knows_the_others_hand(key, options):
    """What makes the attack below a real one there: the hand follows from what a player sees."""
    found = list(sealed(key, "random", answer, range(3), options=options))
    assert len(found) > 50
    assert all(not_seen_by_the_other(pick) == pick.hand for pick in found)


@every_policy
@pytest.mark.parametrize(("key", "options", "seats"), list(tables()))
def test_who_knows_the_hand_does_not_know_the_pick(key, options, seats, policy):
    """Wherever picks are secret: the attacker is given the hand, and still knows no better than
    that some cards are likelier. Where others know the hand in fact, this must hold; elsewhere it
    keeps hands from being found out by what was played."""
    found = list(sealed(key, policy, answer, games_of(key, seats), seats=seats, options=options))
    expected, deviation = by_chance(found, policy)
    assert len(found) > 70
    for seeding, count in hits(found, policy).items():
        assert count < expected + DEVIATIONS * deviation, seeding
    right = are_likeliest(found, policy)
    assert right < MOST * len(found), (right, len(found))


@where_all_is_dealt
def test_the_attacker_finds_a_policy_that_plays_its_best_card_for_certain(key, options):
    found = list(sealed(key, "careful", surest, range(3), options=options))
    assert are_likeliest(found, "careful") == len(found)


# -- hands that are hidden ---------------------------------------------------------------------


def candidates(pick, number, rng):
    """The true hand, and others that the table allows: of cards that nobody has seen."""
    rows = {card for row in pick.seen["rows"] for card in row["cards"]}
    unseen = [card for card in range(1, 25) if card not in rows]
    size = len(pick.hand)
    return [pick.hand, *(tuple(sorted(rng.sample(unseen, size))) for _ in range(number))]


def left(seed, choose, seeding):
    """The hands that the attacker has left after three turns of a game, and the true one."""
    turns = [p for p in picks("tactics", "random", seed, choose, 3) if p.seat == 0]
    hands, played = candidates(turns[0], 60, Random(seed)), set()
    for pick in turns:
        still = [tuple(card for card in hand if card not in played) for hand in hands]
        hands = [
            hand
            for hand, held in zip(hands, still, strict=True)
            if pick.card in hand and predicted(pick, held, "random", seeding) == pick.card
        ]
        played.add(pick.card)
    return hands, turns[0].hand


def test_no_hidden_hand_is_recovered_from_what_is_revealed():
    """tactics, two random bots: the true hand is left no more often than any other one."""
    found = [left(seed, answer, seeding) for seed in range(8) for seeding in SEEDINGS]
    recovered = sum(true in hands for hands, true in found)
    assert recovered <= 4, recovered  # by chance once in 10 · 9 · 8 times


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
