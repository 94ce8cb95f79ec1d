"""Signed heads and keys in a bundle: what the integrity verdict says of them."""

import json

import pytest

from domain.audit import verify, verify_files
from domain.audit.signatures import trusted_keys
from tests.support.audit_games import OTHER_HASH, bundled, chained_again, events_in, game
from tests.support.audit_signed import HEAD, RECEIPT, head, head_of, jwk, jwks, jws, signed

TRUSTED = trusted_keys(jwks(1, 2))


@pytest.fixture(scope="module")
def plain():
    return bundled(game("classic", 51, seats=2, options={"max_rounds": 1}), viewer=0)


@pytest.fixture
def made(plain):
    return signed(plain, revisions=[3, 9, len(plain["entries"])])


def integrity(made):
    report = verify(made)
    assert report.rules.ok
    return report.integrity


def refused(made, reason):
    found = integrity(made)
    assert not found.ok
    assert reason in found.reason, found.reason
    return found


def test_a_signed_bundle_is_well(made):
    report = verify(made)
    assert report.ok, report
    assert report.checked["heads"] == 3


def test_no_heads_and_no_keys_are_no_fault(plain):
    assert integrity(plain).ok


def test_a_key_that_is_not_trusted_is_no_fault_of_integrity(made):
    """Whose record it is, is another question: test_extent.py."""
    assert verify(made, trusted=trusted_keys(jwks(2))).integrity.ok


def test_a_history_that_was_rewritten_contradicts_its_head(made):
    events_in(made, "SeatTaken")[0][1]["client_seed"] = "another"
    found = integrity(chained_again(made))
    assert (found.ok, found.revision) == (False, None)
    assert "another history" in found.reason


def test_a_history_that_was_cut_off_contradicts_its_head(plain):
    made = signed(plain, revisions=[9])
    running = {**made, "complete": False, "asked_by": None, "openings": [], "attempts": []}
    running["attempts_dropped"] = 0
    started = events_in(made, "SeatTaken")[0][0]
    found = verify({**running, "entries": running["entries"][:started]}).integrity
    assert (found.ok, found.revision) == (False, None)
    assert "its end was cut off" in found.reason


def test_a_head_beyond_the_end_of_a_game_is_of_another_history(made):
    made["heads"].append(head(made["game"], len(made["entries"]) + 1, OTHER_HASH))
    refused(made, "and this record is over")


def test_two_keys_may_sign_one_revision_in_the_order_of_their_names(plain):
    made = signed(plain)
    last = len(plain["entries"])
    by_kid = {jwk(number)["kid"]: head_of(made, last, number) for number in (1, 2)}
    made["heads"] = [by_kid[kid] for kid in sorted(by_kid)]
    assert integrity(made).ok
    made["heads"].reverse()
    refused(made, "do not ascend")


def test_heads_are_in_order_and_none_comes_twice(made):
    made["heads"].insert(0, made["heads"][0])
    refused(made, "do not ascend")
    made["heads"] = made["heads"][:0:-1]
    refused(made, "do not ascend")


def test_a_head_of_another_game_is_no_head_of_this_one(made):
    made["heads"][0] = head("AnotherGame00000000000", 3, made["heads"][0]["hash"])
    refused(made, 'for another game, "AnotherGame00000000000"')


def test_a_receipt_is_no_head(made):
    claims = {name: made["heads"][0][name] for name in ("game", "revision", "hash")}
    more = {"answer": {"card": 1}, "at": made["entries"][2]["entry"]["at"]}
    receipt = jws(RECEIPT, {**claims, **more, "decision": "r1t1-pick-s0"})
    made["heads"][0]["jws"] = receipt
    refused(made, "is a receipt")


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("revision", 0, "not its claims"),
        ("revision", 4, "not its claims"),
        ("revision", "3", "has revision"),
        ("revision", True, "has revision"),
        ("hash", OTHER_HASH.lower(), "not its claims"),
        ("game", "x", "not its claims"),
        ("game", None, "has game"),
        ("jws", "", "not three parts"),
        ("jws", "a.b.c", "not a JSON object in its one spelling"),
        ("jws", "é.é.é", "not a JSON object in its one spelling"),
        ("jws", 7, "has jws"),
        ("kid", "x", "unknown member"),
    ],
)
def test_a_head_has_one_form(made, name, value, reason):
    made["heads"][0][name] = value
    refused(made, reason)


def test_a_head_has_all_its_members(made):
    for name in ("game", "revision", "hash", "jws"):
        rest = {other: value for other, value in made["heads"][0].items() if other != name}
        refused({**made, "heads": [rest]}, f"a head has no {name}")


def test_a_signature_by_another_key_than_kid_names_does_not_hold(made):
    claims = {name: made["heads"][0][name] for name in ("game", "revision", "hash")}
    made["heads"][0]["jws"] = jws(HEAD, claims, 3, kid=jwk(1)["kid"])
    refused(made, "the signature of a head does not hold")


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("kty", "EC", "has kty"),
        ("crv", "X25519", "has crv"),
        ("x", "A" * 43, "no point"),
        ("x", 7, "has x"),
        ("kid", "A" * 43, "not its thumbprint"),
        ("use", "enc", "has use"),
        ("alg", "none", "has alg"),
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


def test_the_keys_to_trust_are_a_jwk_set_and_nothing_else():
    assert trusted_keys(jwks(1)).keys() == {jwk(1)["kid"]}
    assert trusted_keys({"keys": [{"kty": "RSA"}, jwk(2), {}]}).keys() == {jwk(2)["kid"]}
    for data in (jwk(1), [jwk(1)], {**jwks(1), "more": 1}, {}, {"keys": {}}, None):
        with pytest.raises(ValueError, match="no JWK set"):
            trusted_keys(data)
    assert trusted_keys({"keys": [7] * 999 + [jwk(1)]}).keys() == {jwk(1)["kid"]}
    with pytest.raises(ValueError, match="more than 1000"):
        trusted_keys({"keys": [7] * 1000 + [jwk(1)]})


def test_keys_of_other_kinds_are_passed_over_and_counted(made):
    others = [{"kty": "RSA"}, {**jwk(2), "use": "enc"}, 7]
    for keys, noticed in (
        ([jwk(1), jwk(1)], ()),
        ([*others, jwk(1)], ("3 keys of other kinds in the key set were passed over",)),
    ):
        report = verify_files(json.dumps(made).encode(), json.dumps({"keys": keys}).encode())
        assert (report.status, report.noticed) == (0, noticed)


def test_only_keys_of_the_one_form_are_trusted():
    others = [7, None, {"kty": "RSA"}]
    changes = ({"d": "A" * 43}, {"use": "enc"}, {"kid": "A" * 43}, {"x": "AA"}, {"x": "A" * 43})
    others += [{**jwk(2), **change} for change in changes]
    assert trusted_keys({"keys": [*others, jwk(1)]}).keys() == {jwk(1)["kid"]}
    for keys in ([], others):
        with pytest.raises(ValueError, match="no Ed25519 key"):
            trusted_keys({"keys": keys})
