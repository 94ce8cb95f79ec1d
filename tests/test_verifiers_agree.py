"""Two verifiers, one judgement: the Python and the JavaScript one on the same mutated bundles.

They were written apart from the same document. `TOMA6_MUTATIONS` says how many mutants to try,
`TOMA6_MUTATION_SEED` which ones; the figures of a run are printed (`pytest -s`).
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.audit import verify_text
from tests.js_verifier import FOLDER, node, written

MUTATIONS = int(os.environ.get("TOMA6_MUTATIONS", "300"))
SEED = int(os.environ.get("TOMA6_MUTATION_SEED", "6"))
BATCH = 500


def batch_verdicts(program: str, texts: list[str]) -> list[dict[str, Any]]:
    run = subprocess.run(
        [program, str(FOLDER / "verify.mjs"), "--batch"],
        input="".join(json.dumps(text) + "\n" for text in texts),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


def mutants(program: str, paths: list[Path]) -> Iterator[list[dict[str, Any]]]:
    """Seeded mutants in batches that fit into memory."""
    for start in range(0, MUTATIONS, BATCH):
        count = min(BATCH, MUTATIONS - start)
        run = subprocess.run(
            [program, str(FOLDER / "fuzz.mjs"), str(SEED + start), str(count), *map(str, paths)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        )
        yield [json.loads(line) for line in run.stdout.splitlines()]


@pytest.mark.slow
def test_both_verifiers_accept_every_true_bundle(tmp_path: Path) -> None:
    program = node()
    texts = {path: path.read_text("utf-8") for path in written(tmp_path, seeds=range(10, 13))}
    found = batch_verdicts(program, list(texts.values()))
    assert len(found) == len(texts)
    for (path, text), theirs in zip(texts.items(), found, strict=True):
        ours = verify_text(text)
        assert (ours.integrity.ok, ours.rules.ok) == (True, True), (path.name, ours)
        assert theirs["ok"], (path.name, theirs)


@pytest.mark.slow
@pytest.mark.timeout(120 + MUTATIONS)
def test_both_verifiers_judge_a_mutant_alike_and_accept_only_what_is_not_covered(
    tmp_path: Path,
) -> None:
    program = node()
    paths = written(tmp_path, seeds=range(max(2, min(MUTATIONS // 300, 12))))
    figures: Counter[str] = Counter()
    for batch in mutants(program, paths):
        verdicts = batch_verdicts(program, [mutant["text"] for mutant in batch])
        for mutant, theirs in zip(batch, verdicts, strict=True):
            figures.update(judged(mutant, theirs))
    sys.stdout.write(f"\n{json.dumps(dict(sorted(figures.items())), indent=1)}\n")
    assert figures["mutants"] == MUTATIONS
    assert figures["rejected by integrity"] > MUTATIONS // 10
    assert figures["rejected by the rules alone"] > MUTATIONS // 10


def judged(mutant: dict[str, Any], theirs: dict[str, Any]) -> Iterator[str]:
    """Compares both verdicts on one mutant; yields what to count."""
    ours = verify_text(mutant["text"])
    accepted = ours.integrity.ok and ours.rules.ok
    told = {**mutant, "text": mutant["text"][:200], "python": ours, "javascript": theirs}
    assert accepted == theirs["ok"], told
    if mutant["excuse"] is None:
        assert not accepted, told
    if mutant["excuse"] == "same":
        assert accepted, told
    if not accepted:
        assert ours.integrity.reason or ours.rules.reason, told
        assert theirs["integrity"]["reason"] or theirs["rules"]["reason"], told
    yield "mutants"
    both = (ours.integrity.ok, ours.rules.ok)
    if both == (theirs["integrity"]["ok"], theirs["rules"]["ok"]):
        yield "same two verdicts"
    if accepted:
        yield f"accepted: {mutant['excuse']}"
    elif theirs["integrity"]["ok"]:
        yield "rejected by the rules alone"
        if ours.rules.revision == theirs["rules"]["revision"]:
            yield "rejected by the rules alone, at the same revision"
    else:
        yield "rejected by integrity"
