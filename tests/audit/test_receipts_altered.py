"""Receipts that prove nothing: altered, by unknown keys, of other games; and the same twice."""

import json

import pytest

from domain.audit.verdicts import Status
from tests.audit.test_receipts import TOLD, TRUE, judged
from tests.support.audit_games import OTHER_HASH
from tests.support.audit_signed import RECEIPT as RECEIPT_TYPE
from tests.support.audit_signed import head, head_of, jwks, jws, receipt


def altered_answers(claimed):
    """What somebody might write into a saved answer, each beside the true JWS (case S27)."""
    saved = receipt(claimed)
    yield {**saved, "answer": {"card": 99}}
    yield {**saved, "decision": "r9t9-pick-s1"}
    yield {**saved, "answer": None}
    yield {**saved, "answer": {"card": True}}
    for name, value in (
        ("revision", claimed["revision"] + 1),
        ("revision", True),
        ("hash", OTHER_HASH),
        ("at", "2026-01-01T00:00:00.000Z"),
        ("game", "another"),
        ("answer", {"card": 99}),
        ("decision", "r9t9-pick-s1"),
    ):
        yield {**saved, "receipt": {**saved["receipt"], name: value}}


def test_a_saved_answer_that_was_altered_is_told_as_altered():
    for saved in altered_answers(TOLD[3]):
        status, findings, verdict = judged(TRUE, saved)
        assert (status, findings, verdict.ok) == (Status.RECEIPT, ["altered"], False), saved
        assert "beside it is not what was signed" in verdict.reason


def test_a_head_in_the_place_of_a_receipt_does_not_vouch_for_the_answer_around_it():
    saved = receipt(TOLD[3])
    saved["receipt"] = head_of(TRUE, TOLD[3]["revision"])
    assert judged(TRUE, saved)[:2] == (Status.RECEIPT, ["altered"])


def test_what_stands_around_other_objects_is_no_claim():
    answer = receipt(TOLD[3])
    around = {"decision": "x", "answer": 7, "head": head_of(TRUE, 4)}
    assert judged(TRUE, around)[0] == Status.PROVEN
    assert judged(TRUE, {**answer, "more": 1, "revision": 0})[0] == Status.PROVEN


@pytest.mark.parametrize("change", ["", "a.b.c", "x" * 300, "é", "{}"])
def test_what_is_no_statement_in_its_one_spelling_was_altered(change):
    saved = receipt(TOLD[0])
    for spelled in (change, saved["receipt"]["jws"][:-1], saved["receipt"]["jws"] + "A"):
        status, findings, verdict = judged(TRUE, {"jws": spelled})
        assert (status, findings, verdict.revision) == (Status.RECEIPT, ["altered"], None)


def test_a_signature_that_does_not_hold_was_altered():
    header, payload, _ = jws(RECEIPT_TYPE, TOLD[0]).split(".")
    other = jws(RECEIPT_TYPE, {**TOLD[0], "answer": {"card": 1}}).split(".")
    for spelled in (".".join((header, payload, other[2])), ".".join((header, other[1], "A" * 86))):
        assert judged(TRUE, {"jws": spelled})[:2] == (Status.RECEIPT, ["altered"])
    forged = jws(RECEIPT_TYPE, TOLD[0], 9, kid=jwks(1)["keys"][0]["kid"])
    assert judged(TRUE, {"jws": forged})[:2] == (Status.RECEIPT, ["altered"])


def test_a_key_that_was_not_given_leaves_a_receipt_unchecked():
    status, findings, verdict = judged(TRUE, receipt(TOLD[0], 9))
    assert (status, findings) == (Status.RECEIPT, ["unknown_key"])
    assert "which was not given" in verdict.reason


def test_an_old_receipt_holds_after_the_key_was_rotated():
    assert judged(TRUE, receipt(TOLD[0], 2))[0] == Status.PROVEN


def test_receipts_of_other_games_are_counted_apart():
    foreign = head("AnotherGame00000000000", 5, OTHER_HASH)
    status, findings, verdict = judged(TRUE, foreign, receipt(TOLD[0]))
    assert (status, findings) == (Status.PROVEN, ["foreign", "agrees"])
    assert (verdict.agree, verdict.foreign) == (1, 1)
    status, findings, verdict = judged(TRUE, foreign, receipt({**TOLD[0], "game": "third"}))
    assert (status, findings, verdict.ok) == (Status.RECEIPT, ["foreign"] * 2, False)
    assert verdict.reason == "all receipts are of other games"


def test_the_same_once_more_counts_once():
    once = receipt(TOLD[0])
    again = json.loads(json.dumps(once, sort_keys=True))
    assert judged(TRUE, once, again, [once], {"a": {"b": once}})[1] == ["agrees"]
    assert judged(TRUE, once, {"jws": once["receipt"]["jws"]})[1] == ["agrees"] * 2


def test_without_keys_all_that_are_not_altered_are_by_an_unknown_one():
    saved = [{"jws": "a.b.c"}, receipt(TOLD[0]), next(altered_answers(TOLD[1]))]
    expected = ["altered", "unknown_key", "altered"]
    for trusted in (None, {}):
        assert judged(TRUE, *saved, trusted=trusted)[:2] == (Status.RECEIPT, expected)
