"""Non-interference: what a viewer may not see changes nothing of what that viewer gets.

Two games that differ in hidden cards alone are laid side by side, and everything a viewer can
ask for is compared: but for the values of seals it must be the same, byte for byte.
"""

import re
from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain import events as e
from domain import ledger
from domain.answers import command as answer_command
from domain.codec import encode
from domain.decider import decide
from domain.decisions import open_decisions
from domain.errors import RuleViolation
from domain.evolve import fold
from domain.views import decisions, opening, redact, view
from tests.properties.games import games

SEAL = re.compile(rb'"seal":"[0-9a-f]{64}"')
SHARES = st.floats(0, 1)


def hidden(game, events, viewer):
    """The cards that `viewer` may not place, each with its seat (None: out of the round)."""
    state = fold(events)
    found = []
    for seat, hand in state.hands.items():
        if seat != viewer or hand.face_down:
            found += [(card, seat) for card in hand.cards]
        if seat != viewer and state.picks.get(seat):
            found.append((state.picks[seat], seat))
    start = max(i for i, event in enumerate(events) if isinstance(event, e.RoundDealt))
    if not events[start].pool and len(events) > start + 1:
        known = {card for hand in events[start].hands for card in hand.cards}
        found += [(card, None) for card in sorted(game.deck - known - {*events[start + 1].cards})]
    return found


def twin(events, one, other):
    """The same game with two hidden cards of the present round changed for each other."""
    start = max(i for i, event in enumerate(events) if isinstance(event, e.RoundDealt))
    created = events[0]
    swap = {one: other, other: one}
    told = list(events[:start])
    for event in events[start:]:
        match event:
            case e.RoundDealt():
                hands = tuple(_sealed(created, event, hand, swap) for hand in event.hands)
                told.append(replace(event, hands=hands))
            case e.CardPicked():
                card = swap.get(event.card, event.card)
                context = ledger.pick_context(created.game, event.round, event.turn, event.seat)
                seal = ledger.seal_pick(created.server_seed, context, card)
                told.append(replace(event, card=card, seal=seal))
            case _:
                told.append(event)
    return told


def _sealed(created, dealt, hand, swap):
    cards = tuple(swap.get(card, card) for card in hand.cards)
    cards = cards if dealt.face_down else tuple(sorted(cards))
    context = ledger.hand_context(created.game, dealt.round, hand.seat)
    seal = ledger.seal_hand(created.server_seed, context, cards)
    return replace(hand, cards=cards, seal=seal)


def feed(events):
    """The public bytes of the events, with every seal blotted out."""
    return [SEAL.sub(b"", encode(event)[0]) for event in events]


@st.composite
def pairs(draw):
    """A running game, its twin, and somebody who may not know which is which."""
    game = draw(games())
    events = game.prefix(draw(SHARES))
    viewer = draw(st.sampled_from(game.viewers))
    assume(any(isinstance(event, e.RoundDealt) for event in events))
    assume(fold(events).status == "playing")
    cards = hidden(game, events, viewer)
    drafted = bool(fold(events).drafted)
    assume(len(cards) > 1)
    one, seat = draw(st.sampled_from(cards))
    # Who drafted which card is public; what is hidden there is which of them was picked.
    rest = [card for card, owner in cards if card != one and (owner == seat or not drafted)]
    assume(rest)
    return events, twin(events, one, draw(st.sampled_from(rest))), viewer


@settings(max_examples=150)
@given(pairs())
def test_views_decisions_and_feed_do_not_depend_on_hidden_cards(pair):
    events, other, viewer = pair
    one, two = fold(events), fold(other)
    assert view(one, viewer) == view(two, viewer)
    assert decisions(one, {viewer}) == decisions(two, {viewer})
    assert feed(events) == feed(other)
    assert [len(encode(x)[0]) for x in events] == [len(encode(x)[0]) for x in other]


@settings(max_examples=100)
@given(pairs())
def test_redacted_events_and_own_openings_do_not_depend_on_hidden_cards(pair):
    events, other, viewer = pair
    game, seed = events[0].game, events[0].server_seed
    for one, two in zip(events, other, strict=True):
        assert _bare(redact(one, viewer)) == _bare(redact(two, viewer))
        if viewer is not None:
            assert opening(one, game, seed, viewer) == opening(two, game, seed, viewer)


def _bare(event):
    match event:
        case e.RoundDealt():
            return replace(event, hands=tuple(replace(hand, seal="") for hand in event.hands))
        case e.CardPicked():
            return replace(event, seal="")
    return event


@settings(max_examples=100)
@given(pairs(), st.integers(1, 104), st.integers(0, 5))
def test_answers_and_refusals_do_not_depend_on_hidden_cards(pair, card, row):
    events, other, viewer = pair
    one, two = fold(events), fold(other)
    for owed in open_decisions(one):
        if owed.seat != viewer and viewer is not None:
            continue
        for body in _bodies(owed.kind, card, row):
            command = answer_command(owed, body, by="player", at=0)
            if viewer is None:
                command = replace(command, seat=(owed.seat + 1) % 10)
            assert _outcome(command, one) == _outcome(command, two)


def _bodies(kind, card, row):
    if kind in ("pick", "draft"):
        return [{"card": card}]
    if kind == "play":
        return [{"cards": [{"card": card}]}, {"cards": [{"special": "x2", "row": row}] * 2}]
    return [{"row": row, "side": "left"}] if kind in ("row", "place") else []


def _outcome(command, state):
    """What the asking seat learns, unless the answer ends the turn and turns cards over."""
    try:
        told = decide(command, state)
    except RuleViolation as refusal:
        return refusal.code, refusal.message, dict(refusal.extras)
    if len(state.owing) == 1:
        return "turned over"
    return feed(told)
