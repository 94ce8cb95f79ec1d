"""Writes dist/toma6-verify.pyz: the verifier as one file, for anybody with Python and msgspec.

The same bytes wherever it is built from one version, so that two of them can be compared:
nothing in it depends on the machine, the time or the order of a folder.
"""

import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "dist" / "toma6-verify.pyz"
START = b"#!/usr/bin/env python3\n"
MAIN = """\
import sys

import domain  # refuses an interpreter that is too old, or has no msgspec
from domain.audit.__main__ import main

sys.exit(main(prog="toma6-verify"))
"""
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def build(target: Path = TARGET) -> Path:
    """Write the archive. Returns its path."""
    files = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "domain").rglob("*.py")}
    target.parent.mkdir(exist_ok=True)
    with target.open("wb") as out:
        out.write(START)
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr(zipfile.ZipInfo("__main__.py", LONG_AGO), MAIN)
            for name in sorted(files):
                archive.writestr(zipfile.ZipInfo(name, LONG_AGO), files[name].read_bytes())
    target.chmod(0o755)
    return target


if __name__ == "__main__":
    sys.stdout.write(f"{build()}\n")
