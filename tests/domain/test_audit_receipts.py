"""Receipts that a player has kept, held against a bundle, at the command line."""

import json

import pytest

from domain.audit.__main__ import main
from tests.audit_games import abandoned, bundled, chained_again, flat, game
from tests.audit_signed import head, head_of, jwk, signed

DECIDED = game("tactics", 53, seats=2, options={"max_rounds": 1})


@pytest.fixture
def true():
    return signed(bundled(flat(DECIDED)))


@pytest.fixture
def judge(tmp_path, capsys):
    """Runs the verifier on a bundle, receipts and keys: status and report."""

    def run(made, *kept, keys=None):
        files = {"bundle": made, "keys": keys} | {f"kept{i}": each for i, each in enumerate(kept)}
        for name, data in files.items():
            text = data if isinstance(data, str) else json.dumps(data)
            (tmp_path / name).write_text(text, "utf-8")
        call = ["--json", str(tmp_path / "bundle")]
        call += [] if keys is None else ["--keys", str(tmp_path / "keys")]
        for number in range(len(kept)):
            call += ["--receipt", str(tmp_path / f"kept{number}")]
        status = main(call)
        shown = capsys.readouterr()
        return status, json.loads(shown.out) if shown.out else shown.err

    return run


JWKS = {"keys": [jwk(1), jwk(2)]}


def unsigned(made):
    return {**made, "heads": [], "keys": []}


def test_every_answer_of_the_server_is_a_receipt(true, judge):
    kept = head_of(true, 7)
    answers = [
        kept,
        {"decision": "r1t1-pick-s0", "answer": {"card": 7}, "receipt": kept},
        {"id": true["game"], "status": "playing", "head": kept},
        {"decisions": [], "head": kept},
        {"events": [], "head": kept},
        {"game": {"id": true["game"], "head": kept}, "host_token": "x"},
        true,
    ]
    for answer in answers:
        status, report = judge(true, answer, keys=JWKS)
        assert (status, report["receipts"]) == (0, {"ok": True, "reason": None, "revision": None})
    status, report = judge(true, answers, keys=JWKS)
    assert (status, report["checked"]["receipts"]) == (0, 7)


def test_answers_saved_one_after_the_other_in_one_file_are_receipts(true, judge):
    text = "\n".join(json.dumps({"head": head_of(true, at)}) for at in (2, 5)) + "{}" + "[]\n"
    status, report = judge(true, text, json.dumps(head_of(true, 6)))
    assert (status, report["checked"]["receipts"]) == (0, 3)


def test_a_history_rewritten_by_the_server_contradicts_a_receipt(true, judge):
    kept = {"receipt": head_of(true, 9)}
    true["events"][1]["event"]["name"] = "somebody else"
    forged = chained_again(true)
    forged["heads"] = [head_of(forged, len(forged["events"]))]
    status, report = judge(forged, kept, keys=JWKS)
    assert report["integrity"]["ok"]
    assert report["rules"]["ok"]
    assert (status, report["contradicted"], report["ok"]) == (4, True, False)
    assert report["receipts"]["revision"] == 9
    assert report["receipts"]["reason"].startswith("the server has signed another history: hash ")


def test_a_game_that_ended_earlier_than_it_did_contradicts_a_receipt(true, judge):
    kept = head_of(true, len(true["events"]))
    status, report = judge(bundled(abandoned(DECIDED, 12)), kept, keys=JWKS)
    assert (status, report["contradicted"]) == (4, True)
    assert "and this record is over with" in report["receipts"]["reason"]


def test_a_record_that_was_cut_off_or_is_older_contradicts_a_receipt(true, judge):
    status, report = judge(bundled(flat(DECIDED[:9])), head_of(true, 60), keys=JWKS)
    assert (status, report["contradicted"]) == (4, True)
    assert "cut off, or it is older" in report["receipts"]["reason"]


