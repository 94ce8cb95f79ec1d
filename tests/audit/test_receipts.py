"""Receipts that a player has kept, held against a record: every finding, and its status."""

import json
import re
from pathlib import Path

import pytest

from domain.audit import verify
from domain.audit.reading.kept import receipts_in
from domain.audit.reading.keys import trusted_keys
from domain.audit.verdicts import FINDINGS, Status
from domain.events import CardPicked
from domain.rulesets import RULESETS
from tests.support.audit_games import OTHER_HASH, abandoned, bundled, claims, game
from tests.support.audit_signed import RECEIPT, head, head_of, jwk, jwks, jws, receipt, signed
from tests.support.forging import events_in, mended

DECIDED = game("tactics", 53, seats=2, options={"max_rounds": 1})
KEYS = jwks(1, 2)
TRUE = signed(bundled(DECIDED))
TOLD = claims(DECIDED, TRUE)
PICK = next(each for each in TOLD if "-pick-" in each["decision"])
SEALED = next(n for n, each in enumerate(DECIDED, 1) if isinstance(each.events[-1], CardPicked))
PICKER = DECIDED[SEALED - 1].events[0].seat
KEPT = claims(DECIDED[:SEALED], TRUE | {"entries": TRUE["entries"][:SEALED]})[-1]
OTHER_CARD = {"card": KEPT["answer"]["card"] % 24 + 1}
EARLIER = "2026-01-01T00:00:00.000Z"
VERDICTS = json.loads((Path(__file__).parents[2] / "docs/vectors/verdicts.json").read_text("utf-8"))

# What is trusted, what contradicts the record, what says nothing about it, what nobody can check.
GOOD, BAD = receipt(TOLD[2]), receipt(TOLD[0], 9)
FALSE = receipt({**TOLD[1], "answer": {"card": 1}})
CONTRARY, FOREIGN = head(TRUE["game"], 8, OTHER_HASH), head("another", 1, OTHER_HASH)


def rewritten():
    made = json.loads(json.dumps(TRUE))
    events_in(made, "SeatTaken")[0][1]["client_seed"] = "another"
    return signed(mended(made))


def altered(claimed):
    """What somebody might write into a saved answer, each beside the true JWS."""
    saved = receipt(claimed)
    for name, value in (
        ("answer", {"card": 99}), ("answer", None), ("answer", {"card": True}),
        ("decision", "r9t9-pick-s1"),
    ):  # fmt: skip
        yield {**saved, name: value}
    for name, value in (
        ("revision", claimed["revision"] + 1), ("revision", True), ("hash", OTHER_HASH),
        ("at", EARLIER), ("game", "another"), ("answer", {"card": 99}),
        ("decision", "r9t9-pick-s1"),
    ):  # fmt: skip
        yield {**saved, "receipt": {**saved["receipt"], name: value}}
    yield {**saved, "receipt": head_of(TRUE, claimed["revision"])}


ACKNOWLEDGED = r"the server has acknowledged \{.*\} to r\d+t\d+-\w+-s\d"
HISTORY = "the server has signed another history: "
SAVED = "a receipt was altered: .* beside it is not what was signed"
KINDS = [
    (TRUE, [GOOD], "agrees", ""),
    (TRUE, [receipt(TOLD[0], 2)], "agrees", ""),  # by an older key
    (TRUE, [{"decision": "x", "answer": 7, "head": head_of(TRUE, 4)}], "agrees", ""),
    (TRUE, [{**GOOD, "more": 1, "revision": 0}], "agrees", ""),
    (TRUE, [FOREIGN, GOOD], "foreign agrees", ""),
    # Acknowledged 6 and stored 9, with a true signature over the true hash.
    *((TRUE, [receipt({**PICK, **change})], "another_answer", f"{ACKNOWLEDGED}{reason}")
      for change, reason in (
        ({"answer": {"card": PICK["answer"]["card"] % 24 + 1}}, r", and stored \{.*\}"),
        ({"answer": {"card": str(PICK["answer"]["card"])}}, r", and stored \{.*\}"),
        ({"answer": {}}, r", and stored \{.*\}"),
        ({"decision": PICK["decision"].replace("t", "t1")}, ", and stored an answer to r.*"),
        ({"decision": PICK["decision"].replace("pick", "draft")}, ", and stored an answer to r.*"),
        ({"at": EARLIER}, f" at {EARLIER}, and stored it at .*"),
        ({"revision": 1, "hash": TRUE["entries"][0]["hash"]}, ", and stored no answer there"),
    )),
    *((rewritten(), [kept], "another_history", rf"{HISTORY}hash .{{12}}\.\.\. at revision .*")
      for kept in (head_of(TRUE, 9), GOOD)),
    (bundled(abandoned(DECIDED, 12)), [head_of(TRUE, len(DECIDED))], "another_history",
     rf"{HISTORY}it had \d+ entries, and this record is over with 13"),
    (bundled(DECIDED[:9]), [head_of(TRUE, 20)], "another_history",
     f"{HISTORY}20 entries, where this record ends after 9: its end was cut off, or it is .*"),
    # A pick that is still sealed, for whoever has its opening, and for others.
    *((bundled(DECIDED[:SEALED], viewer), [receipt({**KEPT, **change})], finding, reason)
      for viewer, change, finding, reason in (
        (PICKER, {}, "agrees", ""),
        (PICKER, {"answer": OTHER_CARD}, "another_answer", rf"{ACKNOWLEDGED}, and stored \{{.*"),
        *((viewer, {}, "unopened", "a receipt for .* cannot be checked yet: the pick is sealed")
          for viewer in (1 - PICKER, None)),
        *((viewer, {"at": EARLIER}, "another_answer", f"{ACKNOWLEDGED} at .*, and stored it at .*")
          for viewer in (1 - PICKER, None)),
    )),
    # What proves nothing, and what says nothing.
    *((TRUE, [saved], "altered", SAVED) for saved in altered(TOLD[3])),
    *((TRUE, [{"jws": spelled}], "altered", "a receipt proves nothing: .*")
      for spelled in ("", "a.b.c", jws(RECEIPT, TOLD[0])[:-1])),
    (TRUE, [{"jws": jws(RECEIPT, TOLD[0], 9, kid=jwk(1)["kid"])}], "altered",
     "a receipt proves nothing: its signature does not hold"),
    (TRUE, [BAD], "unknown_key", r'a receipt is signed by the key ".{43}", which was not given'),
    (TRUE, [FOREIGN, receipt({**TOLD[0], "game": "third"})], "foreign foreign",
     "all receipts are of other games"),
    # In the order of the statuses.
    (TRUE, [FOREIGN, GOOD, BAD], "foreign agrees unknown_key", "a receipt is signed by the key .*"),
    (TRUE, [BAD, FOREIGN, FALSE, GOOD], "unknown_key foreign another_answer agrees",
     f"{ACKNOWLEDGED}.*"),
    (TRUE, [BAD, FALSE, GOOD, CONTRARY, FOREIGN],
     "unknown_key another_answer agrees another_history foreign", f"{HISTORY}.*"),
]  # fmt: skip
"""A record, what was kept, the findings, and the reason as a regular expression."""


