"""Canonical bytes, chain and seals, worked out once more from hashlib and json alone."""

import hashlib
import hmac
import json

import pytest

from domain import commands as c
from domain import ledger
from domain.codec import encode
from domain.events import CardPicked, PicksRevealed, RoundDealt
from domain.views import opening
from tests.dsl import GAME, SEED, given, lobby, pick, table
from tests.play import random_game


def _plain(value):
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode()


def _salt(context):
    return hmac.new(bytes.fromhex(SEED), b"toma6/salt/1\0" + _plain(context), "sha256").digest()


def _seal(context, **payload):
    sealed = b"toma6/seal/1\0" + _salt(context) + _plain({**context, **payload})
    return hashlib.sha256(sealed).hexdigest()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, None, -3]}, '{"a":[true,null,-3],"b":1}'),
        (
            '€ "quoted" \\ / \b\t\n\f\r\x01\x7f 牛',
            '"€ \\"quoted\\" \\\\ / \\b\\t\\n\\f\\r\\u0001\x7f 牛"',
        ),
        ({}, "{}"),
        ([], "[]"),
        (10**30, "1" + "0" * 30),
    ],
)
def test_canonical_bytes_are_those_of_rfc_8785(value, text):
    assert ledger.canonical(value) == text.encode()


@pytest.mark.parametrize(
    "value", [1.5, [0.0], {"a": {"b": float("nan")}}, {1: 2}, {"é": 1}, {1, 2}]
)
def test_what_has_no_canonical_form_is_refused(value):
    with pytest.raises(TypeError):
        ledger.canonical(value)


def test_the_chain_hashes_each_event_over_the_hash_before_it():
    previous = ledger.GENESIS
    for event in random_game("classic", 2, {"max_rounds": 1}, seed=1):
        p, _ = encode(event)
        expected = hashlib.sha256(b"toma6/chain/1\0" + bytes.fromhex(previous) + p).hexdigest()
        previous = ledger.chain(previous, p)
        assert previous == expected


def test_a_hand_is_sealed_with_a_salt_of_its_own():
    (dealt,) = lobby("classic", 3).when(c.StartGame()).told(RoundDealt)
    for hand in dealt.hands:
        context = {"game": GAME, "kind": "hand", "round": 1, "seat": hand.seat}
        assert hand.seal == _seal(context, cards=list(hand.cards))


def test_a_pick_is_sealed_and_the_reveal_gives_the_salt_that_opens_it():
    scene = given(table("classic", [[1], [2], [3], [4]], [[10, 11], [20, 21]]))
    scene = scene.when(pick(0, 10), pick(1, 20))
    picked = [event for event in scene.events if isinstance(event, CardPicked)]
    (revealed,) = scene.told(PicksRevealed)
    for event, shown in zip(picked, revealed.picks, strict=True):
        context = {"game": GAME, "kind": "pick", "round": 1, "seat": event.seat, "turn": 1}
        assert event.seal == _seal(context, card=shown.card)
        assert shown.salt == _salt(context).hex()


def test_the_same_card_has_another_seal_in_every_turn_seat_and_game():
    seals = {
        ledger.seal_pick(SEED, ledger.pick_context(game, round, turn, seat), 42)
        for game in ("a", "b")
        for round in (1, 2)
        for turn in (1, 2)
        for seat in (0, 1)
    }
    assert len(seals) == 16


def test_a_seat_can_open_its_own_seals_and_no_other():
    scene = given(table("classic", [[1], [2], [3], [4]], [[10, 11], [20, 21]]))
    scene = scene.when(pick(0, 10))
    for event in scene.events:
        if isinstance(event, RoundDealt):
            own = opening(event, GAME, SEED, 1)
            assert own["payload"]["cards"] == [20, 21]
            assert ledger.seal(own["salt"], own["payload"]) == event.hands[1].seal
        elif isinstance(event, CardPicked):
            assert opening(event, GAME, SEED, 1) is None
            own = opening(event, GAME, SEED, 0)
            assert ledger.seal(own["salt"], own["payload"]) == event.seal
        else:
            assert opening(event, GAME, SEED, 0) is None


def test_nobody_can_open_the_seal_of_a_face_down_pile():
    (dealt,) = lobby("children", 2).when(c.StartGame()).told(RoundDealt)
    assert opening(dealt, GAME, SEED, 0) is None
