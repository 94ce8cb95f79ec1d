"""Non-interference: what a viewer may not see changes nothing of what that viewer gets. Two games
that differ in hidden cards alone are laid side by side, and everything a viewer can ask for is
compared: but for the values of seals it must be the same, byte for byte."""

import re

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import structs

from domain import events as e
from domain.decider import consequences
from domain.decisions import open_decisions
from domain.decisions.commands import Answer
from domain.errors import RuleViolation
from domain.events.entries import Entry, encode
from domain.ledger import SealContext
from domain.state.evolve import fold
from domain.views import decisions, openings, redact, view
from tests.support.games import games
from tests.support.play import told

SEAL = re.compile(rb'"seal":"[A-Za-z0-9_-]{43}"')


def hidden(game, entries, viewer):
    """The cards that `viewer` may not place, each with its seat (None: out of the round)."""
    state = fold(entries)
    found = []
    for seat, hand in state.hands.items():
        if seat != viewer or hand.face_down:
            found += [(card, seat) for card in hand.cards]
        if seat != viewer and state.picks.get(seat):
            found.append((state.picks[seat], seat))
    events = told(entries)
    start = max(i for i, event in enumerate(events) if isinstance(event, e.RoundDealt))
    if not events[start].pool:
        known = {card for hand in events[start].cards for card in hand}
        found += [(card, None) for card in sorted(game.deck - known - {*events[start + 1].cards})]
    return found


def twin(entries, one, other):
    """The same game with two hidden cards of the present round changed for each other."""
    created, round = entries[0].events[0], fold(entries).round
    game, seed = created.game, created.secret.server_seed

    def sealed(hand, cards):
        return SealContext(game, round, hand.seat).close(seed, cards)

    def swapped(event):
        if getattr(event, "round", None) != round or event.secret is None:
            return event
        if isinstance(event, e.CardPicked):
            card = swap.get(event.card, event.card)
            seal = SealContext(game, round, event.seat, event.turn).close(seed, (card,))
            return structs.replace(event, seal=seal, secret=e.PickSecret(card=card))
        held = [[swap.get(card, card) for card in cards] for cards in event.cards]
        held = tuple(tuple(cards if event.face_down else sorted(cards)) for cards in held)
        hands = zip(event.hands, held, strict=True)
        hands = tuple(structs.replace(hand, seal=sealed(hand, cards)) for hand, cards in hands)
        return structs.replace(event, hands=hands, secret=e.HandsSecret(hands=held))

    swap = {one: other, other: one}
    return [Entry(at, tuple(map(swapped, events))) for at, events in entries]


def feed(entries):
    """The public bytes of the entries, with every seal blotted out."""
    return [SEAL.sub(b"", encode(entry)[0]) for entry in entries]


@st.composite
def pairs(draw):
    """A running game, its twin, and somebody who may not know which is which."""
    game = draw(games())
    running = [n for n, step in enumerate(game.steps, 1) if step.after.status == "playing"]
    entries = game.entries[: draw(st.sampled_from(running))]
    viewer = draw(st.sampled_from(game.viewers))
    cards = hidden(game, entries, viewer)
    drafted = bool(fold(entries).drafted)
    assume(len(cards) > 1)
    one, seat = draw(st.sampled_from(cards))
    # Who drafted which card is public; what is hidden there is which of them was picked.
    rest = [card for card, owner in cards if card != one and (owner == seat or not drafted)]
    assume(rest)
    other = twin(entries, one, draw(st.sampled_from(rest)))
    assume(entries != other)
    return entries, other, viewer


@settings(max_examples=150)
@given(pairs())
def test_views_decisions_and_feed_do_not_depend_on_hidden_cards(pair):
    entries, other, viewer = pair
    one, two = fold(entries), fold(other)
    assert view(one, viewer) == view(two, viewer)
    assert decisions(one, {viewer}) == decisions(two, {viewer})
    assert feed(entries) == feed(other)
    assert [len(encode(x)[0]) for x in entries] == [len(encode(x)[0]) for x in other]


@settings(max_examples=100)
@given(pairs())
def test_redacted_entries_and_own_openings_do_not_depend_on_hidden_cards(pair):
    entries, other, viewer = pair
    created = entries[0].events[0]
    for one, two in zip(entries, other, strict=True):
        for ours, theirs in zip(one.events, two.events, strict=True):
            own = [
                list(openings(x, created.game, created.secret.server_seed, (viewer,), {}))
                for x in (ours, theirs)
            ]
            assert own[0] == own[1]
        assert _bare(redact(one, viewer)) == _bare(redact(two, viewer))


def _bare(entry):
    return SEAL.sub(b"", encode(entry)[0]), encode(entry)[1]


@settings(max_examples=100)
@given(pairs(), st.integers(1, 104), st.integers(0, 5))
def test_answers_and_refusals_do_not_depend_on_hidden_cards(pair, card, row):
    entries, other, viewer = pair
    one, two = fold(entries), fold(other)
    for owed in open_decisions(one):
        if owed.seat != viewer:
            continue
        for body in _bodies(owed.kind, card, row):
            command = Answer(owed, body)
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
        entry = consequences(command, state).entry
    except RuleViolation as refusal:
        return refusal.code, refusal.message, dict(refusal.extras)
    return "turned over" if len(state.owing) == 1 else entry.events and feed([entry])