def judged(made, *saved, trusted=KEYS):
    keys = None if trusted is None else trusted_keys(trusted)
    report = verify(made, trusted=keys, kept=list(receipts_in(list(saved))))
    return report.status, [each.finding for each in report.receipts.findings], report.receipts


@pytest.mark.parametrize(
    ("made", "kept", "findings", "reason"), KINDS, ids=[f"{row[2]}: {row[3][:40]}" for row in KINDS]
)
def test_each_kind_of_receipt_has_its_finding_and_its_reason(made, kept, findings, reason):
    status, found, verdict = judged(made, *kept)
    assert found == findings.split()
    assert re.fullmatch(reason, verdict.reason or ""), verdict.reason
    told = [each for each in found if FINDINGS[each]]
    worst = min(
        map(FINDINGS.get, told), default=Status.PROVEN if "agrees" in found else Status.RECEIPT
    )
    assert verdict.status == worst
    assert verdict.ok == (worst == Status.PROVEN)
    assert status == (worst or (Status.PROVEN if "heads" in made else Status.UNSIGNED))
    deciding = next((each for each in verdict.findings if each.status == worst != 0), None)
    assert verdict.revision == (deciding.revision if deciding else None)


def test_every_answer_of_the_server_has_statements_in_it():
    kept = head_of(TRUE, 7)
    answers = [
        kept, receipt(TOLD[0]), {"id": TRUE["game"], "status": "playing", "head": kept},
        {"decisions": [], "head": head_of(TRUE, 8)}, {"entries": [], "head": head_of(TRUE, 9)},
        {"game": {"id": TRUE["game"], "head": head_of(TRUE, 10)}, "host_token": "x"}, TRUE,
        [[{"anything": [{"jws": kept["jws"]}]}]],
    ]  # fmt: skip
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
    assert (verdict.agree, verdict.foreign) == (len(all_told), 0)


def test_a_broken_record_is_told_before_its_receipts():
    made = json.loads(json.dumps({**TRUE, "heads": []}))
    events_in(made, "RoundScored")[0][1]["scores"][0]["points"] += 1
    assert judged(mended(made), CONTRARY)[0] == Status.RULES
    status, _, verdict = judged(made, head_of(TRUE, len(DECIDED)))
    assert status == Status.INTEGRITY
    assert verdict.reason.endswith("where this record has none that follows")
    assert judged({**TRUE, "entries": []}, GOOD)[:2] == (Status.INTEGRITY, [])


def test_the_same_once_more_counts_once():
    once = receipt(TOLD[0])
    again = json.loads(json.dumps(once, sort_keys=True))
    assert judged(TRUE, once, again, [once], {"a": {"b": once}})[1] == ["agrees"]
    assert judged(TRUE, once, {"jws": once["receipt"]["jws"]})[1] == ["agrees"] * 2


def test_without_keys_all_that_are_not_altered_are_by_an_unknown_one():
    saved = [{"jws": "a.b.c"}, receipt(TOLD[0]), next(altered(TOLD[1]))]
    status, findings, _ = judged(TRUE, *saved, trusted=None)
    assert (status, findings) == (Status.RECEIPT, ["altered", "unknown_key", "altered"])


def test_there_are_no_findings_but_those_of_the_table():
    assert {each["finding"]: each["status"] for each in VERDICTS["findings"]} == FINDINGS
