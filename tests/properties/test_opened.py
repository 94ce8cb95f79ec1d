"""What was asked can be told again: the moment in which a decision was opened, from any later one.

Over whole games in which seats are played by persons, bots and clocks, handed over and returned
to: as long as something is owed, the state when it was asked follows from the state now.
"""

from random import Random

import pytest

from domain.decisions import open_decisions
from domain.events import ChoiceRequested, TurnStarted
from domain.ledger import canonical
from domain.rulesets import RULESETS
from domain.state import INITIAL
from domain.state.evolve import evolve
from domain.views import redact, view
from domain.views.opened import opening_view, when_opened
from tests.support.audit_games import game

SEEDS = range(12)
OPENING = (TurnStarted, ChoiceRequested)


@pytest.mark.parametrize("key", RULESETS)
def test_while_a_decision_is_open_the_moment_of_its_opening_can_be_told_again(key):
    waited = 0
    for seed in SEEDS:
        now = opened = INITIAL
        for entry in game(key, seed):
            now = evolve(now, entry)
            if isinstance(entry.events[-1], OPENING):
                opened = now
            if open_decisions(now):
                assert when_opened(now) == opened, seed
                waited += now is not opened
    assert waited, "something did happen between an opening and an answer"


@pytest.mark.parametrize(("key", "seed"), [(k, n) for k in RULESETS for n in SEEDS])
def test_the_opening_view_is_the_view_right_after_the_opening_to_the_byte(key, seed):
    """Also when it is made from what the seat alone knows: nothing else goes into it."""
    now, seen = INITIAL, {}
    seats = range(10)
    own = dict.fromkeys(seats, INITIAL)
    for entry in game(key, seed):
        now = evolve(now, entry)
        own = {seat: evolve(own[seat], redact(entry, seat)) for seat in seats}
        if isinstance(entry.events[-1], OPENING):
            seen = {d.seat: canonical(view(now, d.seat)) for d in open_decisions(now)}
        for owed in open_decisions(now):
            assert canonical(opening_view(now, owed.seat)) == seen[owed.seat]
            assert canonical(opening_view(own[owed.seat], owed.seat)) == seen[owed.seat]


@pytest.mark.parametrize("key", RULESETS)
def test_telling_the_moment_again_changes_nothing_of_the_state(key):
    rng, now = Random(key), INITIAL
    for entry in game(key, 1):
        now = evolve(now, entry)
        if open_decisions(now) and rng.random() < 0.2:
            before = repr(now)
            when_opened(now).players.clear()
            assert repr(now) == before
