"""Redacting the entries or redacting the state: a viewer gets the same, at every revision."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain import events as e
from domain.decisions import open_decisions
from domain.events import ChoiceRequested, TurnStarted
from domain.events.entries import Entry, decode, encode, form
from domain.ledger import canonical
from domain.rulesets import RULESETS
from domain.state import INITIAL
from domain.state.evolve import evolve, fold
from domain.text.times import rfc3339
from domain.views import decisions, redact, view
from domain.views.opened import opening_view, when_opened
from tests.support.audit_games import abandoned, game
from tests.support.games import games
from tests.support.play import name_seal

NAMES = {name_seal(f"P{seat}"): f"P{seat} 牛" for seat in range(10)}


@settings(max_examples=25)
@given(games())
def test_the_view_of_redacted_entries_is_the_redacted_view(game):
    full, redacted = INITIAL, dict.fromkeys(game.viewers, INITIAL)
    for entry in game.entries:
        full = evolve(full, entry)
        for viewer in game.viewers:
            redacted[viewer] = evolve(redacted[viewer], redact(entry, viewer))
            assert view(full, viewer, NAMES) == view(redacted[viewer], viewer, NAMES)
            assert decisions(full, {viewer}) == decisions(redacted[viewer], {viewer})
    cut = abandoned(game.entries, len(game.entries) // 2)
    for viewer in game.viewers:
        seen = view(fold(redact(entry, viewer) for entry in cut), viewer, NAMES)
        assert view(fold(cut), viewer, NAMES) == seen


@settings(max_examples=40)
@given(games())
def test_the_public_form_is_canonical_is_all_a_spectator_gets_and_redaction_leaves_it_alone(game):
    for entry in game.entries:
        p, _ = encode(entry)
        data = {"at": rfc3339(entry.at), "events": [form(event) for event in entry.events]}
        assert p == canonical(data)
        assert decode(p) == redact(entry, None)
        for viewer in game.viewers:
            once = redact(entry, viewer)
            assert encode(once)[0] == p
            assert redact(once, viewer) == once
            assert redact(once, None) == redact(entry, None)


@settings(max_examples=40)
@given(games())
def test_a_player_is_called_by_the_name_under_the_seal_and_nobody_without_it(game):
    """Whoever changes or erases a name changes the view of it, and nothing else."""
    state = fold(game.entries)
    for viewer in game.viewers:
        seen, bare = view(state, viewer, NAMES), view(state, viewer)
        for one, other in zip(seen["seats"], bare["seats"], strict=True):
            if one["player"]:
                assert one["player"].pop("name") == f"P{one['seat']} 牛"
                assert other["player"].pop("name") is None
        assert seen == bare


@settings(max_examples=40)
@given(games(), st.text("0123456789abcdef", min_size=43, max_size=43))
def test_keys_accounts_and_tokens_change_nothing_that_anybody_sees(game, other):
    """Secrets beside the cards: of the host, of invitations, of seats, of repeated requests."""
    changed = [
        Entry(entry.at, tuple(_owned(x, other) for x in entry.events)) for entry in game.entries
    ]
    assert changed != game.entries
    assert [encode(entry)[0] for entry in changed] == [encode(entry)[0] for entry in game.entries]
    for viewer in game.viewers:
        assert view(fold(changed), viewer) == view(fold(game.entries), viewer)


def _owned(event, other):
    match event:
        case e.GameCreated():
            hashes = {"host_hash": other, "invite_hash": other}
            secret = replace(event.secret, **hashes, request=other, owner=other)
        case e.SeatTaken():
            secret = e.SeatSecret(token_hash=other, request=other, owner=other)
        case _:
            return event
    return replace(event, secret=secret)


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
