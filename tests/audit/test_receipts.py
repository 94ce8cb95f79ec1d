"""Receipts that a player has kept, held against a record: every finding, and its status."""

import json
from pathlib import Path

import pytest

from domain.audit import verify
from domain.audit.reading.kept import receipts_in
from domain.audit.reading.keys import trusted_keys
from domain.audit.verdicts import FINDINGS, Status
from domain.events import CardPicked
from domain.rulesets import RULESETS
from tests.support.audit_claims import claims
from tests.support.audit_games import OTHER_HASH, abandoned, bundled, chained_again, events_in, game
from tests.support.audit_signed import head, head_of, jwks, receipt, signed

DECIDED = game("tactics", 53, seats=2, options={"max_rounds": 1})
TRUSTED = trusted_keys(jwks(1, 2))
TRUE = signed(bundled(DECIDED))
TOLD = claims(DECIDED, TRUE)
VERDICTS = json.loads((Path(__file__).parents[2] / "docs/vectors/verdicts.json").read_text("utf-8"))


def judged(made, *saved, trusted=TRUSTED):
    report = verify(made, trusted=trusted, kept=list(receipts_in(list(saved))))
    return report.status, [each.finding for each in report.receipts.findings], report.receipts


def test_every_answer_of_the_server_has_statements_in_it():
    kept = head_of(TRUE, 7)
    answers = [
        kept,
        receipt(TOLD[0]),
        {"id": TRUE["game"], "status": "playing", "head": kept},
        {"decisions": [], "head": head_of(TRUE, 8)},
        {"entries": [], "head": head_of(TRUE, 9)},
        {"game": {"id": TRUE["game"], "head": head_of(TRUE, 10)}, "host_token": "x"},
        TRUE,
        [[{"anything": [{"jws": kept["jws"]}]}]],
    ]
    status, findings, verdict = judged(TRUE, *answers)
    assert (status, verdict.ok) == (Status.PROVEN, True)
    # The first head comes again in a view, and is alone in the last; beside it stands less there.
    assert findings == ["agrees"] * 7


@pytest.mark.parametrize("key", RULESETS)
def test_the_receipt_of_every_answer_agrees_with_the_record(key):
    decided = game(key, 54, seats=2)
    made = signed(bundled(decided))
    all_told = claims(decided, made)
    status, findings, verdict = judged(made, *map(receipt, all_told))
    assert (status, verdict.ok) == (Status.PROVEN, True)
    assert findings == ["agrees"] * len(all_told)


def test_a_server_that_stores_another_answer_than_it_acknowledged_is_convicted():
    """Acknowledged 6 and stored 9, with a true signature over the true hash (case S27)."""
    stored = next(each for each in TOLD if "-pick-" in each["decision"])
    for change in (
        {"answer": {"card": stored["answer"]["card"] % 24 + 1}},
        {"answer": {"card": str(stored["answer"]["card"])}},
        {"answer": {}},
        {"decision": stored["decision"].replace("t", "t1")},
        {"decision": stored["decision"].replace("pick", "draft")},
        {"at": "2026-01-01T00:00:00.000Z"},
    ):
        status, findings, verdict = judged(TRUE, receipt({**stored, **change}))
        assert (status, findings) == (Status.ANOTHER_ANSWER, ["another_answer"]), change
        assert verdict.reason.startswith("the server has acknowledged"), verdict.reason
        assert verdict.revision == stored["revision"]


def test_an_acknowledged_answer_where_no_answer_is_stored_convicts():
    other = {**TOLD[0], "revision": 1, "hash": TRUE["entries"][0]["hash"]}
    status, _, verdict = judged(TRUE, receipt(other))
    assert (status, verdict.revision) == (Status.ANOTHER_ANSWER, 1)
    assert "stored no answer there" in verdict.reason


def test_a_history_rewritten_by_the_server_is_another_one():
    made = json.loads(json.dumps(TRUE))
    events_in(made, "SeatTaken")[0][1]["client_seed"] = "another"
    forged = signed(chained_again(made))
    for kept in (head_of(TRUE, 9), receipt(TOLD[0])):
        status, findings, verdict = judged(forged, kept)
        assert (status, findings) == (Status.ANOTHER_HISTORY, ["another_history"])
        assert verdict.reason.startswith("the server has signed another history: hash ")


def test_a_game_that_ended_earlier_than_it_did_is_another_history():
    made = bundled(abandoned(DECIDED, 12))
    status, _, verdict = judged(made, head_of(TRUE, len(TRUE["entries"])))
    assert status == Status.ANOTHER_HISTORY
    assert "and this record is over with" in verdict.reason


def test_a_record_that_was_cut_off_or_is_older_is_another_history():
    status, _, verdict = judged(bundled(DECIDED[:9]), head_of(TRUE, 20))
    assert status == Status.ANOTHER_HISTORY
    assert "cut off, or it is older" in verdict.reason


def test_a_pick_that_is_still_sealed_cannot_be_checked_yet():
    picks = [n for n, entry in enumerate(DECIDED, 1) if isinstance(entry.events[-1], CardPicked)]
    entries = DECIDED[: picks[0]]
    seat = entries[-1].events[0].seat
    for viewer, status in (
        (seat, Status.PROVEN),
        (1 - seat, Status.RECEIPT),
        (None, Status.RECEIPT),
    ):
        made = bundled(entries, viewer)
        kept = claims(entries, made)[-1]
        found, findings, _ = judged(signed(made) if viewer is not None else made, receipt(kept))
        assert findings == (["agrees"] if status == Status.PROVEN else ["unopened"])
        assert found == status
        if viewer != seat:  # what the server has stored beside the sealed card is known already
            other = {**kept, "at": "2026-01-01T00:00:00.000Z"}
            assert judged(made, receipt(other))[:2] == (Status.ANOTHER_ANSWER, ["another_answer"])
        else:  # whose opening the player has
            other = {**kept, "answer": {"card": kept["answer"]["card"] % 24 + 1}}
            assert judged(made, receipt(other))[:2] == (Status.ANOTHER_ANSWER, ["another_answer"])


def test_findings_count_in_the_order_of_the_statuses():
    bad = receipt(TOLD[0], 9)
    false = receipt({**TOLD[1], "answer": {"card": 1}})
    contrary = head(TRUE["game"], 8, OTHER_HASH)
    good = receipt(TOLD[2])
    foreign = head("other", 1, OTHER_HASH)
    assert judged(TRUE, foreign, good, bad)[0] == Status.RECEIPT
    assert judged(TRUE, bad, foreign, false, good)[0] == Status.ANOTHER_ANSWER
    status, findings, verdict = judged(TRUE, bad, false, good, contrary, foreign)
    assert (status, verdict.revision) == (Status.ANOTHER_HISTORY, 8)
    expected = ["unknown_key", "another_answer", "agrees", "another_history", "foreign"]
    assert findings == expected


def test_a_broken_record_is_told_before_its_receipts():
    kept = head(TRUE["game"], 8, OTHER_HASH)
    made = json.loads(json.dumps({**TRUE, "heads": []}))
    events_in(made, "RoundScored")[0][1]["scores"][0]["points"] += 1
    assert judged(chained_again(made), kept)[0] == Status.RULES
    assert judged(made, kept)[0] == Status.INTEGRITY


def test_there_are_no_findings_but_those_of_the_table():
    assert {each["finding"]: each["status"] for each in VERDICTS["findings"]} == FINDINGS
