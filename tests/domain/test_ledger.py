"""Canonical bytes, chain and seals, worked out once more from hashlib and json alone."""

import base64
import hashlib
import hmac
import json

import pytest

from domain import commands as c
from domain import ledger
from domain.entries import encode
from domain.events import CardPicked, PicksRevealed, RoundDealt
from domain.views import openings
from tests.dsl import GAME, SEED, given, lobby, pick, table
from tests.play import random_game


def _plain(value):
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode()


def _salt(context):
    return hmac.new(b"seed" * 8, b"toma6/salt/1\0" + _plain(context), "sha256").digest()[:16]


def _seal(salt, payload):
    return _b64(hashlib.sha256(b"toma6/seal/1\0" + salt + _plain(payload)).digest())


def _b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


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


def test_the_chain_hashes_each_entry_over_the_hash_before_it():
    digest, previous = bytes(32), ledger.GENESIS
    assert previous == _b64(digest)
    for entry in random_game("classic", 2, {"max_rounds": 1}, seed=1):
        p, _ = encode(entry)
        digest = hashlib.sha256(b"toma6/chain/1\0" + digest + p).digest()
        previous = ledger.chain(previous, p)
        assert previous == _b64(digest)


def test_a_hand_is_sealed_with_a_salt_of_its_own():
    (dealt,) = lobby("classic", 3).when(c.StartGame()).told(RoundDealt)
    for hand, cards in zip(dealt.hands, dealt.cards, strict=True):
        context = {"game": GAME, "kind": "hand", "round": 1, "seat": hand.seat}
        assert hand.seal == _seal(_salt(context), {**context, "cards": list(cards)})


def test_a_pick_is_sealed_and_the_reveal_gives_the_salt_that_opens_it():
    scene = given(table("classic", [[1], [2], [3], [4]], [[10, 11], [20, 21]]))
    scene = scene.when(pick(0, 10), pick(1, 20))
    picked = [event for event in scene.events if isinstance(event, CardPicked)]
    (revealed,) = scene.told(PicksRevealed)
    for event, shown in zip(picked, revealed.picks, strict=True):
        context = {"game": GAME, "kind": "pick", "round": 1, "seat": event.seat, "turn": 1}
        assert event.seal == _seal(_salt(context), {**context, "card": shown.card})
        assert shown.salt == _b64(_salt(context))


def test_a_name_is_sealed_with_a_salt_that_follows_from_nothing():
    salt, payload = b"sixteen bytes so", {"game": GAME, "kind": "name", "name": "Zo\u00eb \u725b"}
    assert ledger.seal(_b64(salt), ledger.name_payload(GAME, payload["name"])) == _seal(
        salt, payload
    )


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
    for event in scene.when(pick(0, 10)).events:
        opened = [list(openings(event, GAME, SEED, (seat,))) for seat in (0, 1)]
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
    assert list(openings(dealt, GAME, SEED, (0, 1))) == []
