"""What was asked can be told again: the moment in which a decision was opened, from any later one.
The games have seats played by persons, bots and clocks, handed over and returned to."""

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

OPENING = (TurnStarted, ChoiceRequested)


@pytest.mark.parametrize("key", RULESETS)
def test_while_a_decision_is_open_its_opening_is_told_again_and_the_state_stays_as_it_is(key):
    waited, rng = 0, Random(key)
    for seed in range(12):
        now = opened = INITIAL
        for entry in game(key, seed):
            now = evolve(now, entry)
            if isinstance(entry.events[-1], OPENING):
                opened = now
            if open_decisions(now):
                assert when_opened(now) == opened, seed
                waited += now is not opened
                if seed == 1 and rng.random() < 0.2:
                    before = repr(now)
                    when_opened(now).players.clear()
                    assert repr(now) == before
    assert waited, "something did happen between an opening and an answer"


@pytest.mark.parametrize(("key", "seed"), [(k, n) for k in RULESETS for n in range(12)])
def test_the_opening_view_is_the_view_right_after_the_opening_to_the_byte(key, seed):
    """Also when it is made from what the seat alone knows: nothing else goes into it."""
    now, seen, own = INITIAL, {}, dict.fromkeys(range(10), INITIAL)
    for entry in game(key, seed):
        now = evolve(now, entry)
        own = {seat: evolve(known, redact(entry, seat)) for seat, known in own.items()}
        if isinstance(entry.events[-1], OPENING):
            seen = {d.seat: canonical(view(now, d.seat)) for d in open_decisions(now)}
        for owed in open_decisions(now):
            assert canonical(opening_view(now, owed.seat)) == seen[owed.seat]
            assert canonical(opening_view(own[owed.seat], owed.seat)) == seen[owed.seat]
