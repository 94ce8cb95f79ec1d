"""Redacting the events or redacting the state: a viewer gets the same, at every revision."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.codec import decode, encode, public
from domain.evolve import evolve, fold
from domain.state import INITIAL
from domain.views import decisions, redact, view
from tests.properties.games import games


@settings(max_examples=25)
@given(games())
def test_the_view_of_redacted_events_is_the_redacted_view(game):
    full, redacted = INITIAL, dict.fromkeys(game.viewers, INITIAL)
    for event in game.events:
        full = evolve(full, event)
        for viewer in game.viewers:
            redacted[viewer] = evolve(redacted[viewer], redact(event, viewer))
            assert view(full, viewer) == view(redacted[viewer], viewer)
            assert decisions(full, {viewer}) == decisions(redacted[viewer], {viewer})


@settings(max_examples=40)
@given(games())
def test_the_public_form_of_an_event_is_the_same_before_and_after_redaction(game):
    for event in game.events:
        for viewer in game.viewers:
            assert public(redact(event, viewer)) == public(event)
            assert encode(redact(event, viewer))[0] == encode(event)[0]


@settings(max_examples=40)
@given(games())
def test_the_public_form_alone_is_what_a_spectator_gets(game):
    for event in game.events:
        assert decode(encode(event)[0]) == redact(event, None)


@settings(max_examples=40)
@given(games())
def test_a_redacted_event_stays_as_it_is_when_it_is_redacted_again(game):
    for event in game.events:
        for viewer in game.viewers:
            once = redact(event, viewer)
            assert redact(once, viewer) == once
            assert redact(once, None) == redact(event, None)


@settings(max_examples=40)
@given(games(), st.text("0123456789abcdef", min_size=64, max_size=64))
def test_keys_accounts_and_tokens_change_nothing_that_anybody_sees(game, other):
    """Secrets beside the cards: of the host, of invitations, of seats, of repeated requests."""
    changed = []
    for event in game.events:
        match event:
            case e.GameCreated():
                changed.append(
                    replace(event, host_hash=other, invite_hash=other, request=other, owner=other)
                )
            case e.SeatTaken():
                changed.append(replace(event, token_hash=other, request=other, owner=other))
            case _:
                changed.append(event)
    assert [encode(event)[0] for event in changed] == [encode(event)[0] for event in game.events]
    for viewer in game.viewers:
        assert view(fold(changed), viewer) == view(fold(game.events), viewer)
