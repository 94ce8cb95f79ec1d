"""Laws of decide and evolve, on any game: replay, purity, atomic refusals, quiet."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from domain.decider import decide
from domain.decisions import open_decisions, options
from domain.decisions.commands import Answer
from domain.errors import NotAnOption, RuleViolation
from domain.events.entries import decode, encode
from domain.state import INITIAL
from domain.state.evolve import evolve, fold
from tests.support.games import games
from tests.support.play import who


@settings(max_examples=40)
@given(games())
def test_a_game_read_from_its_stored_bytes_is_the_game_that_was_played(game):
    state = INITIAL
    for step in game.steps:
        state = evolve(state, decode(*encode(step.entry)))
        assert state == step.after
    assert fold(game.entries) == state
    assert state.revision == len(game.entries)


@settings(max_examples=40)
@given(games())
def test_decide_and_evolve_leave_the_state_alone_and_say_the_same_to_the_same_question(game):
    for step in game.steps:
        before = repr(step.before)
        assert tuple(decide(step.command, step.before)) == step.events
        assert evolve(step.before, step.entry) is not step.before
        assert repr(step.before) == before
    assert repr(INITIAL) == repr(type(INITIAL)())


@settings(max_examples=60)
@given(games())
def test_after_every_command_the_game_is_quiet(game):
    for step in game.steps:
        state = step.after
        assert state.status in ("lobby", "playing", "finished")
        assert bool(state.owing) == (state.status == "playing")
        assert bool(state.queue) == (state.choice is not None)
        assert all(options(state, owed) for owed in open_decisions(state))
    assert game.steps[-1].after.status == "finished"


@settings(max_examples=25)
@given(games(), st.integers(0, 2**32))
def test_every_option_that_is_offered_is_accepted(game, seed):
    rng = Random(seed)
    for step in rng.sample(game.steps, min(12, len(game.steps))):
        for owed in open_decisions(step.after):
            asked = who(step.after, owed.seat)
            for option in options(step.after, owed):
                for body in _whole(owed.kind, option):
                    assert decide(Answer(owed, body, **asked), step.after)


def _whole(kind, option):
    """Whole answers from an option; that of a special leaves the row open."""
    if kind != "play":
        return [option]
    if "card" in option:
        return [{"cards": [option]}]
    return [{"cards": [{"special": option["special"], "row": row}]} for row in option["rows"]]


@settings(max_examples=40)
@given(games(), st.integers(0, 2**32))
def test_an_answer_that_is_not_offered_is_refused_and_changes_nothing(game, seed):
    rng = Random(seed)
    for step in rng.sample(game.steps, min(12, len(game.steps))):
        state, before = step.after, repr(step.after)
        for owed in open_decisions(state):
            for body in _not_offered(rng, state, owed):
                asked = who(state, owed.seat)
                _refused(Answer(owed, body, **asked), state, NotAnOption)
        assert repr(state) == before


@settings(max_examples=40)
@given(games(), st.integers(0, 2**32))
def test_an_answer_from_another_turn_seat_or_round_is_refused(game, seed):
    rng = Random(seed)
    answers = [step for step in game.steps if isinstance(step.command, Answer)]
    later = rng.sample(answers, min(15, len(answers)))
    for step in rng.sample(answers, min(15, len(answers))):
        for other in later:
            if step.command.decision in open_decisions(other.before):
                continue
            try:
                assert decide(step.command, other.before) == []
            except RuleViolation:
                continue
        own = step.command.decision
        asked = structs.replace(own, seat=own.seat + 1)
        _refused(replace(step.command, decision=asked), step.before, RuleViolation)


def _refused(command, state, kind):
    try:
        told = decide(command, state)
    except kind:
        return
    raise AssertionError(f"{command} was accepted: {told}")


def _not_offered(rng, state, owed):
    offered = options(state, owed)
    cards = [card for card in range(106) if {"card": card} not in offered]
    match owed.kind:
        case "pick" | "draft":
            return [{"card": card} for card in rng.sample(cards, 3)]
        case "play":
            return [{"cards": [{"card": card}]} for card in rng.sample(cards, 3)]
        case "row":
            return [{"row": -1}, {"row": len(state.rows)}]
        case "place":
            spots = [{"row": r, "side": s} for r in range(-1, 5) for s in ("left", "right")]
            return [spot for spot in spots if spot not in offered]
    return []
