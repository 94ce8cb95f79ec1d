"""The JavaScript verifier's own tests, on true bundles of today's engine."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.js_verifier import FOLDER, node, written


@pytest.mark.slow
def test_the_tests_of_the_javascript_verifier_pass(tmp_path: Path) -> None:
    program = node()
    written(tmp_path, seeds=range(2))
    run = subprocess.run(
        [program, "--test", str(FOLDER / "test.mjs")],
        env={**os.environ, "TOMA6_BUNDLES": str(tmp_path)},
        check=False,
        capture_output=True,
        text=True,
        timeout=110,
    )
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-2000:]
    assert re.search(r"^\W*skipped 0$", run.stdout, re.MULTILINE), "the games were not checked"
