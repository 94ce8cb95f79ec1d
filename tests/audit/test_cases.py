"""Each tampered bundle of cases.py is refused for its reason, by both verifiers; and there is one
for every sentence that the verifier can say."""

import ast
import json
import re
from copy import deepcopy
from pathlib import Path

import pytest

from domain.audit import verify, verify_files
from domain.audit.verdicts import Status
from tests.audit import cases
from tests.audit.cases import KEYS
from tests.audit.test_receipts import KINDS
from tests.support.audit_games import bundled
from tests.support.forging import mended
from tests.support.js_verifier import batch, node, promised

TABLES = ("UNMENDED", "UNREAD", "UNTRUE", "TAMPERED", "BROKEN", "BROKEN_TOO")
ROWS = [(table, *row) for table in TABLES for row in getattr(cases, table)]
TRUE = {id(true): true for _, true, *_ in ROWS}.values()
AUDIT = Path(__file__).parents[2] / "domain" / "audit"


def made_of(table, true, edit):
    made = deepcopy(true)
    revision = edit(made)
    return (made if table in {"UNMENDED", "UNREAD"} else mended(made)), revision


def judged(made, kept=()):
    receipts = [json.dumps(kept).encode()] if kept else []
    return verify_files(json.dumps(made).encode(), KEYS.encode(), receipts)


def test_the_true_bundles_are_well():
    assert all(judged(true).ok for true in TRUE)
    assert judged(cases.SIGNED).checked["heads"] == 3


@pytest.mark.parametrize(
    ("table", "true", "edit", "reason"), ROWS, ids=[f"{row[0]}: {row[3][:60]}" for row in ROWS]
)
def test_what_was_tampered_with_is_refused_for_its_reason(table, true, edit, reason):
    made, revision = made_of(table, true, edit)
    report = judged(made)
    found = report.rules if table.startswith("BROKEN") else report.integrity
    assert (found.ok, found.revision) == (False, revision), found
    assert re.fullmatch(reason, found.reason), found
    rules = {"UNREAD": None, "TAMPERED": True}.get(table, False)
    assert table == "UNMENDED" or report.rules.ok is rules, report.rules
    assert report.integrity.ok is (table == "BROKEN")
    assert report.status == (Status.RULES if table == "BROKEN" else Status.INTEGRITY)


@pytest.mark.parametrize(("true", "edit"), cases.ACCEPTED)
def test_what_may_be_otherwise_is_accepted(true, edit):
    report = judged(made_of("ACCEPTED", true, edit)[0])
    assert report.ok, report
    assert report.status in {Status.PROVEN, Status.UNSIGNED}


def test_both_verifiers_say_the_same():
    made = [made_of(table, true, edit)[0] for table, true, edit, _ in ROWS]
    made += [made_of("ACCEPTED", *each)[0] for each in cases.ACCEPTED]
    given = [(each, ()) for each in made] + [row[:2] for row in KINDS]
    jobs = [
        {"bundle": json.dumps(each), "keys": KEYS, "receipts": [json.dumps(kept)] * bool(kept)}
        for each, kept in given
    ]
    for (each, kept), theirs in zip(given, batch(node(), jobs), strict=True):
        ours = judged(each, kept).as_data()
        assert promised(ours) == promised(theirs), (ours, theirs)


def strings(report):
    """Every text in a report."""
    match report:
        case str():
            yield report
        case dict() | list():
            for each in report.values() if isinstance(report, dict) else report:
                yield from strings(each)


def sentences():
    """Every sentence that the rooms of the verifier make, as a regular expression."""
    reading = [AUDIT / "reading" / f"{name}.py" for name in ("contents", "forms", "keys", "shapes")]
    for path in [*AUDIT.glob("checking/*.py"), *reading]:
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        formats = [each for each in nodes if isinstance(each, ast.JoinedStr)]
        told = {id(each.value) for each in nodes if isinstance(each, ast.Expr)}  # docstrings
        told |= {id(part) for each in formats for part in each.values}
        for each in nodes:
            parts = each.values if isinstance(each, ast.JoinedStr) else [each]
            texts = [getattr(part, "value", None) for part in parts]
            texts = [text if isinstance(text, str) else None for text in texts]
            if id(each) not in told and any(" " in (text or "").strip() for text in texts):
                yield "".join(".*" if text is None else re.escape(text) for text in texts)


def test_every_sentence_that_the_verifier_can_say_is_said_in_one_of_these_cases():
    made = [*TRUE, *(made_of(*row[:3])[0] for row in ROWS)]
    reports = [judged(each) for each in made] + [judged(*row[:2]) for row in KINDS]
    reports += [verify(cases.SIGNED), judged(made_of(*ROWS[0][:3])[0], cases.SIGNED["heads"])]
    for keys in (b"{}", b'{"keys": []}', b'{"keys": [%b7]}' % (b"7," * 1000)):
        reports.append(verify_files(b"{}", keys))
    broken = next(row for row in ROWS if row[0] == "BROKEN" and row[1] is cases.BOTS)
    for policies in (lambda *_: None, lambda *_: {"card": 999}):
        for bots in (cases.BOTS, made_of(*broken[:3])[0], bundled(cases.BOTS_PLAY[:-1])):
            reports.append(verify(bots, policies=policies))
    said = {text for report in reports for text in strings(report.as_data())}
    said.add("SeatLeft/0 is not in the form of its version")  # test_forms.py
    unsaid = [each for each in sentences() if not any(re.search(each, text) for text in said)]
    assert unsaid == []
