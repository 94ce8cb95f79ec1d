"""Signed heads, keys and attempts in a bundle: what the integrity verdict says of them."""

import json
from pathlib import Path

import pytest

from domain import heads as signed_heads
from domain.audit import verify
from domain.audit.signatures import trusted_keys
from tests.audit_games import bundled, chained_again, flat, game
from tests.audit_signed import head, head_of, jwk, signed

VECTORS = json.loads(
    (Path(__file__).parents[2] / "docs" / "vectors" / "ledger.json").read_text("utf-8")
)
TRUSTED = trusted_keys({"keys": [jwk(1), jwk(2)]})


@pytest.fixture(scope="module")
def plain():
    return bundled(flat(game("classic", 51, seats=2, options={"max_rounds": 1})), viewer=0)


@pytest.fixture
def made(plain):
    return signed(plain, revisions=[3, 9, len(plain["events"])])


def integrity(made, trusted=None):
    report = verify(made, trusted=trusted)
    assert report.rules.ok
    return report.integrity


def refused(made, reason, trusted=None):
    found = integrity(made, trusted)
    assert not found.ok
    assert reason in found.reason, found.reason


def test_a_signed_bundle_is_well_with_its_own_keys_and_says_that_they_prove_nothing(made):
    report = verify(made)
    assert report.ok, report.as_text()
    assert report.checked["heads"] == 3
    assert any("the keys came with the bundle" in sentence for sentence in report.not_checked)


def test_with_trusted_keys_only_the_recorded_and_the_attempts_are_left_unchecked(made):
    report = verify(made, trusted=TRUSTED)
    assert report.ok
    names, attempts = report.not_checked
    assert names.startswith("names")
    assert attempts.startswith("6 attempts")


def test_no_heads_are_no_fault_but_said(plain):
    report = verify(plain, trusted=TRUSTED)
    assert report.ok
    assert any("no signed head" in sentence for sentence in report.not_checked)


def test_what_no_head_covers_is_said(plain):
    report = verify(signed(plain, revisions=[4]))
    assert report.ok
    assert any(sentence.startswith("events after revision 4") for sentence in report.not_checked)


def test_a_key_that_is_not_trusted_signs_nothing(made):
    refused(made, "not trusted", trusted_keys(jwk(2)))


def test_a_forger_with_keys_of_his_own_passes_only_where_no_keys_are_trusted(plain):
    forged = chained_again(plain | {"events": plain["events"]})
    forged["heads"] = [head_of(forged, 5, number=3)]
    forged["keys"] = [jwk(3)]
    assert integrity(forged).ok
    refused(forged, "not trusted", TRUSTED)


def test_a_history_that_was_rewritten_contradicts_its_head(made):
    made["events"][1]["event"]["name"] = "somebody else"
    found = integrity(chained_again(made))
    assert (found.ok, found.revision) == (False, 3)
    assert "another history" in found.reason


def test_a_history_that_was_cut_off_contradicts_its_head(plain):
    made = signed(plain, revisions=[9])
    running = {**made, "complete": False, "asked_by": None, "openings": [], "attempts": []}
    running["attempts_dropped"] = 0
    started = next(e["revision"] for e in made["events"] if e["event"]["type"] == "SeatTaken")
    found = verify({**running, "events": running["events"][:started]}).integrity
    assert (found.ok, found.revision) == (False, started)
    assert "its end was cut off" in found.reason


def test_a_head_beyond_the_end_of_a_game_is_of_another_history(made):
    made["heads"].append(head(made["game"], len(made["events"]) + 1, "ab" * 32))
    refused(made, "and this record is over")


def test_two_keys_may_sign_one_revision_in_the_order_of_their_names(plain):
    made = signed(plain)
    last = len(plain["events"])
    made["heads"] = sorted(
        (head_of(made, last, number) for number in (1, 2)), key=lambda each: each["kid"]
    )
    assert integrity(made).ok
    made["heads"].reverse()
    refused(made, "do not ascend")


def test_heads_are_in_order_and_none_comes_twice(made):
    made["heads"].insert(0, made["heads"][0])
    refused(made, "do not ascend")
    made["heads"] = made["heads"][:0:-1]
    refused(made, "do not ascend")


def test_a_head_of_another_game_does_not_hold(made):
    made["heads"][0] = head("AnotherGame00000000000", 3, made["heads"][0]["hash"])
    refused(made, "the signature of a head does not hold")


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("revision", 0, "is none"),
        ("revision", "3", "of the wrong kind"),
        ("revision", True, "of the wrong kind"),
        ("hash", "AB" * 32, "is none"),
        ("kid", "x", "not in the bundle"),
        ("signature", "A" * 86, "does not hold"),
        ("signature", "A" * 85, "not 64 bytes"),
        ("signature", "A" * 86 + "==", "not 64 bytes"),
        ("signature", "é" * 86, "not 64 bytes"),
        ("at", "2026", "unknown member"),
    ],
)
def test_a_head_has_one_form(made, name, value, reason):
    made["heads"][0][name] = value
    refused(made, reason)


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("kty", "EC", "not an Ed25519 key"),
        ("crv", "X25519", "not an Ed25519 key"),
        ("x", "A" * 43, "no point"),
        ("kid", "A" * 43, "kid, use or alg"),
        ("use", "enc", "kid, use or alg"),
        ("alg", "none", "kid, use or alg"),
        ("d", "A" * 43, "unknown member"),
    ],
)
def test_a_key_has_one_form(made, name, value, reason):
    made["keys"][0][name] = value
    refused(made, reason)


def test_a_key_is_there_and_there_once(made):
    refused({**made, "keys": [jwk(2)]}, "not in the bundle")
    refused({**made, "keys": [jwk(1), jwk(1)]}, "comes twice")


def test_more_heads_and_keys_than_anybody_needs_are_refused_unread(made):
    refused({**made, "heads": [{}] * 101}, "more than 100 heads")
    refused({**made, "keys": [{}] * 101}, "more than 100 keys")


@pytest.mark.parametrize("case", VECTORS["keys"], ids=lambda case: case["raw"][:8])
def test_keys_have_their_names(case):
    assert signed_heads.public_key(case["jwk"]) == (case["jwk"]["kid"], bytes.fromhex(case["raw"]))


@pytest.mark.parametrize("case", VECTORS["refused_keys"], ids=lambda case: case["why"])
def test_what_cannot_be_a_key_is_refused(case):
    with pytest.raises(ValueError, match=r"no point|not 32 bytes"):
        signed_heads.public_key({"kty": "OKP", "crv": "Ed25519", "x": case["x"]})


def holds(case):
    keys = trusted_keys([each["jwk"] for each in VECTORS["keys"]])
    told = case["head"]
    signature = signed_heads.from_base64url(told["signature"], 64)
    found = signed_heads.Head(told["revision"], told["hash"], told["kid"], signature)
    return found.is_signed(case["game"], keys[told["kid"]])


@pytest.mark.parametrize("case", VECTORS["heads"], ids=lambda case: case["head"]["kid"][:4])
def test_heads_are_signed_as_the_vectors_say(case):
    told = case["head"]
    message = signed_heads.message(case["game"], told["revision"], told["hash"])
    assert message == bytes.fromhex(case["message"])
    assert holds(case)


@pytest.mark.parametrize("case", VECTORS["refused_heads"], ids=lambda case: case["why"])
def test_heads_that_do_not_hold_are_refused(case):
    if "spare bit" in case["why"]:
        with pytest.raises(ValueError, match="64 bytes"):
            holds(case)
    else:
        assert not holds(case)
