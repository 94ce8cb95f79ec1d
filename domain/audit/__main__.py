"""python -m domain.audit FILE: the verifier at the command line.

Exit status: 0 all is well, 1 integrity failed, 2 the rules failed, 3 the file cannot be read.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from domain.audit import verify_text

LARGEST = 64 * 1024 * 1024
"""Bytes of the largest file that is read; the longest games need a sixth of it."""
LONG = 2000
"""Events from which on progress is told."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(3, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Check one file and say so. Returns the exit status."""
    parser = _Parser(prog="python -m domain.audit", description="Check the bundle of a game.")
    parser.add_argument("file", help="the bundle, or - for standard input")
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    asked = parser.parse_args(arguments)
    try:
        text = _read(asked.file)
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{asked.file}: {error}\n")
        return 3
    report = verify_text(text, _progress)
    shown = json.dumps(report.as_data(), indent=2) if asked.json else report.as_text()
    sys.stdout.write(f"{shown}\n")
    if not report.integrity.ok:
        return 1
    return 0 if report.rules.ok else 2


def _read(name: str) -> str:
    if name == "-":
        raw = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with Path(name).open("rb") as file:
            raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise ValueError(f"larger than {LARGEST} bytes: not the bundle of a game")
    return raw.decode("utf-8")


def _progress(done: int, total: int) -> None:
    if total >= LONG and (done % 500 < 50 or done == total):
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r{done} of {total} events{end}")
        sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