def test_a_contradiction_is_found_among_receipts_that_prove_nothing(true, judge):
    bad = {**head_of(true, 3), "signature": "A" * 86}
    other = head(true["game"], 8, "ab" * 32)
    status, report = judge(true, [bad, {"head": {}}, head_of(true, 2)], other, bad)
    assert (status, report["receipts"]["revision"]) == (4, 8)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"signature": "A" * 86}, "its signature does not hold for this game"),
        ({"revision": 4}, "its signature does not hold for this game"),
        ({"hash": "ab" * 32}, "its signature does not hold for this game"),
        ({"hash": 7}, "of the wrong kind"),
        ({"kid": "x"}, "which is not known here"),
        ({"more": 1}, "unknown member"),
    ],
)
def test_a_receipt_that_was_altered_proves_nothing(true, judge, change, reason):
    status, report = judge(true, {"receipt": {**head_of(true, 5), **change}}, keys=JWKS)
    assert (status, report["contradicted"], report["ok"]) == (5, False, False)
    assert reason in report["receipts"]["reason"]


def test_a_receipt_of_another_game_proves_nothing(true, judge):
    of_another = head("AnotherGame00000000000", 5, "ab" * 32)
    for kept in (of_another, {"id": "AnotherGame00000000000", "head": of_another}):
        status, report = judge(true, kept, keys=JWKS)
        assert (status, report["contradicted"]) == (5, False)
    assert report["receipts"]["reason"] == "a receipt is of another game, 'AnotherGame00000000000'"


def test_a_receipt_by_a_key_that_the_bundle_keeps_quiet_about_needs_the_servers_keys(true, judge):
    kept = head_of(true, 5)
    status, report = judge(unsigned(true), kept)
    assert status == 5
    assert "give the server's keys (--keys)" in report["receipts"]["reason"]
    assert judge(unsigned(true), kept, keys=JWKS)[0] == 0


def test_an_old_receipt_holds_after_the_key_was_rotated(true, judge):
    kept = head_of(true, 5, number=2)
    assert judge(true, kept)[0] == judge(true, kept, keys=JWKS)[0] == 0


def test_a_broken_record_is_told_before_its_receipts(true, judge):
    kept = head(true["game"], 8, "ab" * 32)
    scored = next(e for e in true["events"] if e["event"]["type"] == "RoundScored")
    scored["event"]["scores"][0]["points"] += 1
    status, report = judge({**chained_again(true), "heads": []}, kept, keys=JWKS)
    assert (status, report["contradicted"]) == (2, True)
    status, report = judge(true, kept, keys=JWKS)
    assert (status, report["integrity"]["ok"]) == (1, False)


@pytest.mark.parametrize("keys", [{}, [], {"keys": []}, {"keys": 7}, 7, [7], '{"a": 1.5}', ""])
def test_a_file_without_keys_is_status_3(true, judge, keys):
    status, told = judge(true, keys=keys)
    assert status == 3
    assert "keys: " in told


def test_keys_of_other_kinds_in_a_set_are_passed_over(true, judge):
    rsa = {"kty": "RSA", "n": "AQAB", "e": "AQAB"}
    assert judge(true, keys={"keys": [rsa, {**jwk(1), "x5t": "abc"}], "more": 1})[0] == 0
    assert judge(true, keys={"keys": [jwk(1), {**jwk(2), "x": "AA"}]})[0] == 3


@pytest.mark.parametrize("kept", [{}, [], 7, '{"head": 1.5}', '{"head"', ""])
def test_a_file_without_receipts_is_status_3(true, judge, kept):
    status, told = judge(true, kept)
    assert status == 3
    assert "kept0: " in told


def test_the_report_for_people_has_a_line_for_receipts(true, judge, tmp_path, capsys):
    judge(true, head_of(true, 2), keys=JWKS)
    files = [str(tmp_path / name) for name in ("bundle", "keys", "kept0")]
    assert main([files[0], "--keys", files[1], "--receipt", files[2]]) == 0
    assert "✓ receipts: ok" in capsys.readouterr().out
