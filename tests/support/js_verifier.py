"""Running the JavaScript verifier from tests, and true bundles to run it on. The bundles come from
`tests.support.audit_games`; nothing here knows what a verifier checks."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.rulesets import RULESETS
from tests.support.audit_games import abandoned, bundled, game

FOLDER = Path(__file__).parents[2] / "verifier-js"


def node() -> str:
    """The Node to run; skips the test where there is none that is new enough."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("there is no `node` on the path")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
    if int(version.stdout.strip().lstrip("v").split(".")[0]) < 18:
        pytest.skip(f"Node 18 is needed, found {version.stdout.strip()}")
    return found


def batch(program: str, jobs: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The reports on jobs {bundle, keys, receipts}, each the text of a file, in their order. The
    status of the run is that of all jobs together, so what counts is that each has a report."""
    lines = [json.dumps(job) for job in jobs]
    run = subprocess.run(
        [program, str(FOLDER / "verify.js"), "--batch"],
        input="".join(f"{line}\n" for line in lines), capture_output=True, text=True,
        encoding="utf-8", check=False,
    )  # fmt: skip
    reports = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(reports) == len(lines), run.stderr
    return reports


def promised(report: dict[str, Any]) -> dict[str, Any]:
    """The part of a report that both verifiers promise."""
    kept, status = report["receipts"], report["status"]
    same = {name: report[name] for name in ("status", "verdict", "game", "entries")}
    same["signed"] = [report["signed"][name] for name in ("extent", "revision")]
    same["looked at"] = report["rules"]["ok"] is not None
    if status == 20:
        return same
    if status != 21:
        same["checked"] = report["checked"]
    if kept is not None:
        same["receipts"] = [kept[name] for name in ("ok", "revision", "agree", "foreign")]
        same["findings"] = [(each["finding"], each["revision"]) for each in kept["findings"]]
    return same


def true_bundles(seeds: Iterable[int]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Bundles of every ruleset: finished, given up, running, as somebody's or nobody's."""
    for key, rules in RULESETS.items():
        for seed in seeds:
            seats = rules.seats[seed % len(rules.seats)]
            decided = game(key, seed, seats)
            half = len(decided) * (1 + seed % 5) // 6
            running = decided[: max(half, 1)]
            name = f"{key}-{seats}-{seed}"
            yield f"{name}-finished", bundled(decided)
            yield f"{name}-running", bundled(running)
            yield f"{name}-running-asked", bundled(running, seed % seats)
            yield f"{name}-abandoned", bundled(abandoned(decided, max(half, 1)))


def written(folder: Path, seeds: Iterable[int]) -> list[Path]:
    paths = []
    for name, bundle in true_bundles(seeds):
        paths.append(folder / f"{name}.json")
        paths[-1].write_text(json.dumps(bundle), encoding="utf-8")
    return paths
