"""What `make check` holds beside the tests and a change could break: `openapi.yaml` is current."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_openapi_is_current():
    command = [sys.executable, "-m", "service.commands.cli", "openapi"]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    assert made == (ROOT / "openapi.yaml").read_bytes()
