"""Two verifiers, one judgement: the Python and the JavaScript one on the same mutated files. They
were written apart from the same document; the second has tests of its own, too. `TOMA6_MUTATIONS`
says how many mutants to try, `TOMA6_MUTATION_SEED` which ones; the figures of a run are printed
(`pytest -s`)."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.audit import verify_files
from domain.audit.verdicts import Status
from tests.support.js_verifier import FOLDER, batch, node, promised, written

MUTATIONS = int(os.environ.get("TOMA6_MUTATIONS", "600"))
SEED = int(os.environ.get("TOMA6_MUTATION_SEED", "6"))
BATCH = 500
NAMES = {each.value: each.name.lower() for each in Status}
VERDICTS = Path(__file__).parents[2] / "docs" / "vectors" / "verdicts.json"


def mutants(program: str, paths: list[Path]) -> Iterator[list[dict[str, Any]]]:
    """Seeded mutants in batches that fit into memory: jobs, with what must come of them."""
    for start in range(0, MUTATIONS, BATCH):
        count = min(BATCH, MUTATIONS - start)
        run = subprocess.run(
            [program, str(FOLDER / "fuzz.mjs"), str(SEED + start), str(count), *map(str, paths)],
            capture_output=True, text=True, encoding="utf-8", check=True,
        )  # fmt: skip
        yield [json.loads(line) for line in run.stdout.splitlines()]


def python(job: dict[str, Any]) -> dict[str, Any]:
    keys = job.get("keys")
    receipts = [text.encode() for text in job.get("receipts", ())]
    return verify_files(
        job["bundle"].encode(), None if keys is None else keys.encode(), receipts
    ).as_data()


def test_the_tests_of_the_javascript_verifier_pass(tmp_path: Path) -> None:
    program = node()
    written(tmp_path, seeds=range(2))
    run = subprocess.run(
        [program, "--test", str(FOLDER / "test.mjs")],
        env={**os.environ, "TOMA6_BUNDLES": str(tmp_path)}, check=False, capture_output=True,
        text=True, timeout=110,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-2000:]
    assert re.search(r"^\W*skipped 0$", run.stdout, re.MULTILINE), "the games were not checked"


@pytest.mark.timeout(120 + MUTATIONS)
def test_both_verifiers_judge_a_mutant_alike_and_accept_only_what_is_not_covered(
    tmp_path: Path,
) -> None:
    program = node()
    paths = written(tmp_path, seeds=range(max(2, min(MUTATIONS // 300, 12))))
    figures: Counter[str] = Counter()
    for jobs in mutants(program, paths):
        for job, theirs in zip(jobs, batch(program, jobs), strict=True):
            figures.update(judged(job, theirs))
    sys.stdout.write(f"\n{json.dumps(dict(sorted(figures.items())), indent=1)}\n")
    assert figures["mutants"] == MUTATIONS
    assert figures["integrity"] > MUTATIONS // 10
    assert figures["rules"] > MUTATIONS // 10


def judged(job: dict[str, Any], theirs: dict[str, Any]) -> Iterator[str]:
    """Compares the two reports on one mutant; yields what to count."""
    ours = python(job)
    told = {**job, "bundle": job["bundle"][:200], "python": ours, "javascript": theirs}
    assert promised(ours) == promised(theirs), told
    assert "failed" not in str(ours["integrity"]["reason"]), told
    if job["status"] is not None:
        assert ours["status"] == job["status"], told
    elif job["excuse"] is None:
        assert ours["status"] in {3, 20, 21}, told
    elif job.get("receipts") and job["excuse"] not in {"head", "same"}:
        assert ours["status"] in {3, 20, 21, 22}, told
    yield "mutants"
    yield ours["verdict"]
    if ours["status"] in {20, 21}:
        failed = "integrity" if ours["status"] == 20 else "rules"
        assert ours[failed]["reason"], told
        assert theirs[failed]["reason"], told
        if ours[failed]["revision"] == theirs[failed]["revision"]:
            yield f"{failed}, at the same revision"


def test_both_verifiers_and_the_document_have_one_table_of_statuses() -> None:
    table = json.loads(VERDICTS.read_text("utf-8"))
    assert {row["status"]: row["name"] for row in table["statuses"]} == NAMES
    text = (VERDICTS.parents[1] / "ledger.md").read_text("utf-8")
    for row in table["statuses"]:
        assert f"| {row['status']} | `{row['name']}` |" in text
    for row in table["findings"]:
        assert f"| `{row['finding']}` |" in text
