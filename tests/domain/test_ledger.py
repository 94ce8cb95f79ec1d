"""Canonical bytes, chain and seals of games, against the second writing of docs/ledger.md."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import ledger
from domain.decisions import commands as c
from domain.events import CardPicked, PicksRevealed, RoundDealt
from domain.views import openings
from tests.support.dsl import GAME, SEED, lobby, pick, table
from tests.support.dsl import given as laid
from tests.vectors import written

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text(st.characters(max_codepoint=127)), inner)
    ),
)


@given(JSON)
def test_canonical_bytes_are_those_of_the_specification(value):
    assert ledger.canonical(value) == written.canonical(value)


@pytest.mark.parametrize(
    "value", [1.5, [0.0], {"a": {"b": float("nan")}}, {1: 2}, {"é": 1}, {1, 2}]
)
def test_what_has_no_canonical_form_is_refused(value):
    with pytest.raises(TypeError):
        ledger.canonical(value)


def test_a_pick_is_sealed_and_the_reveal_gives_the_salt_that_opens_it():
    scene = laid(table("classic", [[1], [2], [3], [4]], [[10, 11], [20, 21]]))
    scene = scene.when(pick(0, 10), pick(1, 20))
    picked = [event for event in scene.events if isinstance(event, CardPicked)]
    (revealed,) = scene.told(PicksRevealed)
    for event, shown in zip(picked, revealed.picks, strict=True):
        context = {"game": GAME, "kind": "pick", "round": 1, "seat": event.seat, "turn": 1}
        assert shown.salt == written.salt(SEED, context)
        assert event.seal == written.seal(shown.salt, {**context, "card": shown.card})


def test_the_same_card_has_another_seal_in_every_turn_seat_and_game():
    places = list(product("ab", (1, 2), (0, 1), (1, 2)))
    assert len({ledger.SealContext(*place).close(SEED, (42,)) for place in places}) == 16


def test_a_seat_can_open_its_own_seals_and_no_other():
    scene = laid(table("classic", [[1], [2], [3], [4]], [[10, 11], [20, 21]]))
    for event in scene.when(pick(0, 10)).events:
        opened = [list(openings(event, GAME, SEED, (seat,), {})) for seat in (0, 1)]
        match event:
            case RoundDealt():
                for cards, hand, (own,) in zip(event.cards, event.hands, opened, strict=True):
                    assert own["payload"]["cards"] == list(cards)
                    assert ledger.seal(own["salt"], own["payload"]) == hand.seal
            case CardPicked():
                (own,), others = opened
                assert ledger.seal(own["salt"], own["payload"]) == event.seal
                assert others == []
            case _:
                assert opened == [[], []]


def test_nobody_can_open_the_seal_of_a_face_down_pile():
    (dealt,) = lobby("children", 2).when(c.StartGame()).told(RoundDealt)
    assert list(openings(dealt, GAME, SEED, (0, 1), {})) == []
